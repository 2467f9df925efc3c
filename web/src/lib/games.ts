// The games that the server has, asked for once.

import { listGames, Refusal } from "./api";
import type { GameView } from "./protocol";

let asked: Promise<GameView[]> | null = null;

/** Return the games there are, with everything there is to choose about them. */
export function knownGames(): Promise<GameView[]> {
  asked ??= listGames().then(
    ({ games }) => games,
    (error: unknown) => {
      asked = null; // the next time it may work
      throw error;
    },
  );
  return asked;
}

/** Return what there is to know of a game. */
export async function gameNamed(name: string): Promise<GameView> {
  const found = (await knownGames()).find((game) => game.name === name);
  if (!found) throw new Refusal("unknown_game");
  return found;
}
