// The words of a game that any screen may want, with something to show where the game does not have them.

import { firstOf } from "./words.svelte";

export const gameName = (game: string): string => firstOf([`${game}.name`, `game.${game}`]) ?? game;

export const gameAbout = (game: string): string => firstOf([`${game}.about`, `home.about.${game}`]) ?? "";

export const optionText = (game: string, option: string): string =>
  firstOf([`${game}.option.${option}`, `option.${game}.${option}`, `option.any.${option}`]) ?? option;

export const choiceText = (game: string, option: string, choice: string | number): string =>
  firstOf([
    `${game}.option.${option}.${choice}`,
    `option.${game}.${option}.${choice}`,
    `option.any.${option}.${choice}`,
  ]) ?? String(choice);
