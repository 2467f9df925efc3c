// Cards in motion: whenever the view is another one, each card flies from where it lay to where it lies now; what nobody
// sees, a card drawn by another player, flies face down.

import { untrack } from "svelte";
import { fly, flyOff, partingsIn, placesOf, type Parting, type Places } from "../../lib/flight";
import { tempo } from "../../lib/pacing";
import { DECK, follow, handAt, heldBy, type Laid } from "./pieces";
import type { LinkoView } from "./types";

const FLIGHT = 480; // milliseconds
const BEAT = 0.09; // of a flight: so much later each card is dealt
const DEALT = 3; // face down, to each of the others

/** Follow the cards of a view on a board. */
export function motion(view: () => LinkoView, root: () => HTMLElement | undefined): { readonly laid: Laid } {
  let flown: Laid | null = null; // as it was drawn last
  const laid = $derived(follow(flown, view()));
  let before: Places = new Map();
  let partings: Parting[] = [];

  $effect.pre(() => {
    const { into, drew } = laid;
    const board = untrack(root);
    if (!board) return;
    before = withHand(placesOf(board), flown);
    partings = [
      ...partingsIn(board, Object.keys(into)),
      ...hidden(board, drew),
      ...arriving(board, before, laid, flown),
    ];
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

function move(board: HTMLElement, laid: Laid, before: Places, partings: Parting[]): void {
  const flight = FLIGHT * tempo();
  fly(board, before, flight, laid.from);
  flyOff(board, partings, { ...handsOf(partings), ...valuesOf(laid), ...laid.into }, flight);
}

/** Add where the cards of a hand are that only shows how many there are of each value. */
function withHand(places: Places, laid: Laid | null): Places {
  for (const [value, names] of Object.entries(laid?.hand ?? {})) {
    const place = places.get(handAt(value));
    for (const name of place ? names : []) if (!places.has(name)) places.set(name, place!);
  }
  return places;
}

/** Return the cards that come into such a hand: as they lie on the table, or face down out of the deck. */
function arriving(board: HTMLElement, places: Places, laid: Laid, before: Laid | null): Parting[] {
  const had = new Set(Object.values(before?.hand ?? {}).flat());
  const values = Object.keys(laid.hand).filter((value) => places.has(handAt(value)));
  const names = values.flatMap((value) => laid.hand[value]!).filter((name) => !had.has(name));
  const drawn = names.filter((name) => laid.from[name] === DECK);
  return [...partingsIn(board, names), ...faceDown(board, drawn)];
}

/** Return the places in the hand for its cards. */
const valuesOf = ({ hand }: Laid): Record<string, string> =>
  Object.fromEntries(
    Object.entries(hand).flatMap(([value, names]) => names.map((name) => [name, handAt(value)])),
  );

/** Let the cards come out of the deck, one after the other. */
function deal(board: HTMLElement, laid: Laid): void {
  const { from, view } = laid;
  const flight = FLIGHT * tempo();
  const others = [...view.seats.keys()].filter((seat) => seat !== view.seat);
  const thrown = [
    ...hidden(board, Array<number[]>(DEALT).fill(others).flat()),
    ...arriving(board, placesOf(board), laid, null),
  ];
  const order = [...new Set([...Object.keys(from), ...thrown.map(({ name }) => name)])];
  const delay = (name: string) => 1 + order.indexOf(name) * BEAT * flight;
  const deck = placesOf(board).get(DECK);
  fly(board, new Map(deck && [[DECK, deck]]), flight, from, delay);
  flyOff(board, thrown, { ...handsOf(thrown), ...valuesOf(laid) }, flight, delay);
}

const DRAWS = " draws ";

/** Return cards that lie face down on the deck, one for each seat that draws one. */
const hidden = (board: HTMLElement, seats: readonly number[]): Parting[] =>
  faceDown(
    board,
    seats.map((seat, n) => heldBy(seat) + DRAWS + n),
  );

/** Return cards with these names that lie face down on the deck. */
function faceDown(board: HTMLElement, names: readonly string[]): Parting[] {
  const [deck] = names.length ? partingsIn(board, [DECK]) : [];
  if (!deck) return [];
  const { start, copy } = deck;
  return names.map((name) => ({ name, copy: copy.cloneNode() as HTMLElement, start })); // without the number on it
}

/** Return the hands into which cards fly face down. */
const handsOf = (partings: readonly Parting[]) =>
  Object.fromEntries(partings.map(({ name }) => [name, name.split(DRAWS)[0]!]));
