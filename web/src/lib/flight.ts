// Things move: a piece that lies elsewhere than before flies there. A piece is an element with `data-piece`, a name that
// it has wherever it lies; a place is one with `data-place`, out of which pieces come and into which they go. While it
// flies a copy of it is over the page, where nothing cuts it off, and the piece itself cannot be seen: so it is in one
// place at a time. In the page's own order it lies where it belongs from the beginning; a screen reader, and somebody
// who skips the scene, have it there.

import { isStill } from "./prefs.svelte";

/** Where every piece lies. */
export type Places = Map<string, DOMRect>;

/** When a piece sets out, in milliseconds; all of them at once where nothing is said. */
type Delays = (name: string) => number;

/** A piece as it looked before it left the table, and where it lay. */
export type Parting = { name: string; copy: HTMLElement; start: DOMRect };

const NEAR = 4; // pixels: the table has been laid out again, and nothing has moved

const piecesIn = (root: ParentNode) => root.querySelectorAll<HTMLElement>("[data-piece]");
const namedIn = (root: ParentNode) => root.querySelectorAll<HTMLElement>("[data-piece], [data-place]");
const nameOf = ({ dataset }: HTMLElement) => (dataset["piece"] ?? dataset["place"])!;

/** Return where the pieces lie now, and the places; a piece in the air is where it is seen. */
export function placesOf(root: ParentNode): Places {
  const places: Places = new Map();
  for (const one of namedIn(root)) places.set(nameOf(one), one.getBoundingClientRect());
  for (const copy of document.querySelectorAll<HTMLElement>("[data-flying]"))
    places.set(copy.dataset["flying"]!, copy.getBoundingClientRect());
  return places;
}

const mayFly = (milliseconds: number) => !isStill() && milliseconds > 0 && !document.hidden;

/**
 * Let the pieces that have moved fly there. `from` names, for pieces that were not there before, what they come out of:
 * another piece or a place. Returns a function that ends all flights at once.
 */
export function fly(
  root: ParentNode,
  before: Places,
  milliseconds: number,
  from: Readonly<Record<string, string>> = {},
  delays?: Delays,
): () => void {
  if (!mayFly(milliseconds)) return () => {};
  land(); // those that are still in the air fly on from where they are
  // All of them are looked at before anything changes: the browser would lay out the page again for each.
  const ends = [...piecesIn(root)].map((piece) => ({ piece, end: piece.getBoundingClientRect() }));
  for (const { piece, end } of ends) {
    const name = piece.dataset["piece"]!;
    const start = before.get(name) ?? before.get(from[name] ?? "");
    if (!start?.width || !end.width) continue;
    if (Math.hypot(start.x - end.x, start.y - end.y) <= NEAR) continue;
    const copy = piece.cloneNode(true) as HTMLElement;
    piece.style.visibility = "hidden";
    const done = () => (piece.style.visibility = "");
    // beside the piece, so that it looks the same; a fixed box is cut off by nothing but a transformed one
    launch(stageOf(piece), copy, name, start, end, { milliseconds, delay: delays?.(name) ?? 0 }, done);
  }
  return land;
}

/** Return pieces that are about to leave the table, or places, as they look now. */
export function partingsIn(root: ParentNode, names: readonly string[]): Parting[] {
  return [...namedIn(root)]
    .filter((one) => names.includes(nameOf(one)))
    .map((one) => ({
      name: nameOf(one),
      copy: one.cloneNode(true) as HTMLElement,
      start: one.getBoundingClientRect(),
    }));
}

/** Let pieces that have left the table fly into others, and be gone. Call it after `fly`, which ends older flights. */
export function flyOff(
  root: HTMLElement,
  partings: readonly Parting[],
  into: Readonly<Record<string, string>>,
  milliseconds: number,
  delays?: Delays,
): void {
  if (!mayFly(milliseconds)) return;
  const places = placesOf(root);
  for (const { name, copy, start } of partings) {
    const end = places.get(into[name]!);
    if (!start.width || !end?.width) continue;
    launch(root, copy, name, start, end, { milliseconds, delay: delays?.(name) ?? 0, leaves: true });
  }
}

/** The element that flights of a board are drawn in; elsewhere they are beside their pieces. */
const stageOf = (piece: HTMLElement) => piece.closest<HTMLElement>("[data-stage]") ?? piece.parentElement!;

const inTheAir = new Set<() => void>();

function land(): void {
  for (const stop of inTheAir) stop();
}

function launch(
  stage: HTMLElement,
  copy: HTMLElement,
  name: string,
  start: DOMRect,
  end: DOMRect,
  { milliseconds, delay, leaves = false }: { milliseconds: number; delay: number; leaves?: boolean },
  done: () => void = () => {},
): void {
  const size = leaves ? start : end; // drawn as large as it is where it can be looked at
  delete copy.dataset["piece"];
  delete copy.dataset["place"];
  copy.dataset["flying"] = name;
  copy.ariaHidden = "true";
  copy.inert = true;
  Object.assign(copy.style, {
    position: "fixed",
    left: `${end.left}px`,
    top: `${end.top}px`,
    width: `${size.width}px`,
    height: `${size.height}px`,
    margin: "0",
    zIndex: "40",
    pointerEvents: "none",
    transformOrigin: "0 0",
    visibility: "visible",
  });
  stage.append(copy);
  const away = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${start.width / size.width})`;
  const there = leaves ? `scale(${end.width / size.width})` : "none";
  const seen = delay ? 0 : 1; // one that waits is still in what it comes out of
  const flight = copy.animate(
    [
      { transform: away, opacity: seen },
      { opacity: 1, offset: 0.1 },
      { opacity: 1, offset: 0.7 },
      { transform: there, opacity: leaves ? 0 : 1 },
    ],
    { duration: milliseconds, delay, fill: "backwards", easing: "cubic-bezier(0.3, 0.1, 0.2, 1)" },
  );
  const stop = () => {
    inTheAir.delete(stop);
    flight.cancel();
    copy.remove();
    done();
  };
  inTheAir.add(stop);
  flight.onfinish = stop;
}
