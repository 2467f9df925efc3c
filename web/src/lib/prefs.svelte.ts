// What a person has chosen about the page itself. It stays on this device.

import { MediaQuery } from "svelte/reactivity";

export type Prefs = {
  language: string | null; // null: as the browser says
  theme: "system" | "light" | "dark";
  contrast: "normal" | "high";
  motion: "system" | "full" | "reduced";
  speed: "slow" | "normal" | "fast";
  /** How loud, from 0 (silent) to 1. */
  volume: number;
  /** Whether the device may vibrate when it is one's turn. */
  buzz: boolean;
  /** Whether to show a notification when it is one's turn and the page cannot be seen; the browser must allow it too. */
  notify: boolean;
  name: string;
};

const KEY = "stolik.prefs";
const DEFAULTS: Prefs = {
  language: null,
  theme: "system",
  contrast: "normal",
  motion: "system",
  speed: "normal",
  volume: 0.7,
  buzz: true,
  notify: false,
  name: "",
};

function read(): Prefs {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Prefs> & { sound?: boolean };
    const { sound, ...rest } = kept; // an older page knew only on and off
    return { ...DEFAULTS, ...(sound === false && { volume: 0 }), ...rest };
  } catch {
    return { ...DEFAULTS }; // private windows may keep nothing
  }
}

export const prefs = $state(read());

/** Change something, and remember it if the browser lets us. */
export function prefer(change: Partial<Prefs>): void {
  Object.assign(prefs, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // it holds until the page is left
  }
}

const still = new MediaQuery("prefers-reduced-motion: reduce");

/** Whether things should appear instead of moving. */
export function isStill(): boolean {
  return prefs.motion === "system" ? still.current : prefs.motion === "reduced";
}
