// Asking the server for the look back at a game, which it works out once somebody wants it.

import { getReview, Refusal } from "../lib/api";
import { refusalText } from "../lib/notices.svelte";
import type { Review } from "../lib/review";

const SOON = 200; // milliseconds until the server is asked whether there is a curve, longer every time
const AGAIN = 700; // and how far it has got
const LATER = 4000; // and if it does not answer, or is too busy
const PASSING = ["offline", "try_again", "too_many_requests", "too_fast"];

/** Those that were had: a finished game does not change. */
const known = new Map<string, Review>();

export class Asking {
  review = $state.raw<Review | null>(null);
  /** How far the server has got, from 0 to 1. */
  progress = $state(0);
  /** What each seat could expect before the first move and after each, as far as that is known yet. */
  curve = $state.raw<number[][]>([]);
  /** Why there will be none. */
  refused = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #ended = false;

  constructor(
    readonly code: string,
    readonly round: number,
  ) {
    this.review = known.get(this.#key) ?? null;
    if (!this.review) void this.#ask();
  }

  get #key(): string {
    return `${this.code} ${this.round}`;
  }

  async #ask(): Promise<void> {
    try {
      const answer = await getReview(this.code, this.round);
      if (answer.state === "done") {
        known.set(this.#key, answer.review);
        this.review = answer.review;
      } else {
        this.progress = answer.done / Math.max(answer.of, 1);
        this.curve = answer.chances ?? [];
        this.#asked += 1;
        this.#later(this.curve.length ? AGAIN : Math.min(AGAIN, SOON * this.#asked));
      }
    } catch (error) {
      if (error instanceof Refusal && PASSING.includes(error.code)) this.#later(LATER);
      else this.refused = refusalText(error);
    }
  }

  #later(wait: number): void {
    if (!this.#ended) this.#timer = setTimeout(() => void this.#ask(), wait);
  }

  /** Ask no more. */
  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }
}
