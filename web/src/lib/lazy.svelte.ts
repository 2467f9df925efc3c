// Screens are fetched when they are wanted. One that is shown stays until another one is wanted, whatever else changes.

import type { Component } from "svelte";
import type { Fetched } from "../games/room";

type Props = Record<string, unknown>;

export class Lazy<P extends Props = Record<string, never>> {
  Screen = $state.raw<Component<P> | null>(null);
  failed = $state(false);
  /** The name of the one that is shown. */
  name = $state("");
  #wanted = "";

  /** Call in a component: `which` names the screen that is wanted, and `loaders` fetch them. */
  constructor(which: () => string, loaders: Record<string, Fetched<P>>, other: Fetched<P>) {
    const name = $derived(which());
    $effect(() => {
      if (name === this.#wanted && this.Screen) return;
      const wanted = (this.#wanted = name);
      (loaders[wanted] ?? other)().then(
        (module) => {
          if (wanted !== this.#wanted) return;
          this.Screen = module.default;
          this.name = wanted;
          this.failed = false;
        },
        () => (this.failed = true),
      );
    });
  }
}
