// The words of a game that any screen may want, with something to show where the game does not have them.

import { firstOf } from "./words.svelte";

export const gameName = (game: string): string => firstOf([`${game}.name`]) ?? game;

export const gameAbout = (game: string): string => firstOf([`${game}.about`]) ?? "";

/** The names under which others may know these games. */
export const otherNames = (games: readonly string[]): string[] =>
  games.flatMap((game) => firstOf([`${game}.known_as`]) ?? []);

export const optionText = (game: string, option: string): string =>
  firstOf([`${game}.option.${option}`, `option.${option}`]) ?? option;

export const choiceText = (game: string, option: string, choice: string | number): string =>
  firstOf([`${game}.option.${option}.${choice}`, `option.${option}.${choice}`]) ?? String(choice);
