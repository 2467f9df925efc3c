// Thrown dice tumble, land where they fall, and are then put into their groups.

const LIFT = 44; // pixels: how high they fly
const TILTS = [-14, 9, -6, 12, -10, 5, -16, 8, 15]; // degrees: how they lie before somebody puts them in order
const [CLOSE, LOOSE] = [1.08, 1.35]; // dice: how far apart they land at least, and at most

const LANDED = 0.45; // of the time: then the dice have landed and show their faces

/**
 * Throw the dice in a box: each lies in its group from the beginning, and is seen to fall and to be put there. In the air
 * they are cubes. Calls `done` when all have been put there; returns a function that ends it at once, without calling.
 */
export function throwDice(box: HTMLElement, milliseconds: number, done: () => void): () => void {
  const dice = [...box.querySelectorAll<HTMLElement>(".die")];
  const { left, top, width, height } = box.getBoundingClientRect();
  const places = dice.map((die) => die.getBoundingClientRect()); // all of them before anything moves
  const die = places[0]?.width ?? 1;
  const most = Math.max(1, Math.floor(width / (die * CLOSE))); // in a row
  const rows = Math.ceil(dice.length / most);
  const columns = Math.ceil(dice.length / rows);
  const apart = Math.min(die * LOOSE, width / columns);
  // equal dice do not fall side by side
  const slots = dice.map((_, n) => n).sort((a, b) => ((a * 7) % 11) - ((b * 7) % 11));
  const flights = dice.map((die, n) => {
    const slot = slots[n]!;
    const place = places[n]!;
    const x = left + width / 2 + ((slot % columns) + 0.5 - columns / 2) * apart;
    const y = top + ((Math.floor(slot / columns) + 0.5) * height) / rows;
    const away = `translate(${x - place.left - place.width / 2}px, ${y - place.top - place.height / 2}px)`;
    const tilt = TILTS[n % TILTS.length]!;
    return die.animate(
      [
        { transform: `${away} rotate(${tilt - 540}deg)`, easing: "ease-out" },
        {
          transform: `${away} translateY(-${LIFT}px) rotate(${tilt - 270}deg) scale(1.15)`,
          offset: LANDED / 2,
          easing: "ease-in",
        },
        { transform: `${away} rotate(${tilt}deg)`, offset: LANDED },
        { transform: `${away} rotate(${tilt}deg)`, offset: LANDED + 0.2, easing: "ease-in-out" },
        { transform: "none" },
      ],
      { duration: milliseconds },
    );
  });
  // Not by a style that changes: all of them would be drawn again, while they move.
  for (const cube of box.querySelectorAll(".cube"))
    flights.push(
      cube.animate(
        [{ opacity: 1 }, { opacity: 1, offset: LANDED }, { opacity: 0, offset: LANDED }, { opacity: 0 }],
        { duration: milliseconds },
      ),
    );
  const stop = () => flights.forEach((flight) => flight.cancel());
  Promise.all(flights.map((flight) => flight.finished)).then(done, () => {}); // ended before: nobody waits for it
  return stop;
}
