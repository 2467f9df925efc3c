// The games that the server has, or this device, asked for once.

import { listGames, Refusal } from "./api";
import { playsHere } from "./here.svelte";
import type { Games, GameView } from "./protocol";

const asked = new Map<boolean, Promise<Games>>();

function ask(here: boolean): Promise<Games> {
  const known =
    asked.get(here) ??
    listGames(here).catch((error: unknown) => {
      asked.delete(here); // the next time it may work
      throw error;
    });
  asked.set(here, known);
  return known;
}

/** Return the games there are, with everything there is to choose about them; on this device, or at the server. */
export const knownGames = async (here = playsHere()): Promise<GameView[]> => (await ask(here)).games;

/** Return whether the server has the documentation to read. */
export const hasDocs = async (): Promise<boolean> => (await ask(false)).docs;

/** Whether a game leaves anything to chance. */
export const hasChance = ({ chance }: GameView): boolean => Object.keys(chance).length > 0;

/** Return what there is to know of a game. */
export async function gameNamed(name: string, here = playsHere()): Promise<GameView> {
  const found = (await knownGames(here)).find((game) => game.name === name);
  if (!found) throw new Refusal("unknown_game");
  return found;
}
