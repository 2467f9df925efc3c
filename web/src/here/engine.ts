// The page's side of the Python on this device: one worker, started when it is first wanted.

import { alone, root } from "../lib/here.svelte";
import { here } from "./condition.svelte";
import type { FromWorker, ToWorker } from "./said";
import program from "./worker.ts?worker&url";

export type Answer = { ok: boolean; media: string; text: string };
type Ears = { told: (text: string) => void; ended: (code: number) => void };

const answers = new Map<number, (answer: Answer) => void>();
const lines = new Map<number, Ears>();
let next = 0;
let worker: Worker | null = null;

function begun(): Worker {
  if (worker) return worker;
  worker = new Worker(alone ? underOwnPolicy(program) : program, { type: "module", name: "stolik" });
  here.condition = "starting";
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
  worker.onerror = () => (here.condition = "failed");
  const setting = { ...__PYTHON__!, root: new URL(root, location.href).href, own: import.meta.url };
  say({ t: "begin", setting, storing: here.storing });
  return worker;
}

/**
 * Return an address from which a worker starts under the page's own content security policy. A worker from a file is
 * under what the host sends with that file, which a server does (app.py) and a host of mere files does not; a worker
 * from a blob is under the policy of the page that made it.
 */
const underOwnPolicy = (file: string): string =>
  URL.createObjectURL(new Blob([`import ${JSON.stringify(file)};`], { type: "text/javascript" }));

const say = (message: ToWorker): void => worker?.postMessage(message);

function hear(message: FromWorker): void {
  switch (message.t) {
    case "is":
      here.condition = message.condition;
      return;
    case "answer":
      answers.get(message.n)?.(message);
      answers.delete(message.n);
      return;
    case "told":
      lines.get(message.line)?.told(message.text);
      return;
    case "ended":
      lines.get(message.line)?.ended(message.code);
      lines.delete(message.line);
  }
}

/** Say that a file has been stored, and whether others follow: Python waits for those and does not fetch them itself. */
export const stored = (more: boolean): void => say({ t: "stored", more });

/** Ask what one would ask a server. */
export function askHere(method: string, path: string, body: string): Promise<Answer> {
  begun();
  const n = next++;
  return new Promise((answered) => {
    answers.set(n, answered);
    say({ t: "ask", n, method, path, body });
  });
}

/** Open a line to a table; returns how to speak there, and how to end it. */
export function openHere(
  code: string,
  since: string,
  spectator: boolean,
  ears: Ears,
): [say: (text: string) => void, end: () => void] {
  begun();
  const line = next++;
  lines.set(line, ears);
  say({ t: "open", line, code, since, spectator });
  const end = () => (lines.delete(line), say({ t: "end", line }));
  return [(text) => say({ t: "say", line, text }), end];
}
