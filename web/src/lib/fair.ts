// Was it chance? Every roll, deal and lot of a record is drawn again from its secret (docs/notation.md, "Fair
// randomness") and compared. Only chance is reproduced here; that the rules were kept is for `stolik verify` to say.

import { BrokenRecord, readRecord, type GameRecord } from "./record";
import { hmac, sha256 } from "./sha256";

export type Drawn = { dice: number; rolls: number; deals: number; lots: number };
export type Verdict =
  | { fair: true; record: GameRecord; drawn: Drawn }
  /** `broken`: not a record; `unpromised`: nothing was committed to; `secret`: not the one that was promised. */
  | { fair: false; why: "broken" | "unpromised" | "secret"; line: number }
  /** Something else was promised than what was seen before the game. */
  | { fair: false; why: "other_promise"; line: number; written: string; seen: string }
  /** Something else was drawn than what is written. */
  | { fair: false; why: "chance"; line: number; written: string; drawn: string };

type Sign = (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

const FACES = ["1", "2", "3", "4", "5", "w"];
const MOST_DICE = 9;
const CARDS = [...Array.from({ length: 13 }, (_, n) => String(n + 1)), "j"];
const EACH = 8;
const JOKERS = 5;
const HAND = 13;
const DUEL_JOKERS = 2;

/**
 * Check the chance of a record, and name the first line that is wrong. `seen` is the promise as it was seen before the
 * game, by somebody who was there: a record alone cannot tell whether its secret was chosen afterwards.
 */
export async function verify(
  text: string,
  seen: string | null,
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
  if (seen !== null && seen !== written) return { fair: false, why: "other_promise", line: 1, written, seen };
  const secret = Uint8Array.from(record.secret.text.match(/../g)!, (byte) => parseInt(byte, 16));
  const promise = subtle ? new Uint8Array(await subtle.digest("SHA-256", secret)) : sha256(secret);
  if (hex(promise) !== written) return { fair: false, why: "secret", line: record.secret.number };
  return again(record, await signer(secret, subtle));
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

async function signer(secret: Uint8Array<ArrayBuffer>, subtle: SubtleCrypto | null): Promise<Sign> {
  if (!subtle) return async (message) => hmac(secret, message);
  const key = await subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return async (message) => new Uint8Array(await subtle.sign("HMAC", key, message));
}

/** Draw everything again. */
async function again(record: GameRecord, sign: Sign): Promise<Verdict> {
  const drawn: Drawn = { dice: 0, rolls: 0, deals: 0, lots: 0 };
  let event = 0;
  for (const { number, text } of record.moves) {
    const [word] = text.split(" ", 1);
    if (word !== "dice" && word !== "deal" && word !== "first") continue;
    const stream = new Stream(sign, `${record.random.join(",")}/${event}`);
    event += 1;
    let outcome: string;
    if (word === "dice") {
      const gold = text.includes(" gold ");
      const dice = text.split(" ").length - (gold ? 2 : 1);
      if (dice < 1 || dice > MOST_DICE) return { fair: false, why: "broken", line: number };
      outcome = await roll(stream, dice, gold);
      drawn.dice += dice;
      drawn.rolls += 1;
    } else if (word === "deal") {
      outcome = await deal(stream, record.players, record.options["mode"] === "duel");
      drawn.deals += 1;
    } else {
      outcome = `first ${await stream.below(record.players)}`;
      drawn.lots += 1;
    }
    if (outcome !== text) return { fair: false, why: "chance", line: number, written: text, drawn: outcome };
  }
  return { fair: true, record, drawn };
}

/** A number below 6 to the dice, a digit a die; a golden die of ones and worms is the leading digit. */
async function roll(stream: Stream, dice: number, gold: boolean): Promise<string> {
  let number = await stream.below(6 ** dice);
  const digits: number[] = [];
  for (let die = 0; die < dice; die++) {
    digits.push(number % 6);
    number = Math.floor(number / 6);
  }
  const golden = gold ? ` gold ${digits.pop()! < 3 ? "1" : "w"}` : "";
  const shown = digits.sort((a, b) => a - b).map((digit) => FACES[digit]);
  return `${["dice", ...shown].join(" ")}${golden}`;
}

/** A shuffle from the last place down, dealt from the front; each hand is written in ascending order. */
async function deal(stream: Stream, players: number, duel: boolean): Promise<string> {
  const taken = duel ? DUEL_JOKERS : 0;
  const cards = [
    ...CARDS.slice(0, -1).flatMap((card) => Array<string>(EACH).fill(card)),
    ...Array<string>(Math.max(0, JOKERS - taken * players)).fill("j"),
  ];
  for (let last = cards.length - 1; last > 0; last--) {
    const other = await stream.below(last + 1);
    [cards[last], cards[other]] = [cards[other]!, cards[last]!];
  }
  const dealt: string[] = [];
  for (let seat = 0; seat < players; seat++) {
    const hand = [...Array<string>(taken).fill("j"), ...cards.splice(0, HAND - taken)];
    dealt.push(...hand.sort((a, b) => CARDS.indexOf(a) - CARDS.indexOf(b)));
  }
  return ["deal", ...dealt, ...cards].join(" ");
}

/** The random bits of one event: HMAC-SHA-256(secret, "<seats>/<event>/<block>"), one block after another. */
class Stream {
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
