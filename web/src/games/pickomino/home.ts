import type { GameHome } from "../home";
import HomePicture from "./HomePicture.svelte";
import Worm from "./art/Worm.svelte";

export const home: GameHome = {
  order: 1,
  picture: HomePicture,
  ground: "radial-gradient(circle at 50% 120%, #c4512f 0, #6d2b1e 45%, #3c1c18 100%)",
  mark: Worm,
  lesson: true,
};
