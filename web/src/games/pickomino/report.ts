// What the dice of a game did, against what fair dice do.

import type { GameRecord } from "../../lib/record";

export const FACES = ["1", "2", "3", "4", "5", "w"] as const;

export type FaceCount = {
  face: string;
  count: number;
  expected: number;
  /** Between these lie about 19 of 20 games with as many fair dice. */
  from: number;
  to: number;
};
export type Report = {
  dice: number;
  faces: FaceCount[];
  /** The share of games with as many fair dice whose counts lie at least so far from what is expected. */
  share: number;
};

/** Count the faces of every die that fell in a game of dice. */
export function reportOf(record: GameRecord): Report {
  const counts = new Map<string, number>(FACES.map((face) => [face, 0]));
  let white = 0;
  let odd = 0; // golden dice of ones and worms, three each
  for (const { text } of record.moves) {
    if (!text.startsWith("dice ")) continue;
    const golden = text.includes(" gold ");
    const fallen = text.replace(" gold", "").split(" ").slice(1);
    for (const face of fallen) counts.set(face, (counts.get(face) ?? 0) + 1);
    odd += golden ? 1 : 0;
    white += fallen.length - (golden ? 1 : 0);
  }
  const faces = FACES.map((face): FaceCount => {
    const doubled = face === "1" || face === "w" ? odd : 0;
    const expected = white / 6 + doubled / 2;
    const spread = 1.96 * Math.sqrt((white * 5) / 36 + doubled / 4);
    const [from, to] = [Math.max(0, Math.ceil(expected - spread)), Math.floor(expected + spread)];
    return { face, count: counts.get(face)!, expected, from, to };
  });
  const distance = faces.reduce(
    (sum, { count, expected }) => sum + (count - expected) ** 2 / (expected || 1),
    0,
  );
  return { dice: white + odd, faces, share: white ? tail(distance) : 1 };
}

/** The share of the chi-squared distribution with five degrees of freedom that lies beyond x. */
export function tail(x: number): number {
  const root = Math.sqrt(x / 2);
  return erfc(root) + Math.sqrt((2 * x) / Math.PI) * Math.exp(-x / 2) * (1 + x / 3);
}

/** The complementary error function, to seven digits (Abramowitz and Stegun 7.1.26). */
function erfc(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const series = [0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429];
  return series.reduceRight((sum, factor) => (sum + factor) * t, 0) * Math.exp(-x * x);
}
