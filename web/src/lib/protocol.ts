// Written by `make protocol` from the server's messages. Change them, not this.

import type { Event, View } from "../games/types";
import type { Review } from "./review";

export const PROTOCOL = 2;

export type FromDevice = Configure | Ready | Start | Reveal | Play | TakeBack | Answer | ChooseHelp | Order | Say | Leave | Remove | Mute | StandIn | Rematch | Hurry | Look | Ping;

export type ToDevice = Hello | Update | Seen | Advice | Done | Refused | Pong;

/** The host changes the game's options, the seats, the manners or the table's name; the rest stays. The name alone may be changed at any time. */
export type Configure = {
  t: "configure";
  id: string;
  options?: Record<string, string | number> | null;
  seats?: Array<SeatPlan> | null;
  manners?: Manners | null;
  name?: string | null;
};

/** What a seat is kept for, while people gather. */
export type SeatPlan = {
  kind?: "bot" | "closed" | "human";
  level?: "easy" | "hard" | "master" | "medium";
};

/** How a table is run, apart from the game's own options. */
export type Manners = {
  pace?: "calm" | "instant" | "normal" | "quick";
  help?: "none" | "risk" | "trainer";
  clock?: number;
  chat?: "phrases" | "text";
  spectators?: boolean;
  listed?: boolean;
};

/** A person is ready for the next game, and adds randomness of their own to its chance. Either the randomness itself, or a promise of it: then nobody can choose theirs to fit it, and it is shown by ``reveal`` once everybody else has fixed theirs. */
export type Ready = {
  t: "ready";
  id: string;
  seat: number;
  random?: string | null;
  promise?: string | null;
};

/** The host starts the game. */
export type Start = {
  t: "start";
  id: string;
};

/** A person shows the randomness that was promised: the table waits for it to begin. */
export type Reveal = {
  t: "reveal";
  id: string;
  seat: number;
  random: string;
};

/** A person decides. Several moves are one gesture: all of them are played, or none. */
export type Play = {
  t: "play";
  id: string;
  seat: number;
  ply: number;
  moves: Array<string>;
};

/** A person wants to take back their last decision; if other people play, they are asked. */
export type TakeBack = {
  t: "take_back";
  id: string;
  seat: number;
  ply: number;
};

/** A person answers the question of another who wants to take back a decision. */
export type Answer = {
  t: "answer";
  id: string;
  seat: number;
  agree: boolean;
};

/** A person chooses how much help they get, within what the host allows. */
export type ChooseHelp = {
  t: "help";
  id: string;
  seat: number;
  help: "none" | "risk" | "trainer";
};

/** A person leaves standing orders: what to answer without asking. An empty one takes all back. */
export type Order = {
  t: "order";
  id: string;
  seat: number;
  orders: Record<string, string>;
};

/** A person says something: a phrase by its code, or a text where the table allows it. */
export type Say = {
  t: "say";
  id: string;
  seat: number;
  phrase?: "again" | "clap" | "cry" | "good_luck" | "heart" | "hello" | "hurry" | "laugh" | "one_moment" | "oops" | "shock" | "sorry" | "thanks" | "think" | "well_played" | "wow" | null;
  text?: string | null;
};

/** A person gets up from a seat; in a running game a bot goes on in it. */
export type Leave = {
  t: "leave";
  id: string;
  seat: number;
};

/** The host removes a person from a seat. */
export type Remove = {
  t: "remove";
  id: string;
  seat: number;
};

/** The host mutes or unmutes a person. */
export type Mute = {
  t: "mute";
  id: string;
  seat: number;
  muted: boolean;
};

/** Somebody present decides about a person who is away: wait, or let a bot play this turn or the seat. */
export type StandIn = {
  t: "stand_in";
  id: string;
  seat: number;
  how: "seat" | "turn" | "wait";
};

/** Somebody wants to play again: a new game with the same seats, as soon as everybody is ready. */
export type Rematch = {
  t: "rematch";
  id: string;
};

/** The only person of a running game wants the bot that must decide to do so now. The log knows nothing of it, so that it may be sent again and again. */
export type Hurry = {
  t: "hurry";
  id: string;
};

/** The device wants to see through one of its seats, or (``null``) to show nothing private. */
export type Look = {
  t: "look";
  seat: number | null;
};

/** The device wants to know whether the connection is alive. */
export type Ping = {
  t: "ping";
};

/** The first message on every socket: all there is to know. */
export type Hello = {
  t: "hello";
  protocol: number;
  seq: number;
  now: number;
  ply: number;
  table: TableView;
  yours: Array<number>;
  host: boolean;
  seat: number | null;
  orders: Record<string, string>;
  view: View | null;
  preview: Record<string, Record<string, unknown>> | null;
  risk: number | null;
  back: number | null;
  missed: Array<Told>;
  ladder: Ladder;
};

/** A table as everybody may see it, apart from the game on it. */
export type TableView = {
  code: string;
  game: string;
  options: Record<string, string | number>;
  manners: Manners;
  stage: "over" | "playing" | "waiting";
  round: number;
  host: number | null;
  seats: Array<SeatView>;
  commitment: string;
  secret: string | null;
  starting: Array<number> | null;
  name: string | null;
  evening: Array<Standing>;
  asked: Question | null;
  full: boolean;
};

/** A seat as everybody may see it. */
export type SeatView = {
  kind: "bot" | "closed" | "human";
  name: string | null;
  level: "easy" | "hard" | "master" | "medium";
  ready: boolean;
  promise: string | null;
  away: number | null;
  stand_in: "seat" | "turn" | "wait" | null;
  muted: boolean;
  help: "none" | "risk" | "trainer";
};

/** How one player has done in the finished games of a table. */
export type Standing = {
  name: string | null;
  level: "easy" | "hard" | "master" | "medium" | null;
  seat: number;
  games: number;
  wins: number;
  points: number;
  places: Array<number>;
  streak: number;
  best: number;
};

/** A person asks the others whether they may take back a decision. */
export type Question = {
  seat: number;
  ply: number;
  agreed: Array<number>;
};

/** One entry of the table's log, as this device may see it. */
export type Told = {
  seq: number;
  at: number;
  id: string;
  events: Array<Event>;
};

/** After how many seconds of absence what may happen. */
export type Ladder = {
  losing: number;
  absent: number;
  stand_in: number;
  abandoned: number;
};

/** Something happened. What is left out is as it was. */
export type Update = {
  t: "update";
  seq: number;
  ply: number;
  seat: number | null;
  told: Array<Told>;
  table?: TableView | null;
  yours?: Array<number> | null;
  host?: boolean | null;
  orders?: Record<string, string> | null;
  view?: View | null;
  preview?: Record<string, Record<string, unknown>> | null;
  risk?: number | null;
  back?: number | null;
};

/** The answer to ``look``. */
export type Seen = {
  t: "seen";
  seq: number;
  seat: number | null;
  orders: Record<string, string>;
  view: View | null;
  preview: Record<string, Record<string, unknown>> | null;
  risk: number | null;
  back: number | null;
};

/** What the trainer says of each move; it comes a little after the update that it is about. */
export type Advice = {
  t: "advice";
  ply: number;
  best: string;
  moves: Record<string, Record<string, unknown>>;
  missing?: boolean;
};

/** The command had been done already, as that entry of the log; or a bot was hurried, at that entry. */
export type Done = {
  t: "done";
  id: string;
  seq: number;
};

/** The command was not done and changed nothing; ``code`` says why, ``values`` has the details. */
export type Refused = {
  t: "refused";
  id: string;
  code: string;
  values: Record<string, unknown>;
};

/** The connection is alive. */
export type Pong = {
  t: "pong";
  now: number;
};

/** Everything a form needs to open a table. */
export type Games = {
  games: Array<GameView>;
  levels: Array<string>;
  phrases: Array<string>;
  docs: boolean;
};

/** A game there is, and everything to choose about it. */
export type GameView = {
  name: string;
  options: Array<OptionView>;
  orders: Record<string, Array<string>>;
  gestures: boolean;
  hidden: boolean;
  review: boolean;
  help: Array<"none" | "risk" | "trainer">;
  chance: Record<string, Array<string> | null>;
};

/** One of a game's options; ``only`` and ``needs`` say what it depends on. */
export type OptionView = {
  name: string;
  choices: Array<string | number>;
  default: string | number;
  only: [string, Array<string | number>] | null;
  needs: Array<[Array<string | number>, string, Array<string | number>]>;
};

/** The texts of a game in one language, by their keys: ``<game>.name`` and so on. An entry is a text with {placeholders}, or its forms: by number (``one``, ``few``, ``many``, ``other``) or by person (``you``, ``they``). */
export type Words = {
  words: Record<string, string | Record<string, string>>;
};

/** A table to be opened; with a ``name`` its host sits down at the first seat for people. */
export type NewTable = {
  game: string;
  seats: Array<SeatPlan>;
  options?: Record<string, string | number>;
  manners?: Manners;
  name?: string | null;
};

/** A finished game goes on at a new table, as it stood before one of its moves; bots are the others. */
export type Continue = {
  ply: number;
  level: "easy" | "hard" | "master" | "medium";
  seat?: number | null;
};

/** The tables that anybody may find, the newest first. */
export type ListedTables = {
  tables: Array<ListedTable>;
};

/** A table that anybody may find: one with a free seat, or one with a game to watch. */
export type ListedTable = {
  code: string;
  game: string;
  options: Record<string, string | number>;
  name: string | null;
  host: string | null;
  stage: "over" | "playing" | "waiting";
  people: number;
  free: number;
  opened: number;
};

/** A person takes a free seat, the first one if none is named. */
export type SitDown = {
  name: string;
  seat?: number | null;
};

/** The answer to both: where to play. */
export type Seated = {
  code: string;
  seat: number | null;
};

/** A token that gives a device's seats to another device, once. */
export type Recovery = {
  recovery: string;
};

/** A finished game, move by move, as one seat or a spectator saw it. */
export type Replay = {
  seat: number | null;
  start: View;
  steps: Array<Step>;
};

/** One move of a finished game, what it made happen, and what was seen then. */
export type Step = {
  move: string;
  events: Array<Event>;
  view: View;
};

/** The review of a finished game. */
export type Reviewed = {
  state: "done";
  review: Review;
};

/** The review of a finished game is being computed: ask again in a moment. */
export type Reviewing = {
  state: "working";
  done: number;
  of: number;
  chances?: Array<Array<number>>;
};

/** The finished games of a table, and what they add up to. */
export type Evening = {
  code: string;
  game: string;
  name: string | null;
  standings: Array<Standing>;
  games: Array<EveningGame>;
  ratings: Array<EveningRating> | null;
};

/** One finished game of a table. */
export type EveningGame = {
  round: number;
  began: number;
  ended: number;
  options: Record<string, string | number>;
  players: Array<EveningPlayer>;
  reason: string;
};

/** Who played in a seat, and how they did. */
export type EveningPlayer = {
  name: string | null;
  level: "easy" | "hard" | "master" | "medium" | null;
  score: number;
  place: number;
};

/** The estimated strength of a player, from the games of one table. */
export type EveningRating = {
  name: string | null;
  level: "easy" | "hard" | "master" | "medium" | null;
  seat: number;
  mean: number;
  half: number;
};

/** A table as everybody may see it from outside, with who has to decide there. */
export type TableSummary = {
  code: string;
  game: string;
  options: Record<string, string | number>;
  manners: Manners;
  stage: "over" | "playing" | "waiting";
  round: number;
  host: number | null;
  seats: Array<SeatView>;
  commitment: string;
  secret: string | null;
  starting: Array<number> | null;
  name: string | null;
  evening: Array<Standing>;
  asked: Question | null;
  full: boolean;
  actor: number | null;
};

/** A position in which one move is clearly best, and not the one that comes to mind first. */
export type PuzzleView = {
  game: string;
  number: number;
  count: number;
  day: string | null;
  players: number;
  seat: number;
  view: View;
  obvious: string;
  options: Array<Option>;
};

/** A move that the seat could have chosen. */
export type Option = {
  chance: number;
  move: string;
};

/** Why a request was refused. */
export type Problem = {
  code: string;
  values: Record<string, unknown>;
};
