// The lobby, over HTTP.

import { isHere, playsHere } from "./here.svelte";
import type {
  Continue,
  Evening,
  Games,
  ListedTables,
  NewTable,
  Problem,
  PuzzleView,
  Recovery,
  Replay,
  Reviewed,
  Reviewing,
  Seated,
  SitDown,
  TableSummary,
} from "./protocol";
import type { Catalogue } from "./words.svelte";

/** A request that was refused; the words for its code are under refusal.<code>. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly values: Record<string, unknown> = {},
  ) {
    super(code);
  }
}

/** Whether something is to be asked here, on this device, and not at a server. */
function isForHere(path: string): boolean {
  const code = /^\/tables\/([^/?]+)/.exec(path)?.[1];
  return code === undefined ? playsHere() : isHere(code);
}

async function ask<T>(
  method: string,
  path: string,
  body?: unknown,
  here: boolean = isForHere(path),
): Promise<T> {
  if (here) return askHere(method, path, body);
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline");
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => ({ code: "failed", values: {} }))) as Problem;
    throw new Refusal(problem.code, problem.values);
  }
  if (response.status === 204) return undefined as T;
  const plain = response.headers.get("content-type")?.startsWith("text/");
  return (plain ? await response.text() : await response.json()) as T;
}

async function askHere<T>(method: string, path: string, body: unknown): Promise<T> {
  const engine = await import("../here/engine").catch(() => {
    throw new Refusal("offline");
  });
  const answer = await engine.askHere(method, path, body === undefined ? "" : JSON.stringify(body));
  if (!answer.ok) {
    const problem = JSON.parse(answer.text) as Problem;
    throw new Refusal(problem.code, problem.values);
  }
  return (answer.media === "application/json" ? JSON.parse(answer.text) : answer.text) as T;
}

export const listGames = (here: boolean) => ask<Games>("GET", "/games", undefined, here);
export const getRules = (game: string, language: string) =>
  ask<string>("GET", `/games/${game}/rules/${language}`);
export const getPuzzle = (which: Partial<Pick<PuzzleView, "game" | "number">>) =>
  ask<PuzzleView>("GET", `/puzzle?${new URLSearchParams(which as Record<string, string>)}`);
export const getWords = (game: string, language: string) =>
  ask<{ words: Catalogue }>("GET", `/games/${game}/words/${language}`);
export const openTable = (table: NewTable) => ask<Seated>("POST", "/tables", table);
export const openRecord = (text: string) => ask<Seated>("POST", "/records", text);
export const listTables = () => ask<ListedTables>("GET", "/tables");
export const rateEvening = (code: string) => ask<Evening>("GET", `/tables/${code}/evening?ratings=true`);
export const getEvening = (code: string) => ask<string>("GET", `/tables/${code}/evening?format=csv`);
export const seeTable = (code: string) => ask<TableSummary>("GET", `/tables/${code}`);
export const deleteTable = (code: string) => ask<void>("DELETE", `/tables/${code}`);
export const eraseMe = (code: string) => ask<void>("DELETE", `/tables/${code}/me`);
export const sitDown = (code: string, who: SitDown) => ask<Seated>("POST", `/tables/${code}/seats`, who);
export const askRecovery = (code: string) => ask<Recovery>("POST", `/tables/${code}/recovery`);
export const recover = (code: string, word: string) =>
  ask<Seated>("POST", `/tables/${code}/recover`, { recovery: word });
export const getRecord = (code: string, round: number) =>
  ask<string>("GET", `/tables/${code}/games/${round}/record`);
export const getReview = (code: string, round: number) =>
  ask<Reviewed | Reviewing>("GET", `/tables/${code}/review?round=${round}`);
export const playOn = (code: string, round: number, from: Continue) =>
  ask<Seated>("POST", `/tables/${code}/continue?round=${round}`, from);
export const getReplay = (code: string, round: number, seat: number | null) =>
  ask<Replay>("GET", `/tables/${code}/games/${round}/replay${seat === null ? "" : `?seat=${seat}`}`);
