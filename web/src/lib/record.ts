// A game's record as it is written (docs/notation.md, "Records"): its header, and its lines with their numbers.

/** A record that cannot be read; `line` is where, counted from 1. */
export class BrokenRecord extends Error {
  constructor(readonly line: number) {
    super(`line ${line}`);
  }
}

export type Line = { number: number; text: string };
export type GameRecord = {
  /** The promise of the secret, in hexadecimal; null where there was none. */
  commitment: string | null;
  game: string;
  players: number;
  options: Record<string, string>;
  /** How many of its moves were taken over from another game, by whose secret they fell; 0 if none were. */
  taken: number;
  /** By seat: a name, and what the seat added to the chance. */
  names: (string | null)[];
  random: string[];
  moves: Line[];
  /** The closing line; its text is the secret, or empty where there was no promise. */
  secret: Line;
};

/** Read a record, or say at which line it is broken. */
export function readRecord(text: string): GameRecord {
  const lines = text.split("\n").map((line, n): Line => ({ number: n + 1, text: line }));
  if (lines.pop()!.text !== "") throw new BrokenRecord(lines.length + 1); // the last line is not closed
  const blank = lines.findIndex((line) => line.text === "");
  const last = lines.at(-1);
  if (blank < 0 || !last || last.number <= blank + 1) throw new BrokenRecord(lines.length + 1);

  const [first, ...header] = lines.slice(0, blank);
  const promise = /^stolik 1 (?:commitment ([0-9a-f]{64})|no commitment)$/.exec(first?.text ?? "");
  if (!promise) throw new BrokenRecord(1);
  const record: GameRecord = {
    commitment: promise[1] ?? null,
    game: "",
    players: 0,
    options: {},
    taken: 0,
    names: [],
    random: [],
    moves: lines.slice(blank + 1, -1),
    secret: { number: last.number, text: readClosing(last, promise[1] !== undefined) },
  };
  for (const line of header) readHeader(record, line);
  if (!record.game || !record.players) throw new BrokenRecord(blank + 1);
  return record;
}

function readHeader(record: GameRecord, { number, text }: Line): void {
  const [word, what = "", ...rest] = text.split(" ");
  const value = rest.join(" ");
  const seat = Number(what);
  if (word === "game" && what && !value) record.game = what;
  else if (word === "players" && /^[2-9]$/.test(what) && !value) {
    record.players = seat;
    record.names = Array<null>(seat).fill(null);
    record.random = Array<string>(seat).fill("");
  } else if (word === "option" && what && value) record.options[what] = value;
  else if (word === "taken" && /^\d{1,9} from [0-9a-f]{64}$/.test(`${what} ${value}`)) record.taken = seat;
  else if (word === "seat" && seat < record.players && value) record.names[seat] = value;
  else if (word === "random" && seat < record.players && /^[0-9a-f]{32}$/.test(value))
    record.random[seat] = value;
  else throw new BrokenRecord(number);
}

function readClosing({ number, text }: Line, promised: boolean): string {
  const closing = promised ? /^secret ([0-9a-f]{64})$/.exec(text) : /^end()$/.exec(text);
  if (!closing) throw new BrokenRecord(number);
  return closing[1]!;
}
