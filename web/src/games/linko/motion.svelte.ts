// Cards in motion: whenever the view is another one, each card flies from where it lay to where it lies now; what nobody
// sees, a card drawn by another player, flies face down.

import { untrack } from "svelte";
import { fly, flyOff, partingsIn, placesOf, type Parting, type Places } from "../../lib/flight";
import { tempo } from "../../lib/pacing";
import { DECK, follow, heldBy, type Laid } from "./pieces";
import type { LinkoView } from "./types";

const FLIGHT = 480; // milliseconds
const BEAT = 0.09; // of a flight: so much later each card is dealt
const DEALT = 3; // face down, to each of the others

/** Follow the cards of a view on a board. */
export function motion(view: () => LinkoView, root: () => HTMLElement | undefined): { readonly laid: Laid } {
  let last: Laid | null = null;
  const laid = $derived((last = follow(last, view())));
  let before: Places = new Map();
  let partings: Parting[] = [];
  let flown: Laid | null = null;

  $effect.pre(() => {
    const { into, drew } = laid;
    const board = untrack(root);
    if (!board) return;
    before = placesOf(board);
    partings = [...partingsIn(board, Object.keys(into)), ...hidden(board, drew)];
  });
  $effect(() => {
    const now = laid;
    const board = root();
    if (!board || now === flown) return;
    flown = now;
    untrack(() => (now.dealt ? deal(board, now) : move(board, now, before, partings)));
  });
  return {
    get laid() {
      return laid;
    },
  };
}

function move(board: HTMLElement, { from, into }: Laid, before: Places, partings: Parting[]): void {
  const flight = FLIGHT * tempo();
  fly(board, before, flight, from);
  flyOff(board, partings, { ...handsOf(partings), ...into }, flight);
}

/** Let the cards come out of the deck, one after the other. */
function deal(board: HTMLElement, { from, view }: Laid): void {
  const flight = FLIGHT * tempo();
  const others = [...view.seats.keys()].filter((seat) => seat !== view.seat);
  const thrown = hidden(board, Array<number[]>(DEALT).fill(others).flat());
  const order = [...Object.keys(from), ...thrown.map(({ name }) => name)];
  const delay = (name: string) => 1 + order.indexOf(name) * BEAT * flight;
  const deck = placesOf(board).get(DECK);
  fly(board, new Map(deck && [[DECK, deck]]), flight, from, delay);
  flyOff(board, thrown, handsOf(thrown), flight, delay);
}

const DRAWS = " draws ";

/** Return cards that lie face down on the deck, one for each seat that draws one. */
function hidden(board: HTMLElement, seats: readonly number[]): Parting[] {
  const [deck] = seats.length ? partingsIn(board, [DECK]) : [];
  if (!deck) return [];
  const { start, copy } = deck;
  return seats.map((seat, n) => ({
    name: heldBy(seat) + DRAWS + n,
    copy: copy.cloneNode() as HTMLElement, // without the number on it
    start,
  }));
}

/** Return the hands into which cards fly face down. */
const handsOf = (partings: readonly Parting[]) =>
  Object.fromEntries(partings.map(({ name }) => [name, name.split(DRAWS)[0]!]));
