// What the page and its worker say to each other.

/** Where the worker finds everything, and a file that only this version of the page has. */
export type Setting = { root: string; own: string; folder: string; wheels: string[]; lock: object };

export type ToWorker =
  | { t: "begin"; setting: Setting; storing: boolean } // whether the page is storing everything meanwhile
  | { t: "stored"; more: boolean } // it has stored a file, and whether it goes on
  | { t: "ask"; n: number; method: string; path: string; body: string }
  | { t: "open"; line: number; code: string; since: string; spectator: boolean }
  | { t: "say"; line: number; text: string }
  | { t: "end"; line: number };

/**
 * How the worker is: on its way, waiting because another tab plays, ready; and ready, but where nothing lasts, as the
 * browser keeps nothing for this page, or has no room left. Failed: there is no Python.
 */
export type Condition = "starting" | "elsewhere" | "ready" | "forgetful" | "full" | "failed";

export type FromWorker =
  | { t: "is"; condition: Condition }
  | { t: "answer"; n: number; ok: boolean; media: string; text: string }
  | { t: "told"; line: number; text: string }
  | { t: "ended"; line: number; code: number };
