// Was it chance? Every chance outcome of a record is drawn again from its secret (docs/notation.md, "Fair randomness")
// and compared. Only chance is reproduced here; that the rules were kept is for `stolik verify` to say.

import { promiseOf, type Kept } from "./promises";
import { BrokenRecord, readRecord, type GameRecord, type Line } from "./record";
import { hmac, sha256 } from "./sha256";

/** Draw an outcome again, given what is written; null if nothing like that can be drawn. */
export type Draw = (stream: Stream, written: string, record: GameRecord) => Promise<string | null>;

/** What there is to know of the chance in a game. */
export type Chance = {
  /** The first words of outcomes; where any program can draw them, all outcomes there are. */
  words: Record<string, string[] | null>;
  /** How the page draws those of a word. */
  draws: Record<string, Draw>;
};

export type Verdict =
  /** `drawn` is what was drawn, in its order. */
  | { fair: true; record: GameRecord; drawn: string[] }
  /** `broken`: not a record; `unpromised`: nothing was committed to; `secret`: not the one that was promised. */
  | { fair: false; why: "broken" | "unpromised" | "secret"; line: number }
  /** The game leaves nothing to chance. */
  | { fair: false; why: "no_chance"; line: number }
  /** Something else was promised than what was seen before the game. */
  | { fair: false; why: "other_promise"; line: number; written: string; seen: string }
  /** A seat added something else than this device knows of; or what this device added is missing. */
  | { fair: false; why: "other_random" | "missing_random"; line: number; seat: number }
  /** Something else was drawn than what is written. */
  | { fair: false; why: "chance"; line: number; written: string; drawn: string }
  /** The page does not know how this is drawn, and cannot say whether it is fair. */
  | { fair: false; why: "unknown"; line: number; written: string };

type Sign = (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/**
 * Check the chance of a record, and name the first line that is wrong. `keptFor` returns what this device remembers of
 * the game from before it began, if it was there: a record alone cannot tell whether its secret, or what people added,
 * was chosen afterwards. `chanceIn` says what there is to know of a game, or null if nothing is.
 */
export async function verify(
  text: string,
  keptFor: (commitment: string) => Kept | null,
  chanceIn: (game: string) => Promise<Chance | null>,
  subtle: SubtleCrypto | null = crypto.subtle ?? null,
): Promise<Verdict> {
  let record: GameRecord;
  try {
    record = readRecord(text);
  } catch (error) {
    if (error instanceof BrokenRecord) return { fair: false, why: "broken", line: error.line };
    throw error;
  }
  const written = record.commitment;
  if (written === null) return { fair: false, why: "unpromised", line: 1 };
  const kept = keptFor(written);
  if (kept && kept.commitment !== written)
    return { fair: false, why: "other_promise", line: 1, written, seen: kept.commitment };
  const secret = Uint8Array.from(record.secret.text.match(/../g)!, (byte) => parseInt(byte, 16));
  const promise = subtle ? new Uint8Array(await subtle.digest("SHA-256", secret)) : sha256(secret);
  if (hex(promise) !== written) return { fair: false, why: "secret", line: record.secret.number };
  const bent = kept && randomBent(record, kept);
  if (bent) return { fair: false, ...bent, line: lineOf(text, bent.seat) };
  const chance = await chanceIn(record.game);
  if (!chance) return { fair: false, why: "unknown", line: 2, written: `game ${record.game}` };
  if (!Object.keys({ ...chance.words, ...chance.draws }).length)
    return { fair: false, why: "no_chance", line: 2 };
  return drawAgain(record, chance, await signer(secret, subtle));
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Return the first seat whose randomness in a record is not what this device knows, if there is one. */
function randomBent({ random }: GameRecord, { promises, random: own = {} }: Kept) {
  if (!promises) return null; // it showed nothing itself, and does not know what counted in the end
  for (let seat = 0; seat < Math.max(random.length, promises.length); seat++) {
    const added = random[seat] ?? "";
    if (added ? promises[seat] !== promiseOf(added) : seat >= random.length)
      return { why: "other_random" as const, seat };
    if (!added && own[seat]) return { why: "missing_random" as const, seat };
  }
  return null;
}

/** Return the number of the line that says what a seat added, or of the last line of the header. */
function lineOf(text: string, seat: number): number {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => line.startsWith(`random ${seat} `));
  return at < 0 ? lines.indexOf("") : at + 1;
}

async function signer(secret: Uint8Array<ArrayBuffer>, subtle: SubtleCrypto | null): Promise<Sign> {
  if (!subtle) return async (message) => hmac(secret, message);
  const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await subtle.sign("HMAC", key, message));
}

/** Draw everything again. A record without any chance is not called fair: nothing of it could be checked. */
async function drawAgain(record: GameRecord, chance: Chance, sign: Sign): Promise<Verdict> {
  const drawn: string[] = [];
  const lines = chanceLines(record, chance);
  const [first] = record.moves;
  if (first && !lines.length) return { fair: false, why: "unknown", line: first.number, written: first.text };
  const own = new Set(record.moves.slice(record.taken)); // the others fell by the secret of another game
  for (const [event, line] of lines.entries()) {
    if (!own.has(line)) continue;
    const { number, text } = line;
    const stream = new Stream(sign, `${record.random.join(",")}/${event}`);
    const draw = drawOf(text.split(" ", 1)[0]!, chance);
    if (!draw) return { fair: false, why: "unknown", line: number, written: text };
    const outcome = await draw(stream, text, record);
    if (outcome === null) return { fair: false, why: "broken", line: number };
    if (outcome !== text) return { fair: false, why: "chance", line: number, written: text, drawn: outcome };
    drawn.push(outcome);
  }
  return { fair: true, record, drawn };
}

function chanceLines({ moves }: GameRecord, { words, draws }: Chance): Line[] {
  const known = new Set([...Object.keys(words), ...Object.keys(draws)]);
  return moves.filter(({ text }) => known.has(text.split(" ", 1)[0]!));
}

/** Return how the outcomes of a word are drawn: as the game does it, from a list, or by lot among the players. */
function drawOf(word: string, { words, draws }: Chance): Draw | undefined {
  const listed = words[word];
  if (draws[word]) return draws[word];
  if (listed) return async (stream) => listed[await stream.below(listed.length)] ?? null;
  return word === "first" ? drawFirst : undefined;
}

/** Lots: who begins. */
const drawFirst: Draw = async (stream, _, { players }) => `first ${await stream.below(players)}`;

/** The random bits of one event: HMAC-SHA-256(secret, "<seats>/<event>/<block>"), one block after another. */
export class Stream {
  #bytes: number[] = [];
  #block = 0;

  constructor(
    readonly sign: Sign,
    readonly label: string,
  ) {}

  /** Return a number below n: as many bits as n has, again as long as the number is n or more. */
  async below(n: number): Promise<number> {
    const bits = 32 - Math.clz32(n);
    let number: number;
    do number = await this.#bits(bits);
    while (number >= n);
    return number;
  }

  async #bits(count: number): Promise<number> {
    const size = Math.ceil(count / 8);
    while (this.#bytes.length < size) {
      this.#bytes.push(...(await this.sign(new TextEncoder().encode(`${this.label}/${this.#block}`))));
      this.#block += 1;
    }
    const number = this.#bytes.splice(0, size).reduce((sum, byte) => sum * 256 + byte, 0);
    return Math.floor(number / 2 ** (8 * size - count));
  }
}
