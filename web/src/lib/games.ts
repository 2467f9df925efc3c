// The games that the server has, asked for once.

import { listGames, Refusal } from "./api";
import type { Games, GameView } from "./protocol";

let asked: Promise<Games> | null = null;

function ask(): Promise<Games> {
  asked ??= listGames().catch((error: unknown) => {
    asked = null; // the next time it may work
    throw error;
  });
  return asked;
}

/** Return the games there are, with everything there is to choose about them. */
export const knownGames = async (): Promise<GameView[]> => (await ask()).games;

/** Return whether the server has the documentation to read. */
export const hasDocs = async (): Promise<boolean> => (await ask()).docs;

/** Return what there is to know of a game. */
export async function gameNamed(name: string): Promise<GameView> {
  const found = (await knownGames()).find((game) => game.name === name);
  if (!found) throw new Refusal("unknown_game");
  return found;
}
