// What the first screen shows of the games that have a folder here.

import type { Component } from "svelte";

export type GameHome = {
  /** Where it stands until the server says which games there are: the lowest first. */
  order: number;
  picture: Component;
  /** What the picture lies on. */
  ground: string;
  /** One piece of the game, for a screen that has nothing else to show. */
  mark: Component<{ size?: string }>;
  lesson: boolean;
};

const files = import.meta.glob<GameHome>("./*/home.ts", { eager: true, import: "home" });

/** By the game's name, in their order. */
export const homes: Record<string, GameHome> = Object.fromEntries(
  Object.entries(files)
    .map(([path, home]) => [path.split("/")[1]!, home] as const)
    .toSorted(([, one], [, other]) => one.order - other.order),
);
