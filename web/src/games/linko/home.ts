import type { GameHome } from "../home";
import HomePicture from "./HomePicture.svelte";
import Mark from "./Mark.svelte";

export const home: GameHome = {
  order: 2,
  picture: HomePicture,
  ground: "radial-gradient(circle at 50% 120%, #3f62c9 0, #273a80 50%, #182350 100%)",
  mark: Mark,
  lesson: true,
};
