// Things move: a piece that lies elsewhere than before flies there. A piece is an element with `data-piece`, a name that
// it has wherever it lies. While it flies a copy of it is over the page, where nothing cuts it off, and the piece itself
// cannot be seen: so it is in one place at a time. In the page's own order it lies where it belongs from the beginning;
// a screen reader, and whoever skips the scene, have it there.

import { isStill } from "./prefs.svelte";

/** Where every piece lies. */
export type Places = Map<string, DOMRect>;

const NEAR = 4; // pixels: the table has been laid out anew, and nothing has moved

const piecesIn = (root: ParentNode) => root.querySelectorAll<HTMLElement>("[data-piece]");

/** Return where the pieces lie now; one in the air is where it is seen. */
export function placesOf(root: ParentNode): Places {
  const places: Places = new Map();
  for (const piece of piecesIn(root)) places.set(piece.dataset["piece"]!, piece.getBoundingClientRect());
  for (const copy of document.querySelectorAll<HTMLElement>("[data-flying]"))
    places.set(copy.dataset["flying"]!, copy.getBoundingClientRect());
  return places;
}

/**
 * Let the pieces that have moved fly there. `from` names, for pieces that were not there before, what they come out of:
 * another piece. Returns a function that ends all flights at once.
 */
export function fly(
  root: ParentNode,
  before: Places,
  milliseconds: number,
  from: Readonly<Record<string, string>> = {},
): () => void {
  if (isStill() || milliseconds <= 0 || document.hidden) return () => {};
  land(); // those that are still in the air fly on from where they are
  for (const piece of piecesIn(root)) {
    const name = piece.dataset["piece"]!;
    const start = before.get(name) ?? before.get(from[name] ?? "");
    const end = piece.getBoundingClientRect();
    if (!start?.width || !end.width) continue;
    if (Math.hypot(start.x - end.x, start.y - end.y) > NEAR) launch(piece, name, start, end, milliseconds);
  }
  return land;
}

const inTheAir = new Set<() => void>();

function land(): void {
  for (const stop of inTheAir) stop();
}

function launch(piece: HTMLElement, name: string, start: DOMRect, end: DOMRect, milliseconds: number): void {
  const copy = piece.cloneNode(true) as HTMLElement;
  delete copy.dataset["piece"];
  copy.dataset["flying"] = name;
  copy.ariaHidden = "true";
  copy.inert = true;
  Object.assign(copy.style, {
    position: "fixed",
    left: `${end.left}px`,
    top: `${end.top}px`,
    width: `${end.width}px`,
    height: `${end.height}px`,
    margin: "0",
    zIndex: "40",
    pointerEvents: "none",
    transformOrigin: "0 0",
  });
  // in the same parent, so that it looks the same; a fixed box is cut off by nothing but a transformed one
  piece.parentElement!.append(copy);
  piece.style.visibility = "hidden";
  const away = `translate(${start.left - end.left}px, ${start.top - end.top}px) scale(${start.width / end.width})`;
  const flight = copy.animate([{ transform: away }, { transform: "none" }], {
    duration: milliseconds,
    easing: "cubic-bezier(0.3, 0.1, 0.2, 1)",
  });
  const stop = () => {
    inTheAir.delete(stop);
    flight.cancel();
    copy.remove();
    piece.style.visibility = "";
  };
  inTheAir.add(stop);
  flight.onfinish = stop;
}
