import { expect, test } from "vitest";
import { hasRoom, loadRoom } from "../src/games/room";
import { verify, type Chance } from "../src/lib/fair";
import { promiseOf, type Kept } from "../src/lib/promises";

const files = import.meta.glob<string>("../../tests/golden/*.txt", {
  query: "?raw",
  import: "default",
  eager: true,
});
const records = new Map(Object.entries(files).map(([path, text]) => [path.split("/").at(-1)!, text]));
const names = [...records.keys()];
const golden = (name: string) => records.get(name)!;
const chanceIn = async (game: string): Promise<Chance | null> =>
  hasRoom(game) ? { words: { first: null }, draws: (await loadRoom(game)).draws } : null;
const kept = (commitment: string): Kept => ({ code: "K7QF3M", round: 1, commitment });
const lineOf = (text: string, start: string) =>
  text.split("\n").findIndex((line) => line.startsWith(start)) + 1;

test("there are golden records of both games", () => {
  expect(names.filter((name) => name.startsWith("pickomino")).length).toBeGreaterThan(3);
  expect(names.filter((name) => name.startsWith("linko")).length).toBeGreaterThan(3);
});

test.each(names)("the chance of %s is drawn again, in the browser's way and in our own", async (name) => {
  const text = golden(name);
  const chances = text.match(/^(dice|deal|first) /gm)!.length;
  for (const subtle of [crypto.subtle, null]) {
    const verdict = await verify(text, () => null, chanceIn, subtle);
    if (!verdict.fair) throw new Error(JSON.stringify(verdict));
    expect(verdict.drawn).toHaveLength(chances);
  }
});

test("a changed die is found, and what had fallen is said", async () => {
  const text = golden("pickomino-deluxe-2.txt");
  const honest = /^dice .*$/m.exec(text)![0];
  const changed = honest.replace(/\d$/, "w").replace("dice 1", "dice 2");
  const verdict = await verify(text.replace(honest, changed), () => null, chanceIn, null);
  expect(verdict).toEqual({
    fair: false,
    why: "chance",
    line: lineOf(text, "dice "),
    written: changed,
    drawn: honest,
  });
});

test("what was taken over from another game is not drawn again, but all that comes after it is", async () => {
  const text = golden("pickomino-base-2.txt");
  const lines = text.split("\n");
  const blank = lines.indexOf("");
  const [first, second] = lines.flatMap((line, at) => (line.startsWith("dice ") ? [at] : []));
  const other = (at: number) =>
    lines[at] === "dice 1 1 1 1 1 1 1 1" ? "dice 2 2 2 2 2 2 2 2" : "dice 1 1 1 1 1 1 1 1";
  const taken = (changed: number) => {
    const copy = [...lines];
    copy[changed] = other(changed);
    copy.splice(
      lines.findIndex((line) => line.startsWith("seat ")),
      0,
      `taken ${first! - blank} from ${"0".repeat(64)}`,
    );
    return copy.join("\n");
  };
  const verdict = await verify(taken(first!), () => null, chanceIn, null);
  if (!verdict.fair) throw new Error(JSON.stringify(verdict));
  expect(verdict.record.taken).toBe(first! - blank);
  expect(verdict.drawn).toHaveLength(text.match(/^dice /gm)!.length - 1);
  const wrong = await verify(taken(second!), () => null, chanceIn, null);
  expect(wrong).toMatchObject({ why: "chance", line: second! + 2 });
});

test("a roll that was left out is found at the next one", async () => {
  const text = golden("pickomino-base-2.txt");
  const lines = text.split("\n");
  const first = lines.findIndex((line) => line.startsWith("dice "));
  lines.splice(first, 1);
  const next = lines.findIndex((line) => line.startsWith("dice "));
  expect(await verify(lines.join("\n"), () => null, chanceIn, null)).toMatchObject({
    why: "chance",
    line: next + 1,
  });
});

test("two cards that changed places are found", async () => {
  const text = golden("linko-basic-3.txt");
  const deal = /^deal .*$/m.exec(text)![0];
  const cards = deal.split(" ");
  const other = cards.findLastIndex((card) => card !== cards.at(-1));
  [cards[other], cards[cards.length - 1]] = [cards.at(-1)!, cards[other]!];
  const verdict = await verify(text.replace(deal, cards.join(" ")), () => null, chanceIn, null);
  expect(verdict).toMatchObject({ why: "chance", line: lineOf(text, "deal "), drawn: deal });
});

test("another secret than the promised one is found", async () => {
  const text = golden("linko-duel-2.txt");
  const verdict = await verify(text.replace(/^secret ./m, "secret 0"), () => null, chanceIn, null);
  expect(verdict).toEqual({ fair: false, why: "secret", line: text.split("\n").length - 1 });
});

test("what a seat added cannot be changed afterwards", async () => {
  const text = golden("pickomino-base-3.txt");
  const verdict = await verify(text.replace(/^(random 1 )./m, "$10"), () => null, chanceIn, null);
  expect(verdict).toMatchObject({ why: "chance", line: lineOf(text, "dice ") });
});

test.each([
  [
    "cut off",
    (text: string) => text.split("\n").slice(0, -3).join("\n") + "\n",
    (text: string) => text.split("\n").length - 3,
  ],
  [
    "without its last line feed",
    (text: string) => text.slice(0, -1),
    (text: string) => text.split("\n").length - 1,
  ],
  [
    "with twenty dice",
    (text: string) => text.replace(/^dice /m, `dice${" 1".repeat(20)} `),
    (text: string) => lineOf(text, "dice "),
  ],
  ["with a strange header", (text: string) => text.replace("players 2", "players none"), () => 3],
  ["of something else", () => "Dear diary,\n", () => 2],
])("a record %s is refused, and the line named", async (_, change, line) => {
  const text = golden("pickomino-base-2.txt");
  expect(await verify(change(text), () => null, chanceIn, null)).toEqual({
    fair: false,
    why: "broken",
    line: line(text),
  });
});

test("a record without a promise proves nothing", async () => {
  const text = golden("pickomino-base-2.txt")
    .replace(/^stolik 1 .*$/m, "stolik 1 no commitment")
    .replace(/^secret .*$/m, "end");
  expect(await verify(text, () => null, chanceIn, null)).toEqual({ fair: false, why: "unpromised", line: 1 });
});

test("a record whose promise is another one than what was seen before the game is refused", async () => {
  const text = golden("linko-duel-2.txt");
  const written = /^stolik 1 commitment (\w+)$/m.exec(text)![1]!;
  const seen = /^stolik 1 commitment (\w+)$/m.exec(golden("linko-basic-3.txt"))![1]!;
  expect(await verify(text, () => kept(written), chanceIn, null)).toMatchObject({ fair: true });
  expect(await verify(text, () => kept(seen), chanceIn, null)).toEqual({
    fair: false,
    why: "other_promise",
    line: 1,
    written,
    seen,
  });
});

test("what a seat added is compared with what this device knows", async () => {
  const text = golden("pickomino-base-3.txt");
  const written = /^stolik 1 commitment (\w+)$/m.exec(text)![1]!;
  const random = [0, 1, 2].map((seat) => new RegExp(`^random ${seat} (\\w+)$`, "m").exec(text)?.[1] ?? "");
  const promises = random.map((added) => (added ? promiseOf(added) : null));
  const own = random.findIndex(Boolean);
  const mine = { ...kept(written), promises, random: { [own]: random[own]! } };
  const judged = (text: string, mine: Kept) => verify(text, () => mine, chanceIn, null);
  expect(await judged(text, mine)).toMatchObject({ fair: true });

  for (const seat of [0, 1, 2].filter((seat) => random[seat])) {
    const line = lineOf(text, `random ${seat} `);
    const other = text.replace(`random ${seat} ${random[seat]}`, `random ${seat} ${"5eed".repeat(8)}`);
    expect(await judged(other, mine)).toEqual({ fair: false, why: "other_random", line, seat });
    const unpromised = { ...mine, promises: promises.with(seat, null) };
    expect(await judged(text, unpromised)).toEqual({ fair: false, why: "other_random", line, seat });
  }
  const without = text.replace(`random ${own} ${random[own]}\n`, "");
  const end = without.split("\n").indexOf("");
  expect(await judged(without, mine)).toEqual({ fair: false, why: "missing_random", line: end, seat: own });
  expect(await judged(text, { ...mine, promises: [...promises, null] })).toMatchObject({
    why: "other_random",
    seat: 3,
  });
});

test("a kind of chance that the page does not know is never called fair, and its line is named", async () => {
  const text = golden("pickomino-base-2.txt");
  const line = lineOf(text, "dice ");
  const blind = async () => ({ words: { dice: null }, draws: {} });
  expect(await verify(text, () => null, blind, null)).toMatchObject({ fair: false, why: "unknown", line });
  const undeclared = async () => ({ words: {}, draws: {} });
  expect(await verify(text, () => null, undeclared, null)).toMatchObject({ fair: false, why: "no_chance" });
  const none = async () => null;
  expect(await verify(text, () => null, none, null)).toMatchObject({
    why: "unknown",
    written: "game pickomino",
  });
});

/** A record of a game that the page does not know, written with the engine's own chance. */
const FALLEN = ["die 6", "die 1", "die 5", "die 5"];
const PIG = [
  "stolik 1 commitment 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925",
  "game pig",
  "players 2",
  `random 0 ${"00".repeat(16)}`,
  "",
  ...FALLEN.flatMap((die) => ["roll", die]),
  `secret ${"00".repeat(32)}`,
  "",
].join("\n");

test("outcomes that a game lists are drawn from that list, in the order of the record", async () => {
  const faces = Array.from({ length: 6 }, (_, n) => `die ${n + 1}`);
  const listed = async () => ({ words: { die: faces }, draws: {} });
  expect(await verify(PIG, () => null, listed, null)).toMatchObject({ fair: true, drawn: FALLEN });
  const forged = PIG.replace(/^die .$/m, `die ${(Number(FALLEN[0]!.slice(4)) % 6) + 1}`);
  expect(await verify(forged, () => null, listed, null)).toMatchObject({ why: "chance", drawn: FALLEN[0] });
});
