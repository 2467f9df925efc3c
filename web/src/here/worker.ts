// Python on this device. The tables, their commands, views and logs are the server's own code (stolik.server.local);
// here it is only started, handed what the page says, and given a cupboard to keep its entries in.

import { loadPyodide, type PyodideConfig, type PyodideInterface } from "pyodide";
import type { PyCallable, PyProxy } from "pyodide/ffi";
import * as arrays from "./arrays";
import { Cupboard, type Found } from "./cupboard";
import type { Condition, FromWorker, Setting, ToWorker } from "./said";

const LOCK = "stolik-tables"; // one tab plays at a time: two would write the same logs
const PARTS = "offline/parts.json";
const PACKAGE = /^offline\/stolik-.*\.zip$/;
const COMPILED = "stolik-compiled";
const SIGN = "?compiled"; // nobody takes them for the archives themselves
const LIBRARY = "python_stdlib.zip";
const PACKED = ".gz";
const FAILED = 1011; // as a server that has failed says it
const PROBLEM = JSON.stringify({ code: "failed", values: {} }); // likewise

type Answer = PyProxy & { ok: boolean; media: string; text: string };
type TableLine = PyProxy & { hear(text: string): Promise<void>; close(): void };
type Tables = PyProxy & {
  load(logs: PyProxy, running: PyProxy): void;
  start(): Promise<void>;
  request(method: string, path: string, body: string): Promise<Answer>;
  connect(
    code: string,
    since: string,
    spectator: boolean,
    send: (text: string) => void,
    closed: (code: number) => void,
  ): Promise<TableLine | undefined>;
};

const network = self.fetch.bind(self); // Pyodide is given another one
const post = (message: FromWorker): void => postMessage(message);
const tell = (condition: Condition): void => post({ t: "is", condition });

let tables: Promise<Tables>;
const lines = new Map<number, Promise<TableLine | undefined>>();

onmessage = ({ data }: MessageEvent<ToWorker>) => void hear(data);

async function hear(message: ToWorker): Promise<void> {
  switch (message.t) {
    case "begin":
      wait(message.storing);
      tables = turn().then(() => started(message.setting));
      tables.catch((error: unknown) => (console.error(error), tell("failed")));
      return;
    case "ask": {
      const { n, method, path, body } = message;
      try {
        const answer = await (await tables).request(method, path, body);
        post({ t: "answer", n, ok: answer.ok, media: answer.media, text: answer.text });
        answer.destroy();
      } catch (error) {
        console.error(error);
        post({ t: "answer", n, ok: false, media: "application/json", text: PROBLEM });
      }
      return;
    }
    case "stored":
      return wait(message.more);
    case "open":
      lines.set(message.line, opened(message));
      return;
    case "say":
      await (await lines.get(message.line))?.hear(message.text);
      return;
    case "end": {
      const line = await lines.get(message.line);
      lines.delete(message.line);
      line?.close();
      line?.destroy();
    }
  }
}

async function opened({
  line,
  code,
  since,
  spectator,
}: Extract<ToWorker, { t: "open" }>): Promise<TableLine | undefined> {
  try {
    const told = (text: string) => post({ t: "told", line, text });
    const ended = (code: number) => post({ t: "ended", line, code });
    return await (await tables).connect(code, since, spectator, told, ended);
  } catch (error) {
    console.error(error);
    post({ t: "ended", line, code: FAILED });
    return undefined;
  }
}

/** Wait until no other tab of this browser plays here. */
async function turn(): Promise<void> {
  if (!navigator.locks) return; // only pages that came by a safe way have them
  const forEver = new Promise<never>(() => {});
  await new Promise<void>((mine) => {
    void navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
      if (lock) return (mine(), forEver);
      tell("elsewhere");
      void navigator.locks.request(LOCK, () => (tell("starting"), mine(), forEver));
      return undefined;
    });
  });
}

async function started(setting: Setting): Promise<Tables> {
  const { root, folder, wheels, lock } = setting;
  const at = new URL(folder, root).href;
  const address = packageFor(setting);
  const [python, stored, program, ...packages] = await Promise.all([
    pythonAt(at, lock),
    kept(),
    address.then(async (known) => bytes((await compiledOf(known)) ?? (await got(known)))),
    ...wheels.map(async (name) => bytes(await got(at + name))),
  ]);
  python.registerJsModule("stolik_arrays", arrays);
  python.unpackArchive(program, "zip", { extractDir: sitePackages(python) });
  for (const wheel of packages) python.unpackArchive(wheel, "wheel");
  const module = python.pyimport("stolik.server.local") as PyProxy & { LocalTables: PyCallable };
  const worry = (what: string) => console.warn(what);
  const made = module.LocalTables(stored.keep, stored.forget, worry) as Tables;
  made.load(python.toPy(stored.found.logs) as PyProxy, python.toPy(stored.found.running) as PyProxy);
  await made.start();
  tell(stored.condition);
  void compileAll(python, root, [await address, at + LIBRARY]).catch((error: unknown) => console.warn(error));
  return made;
}

const sitePackages = (python: PyodideInterface): string =>
  (python.runPython("import sysconfig; sysconfig.get_path('purelib')") as string) ?? "/";

/** Start Python. Its own program is stored compressed, since many hosts compress nothing. */
async function pythonAt(at: string, lock: object): Promise<PyodideInterface> {
  let fail: (error: unknown) => void;
  const failed = new Promise<never>((_, broken) => (fail = broken)); // Pyodide waits for ever for what does not come
  const needed = <T>(file: Promise<T>): Promise<T> => (file.catch(fail), file);
  self.fetch = (what, init) => {
    const address = what instanceof Request ? what.url : String(what);
    if (address.endsWith(".wasm")) return needed(unpacked(address, "application/wasm"));
    if (!address.endsWith(LIBRARY)) return network(what, init);
    return needed(compiledOf(address).then((found) => found ?? unpacked(address, "application/zip")));
  };
  const script = await (await unpacked(`${at}pyodide.asm.mjs`, "text/javascript")).blob();
  const address = URL.createObjectURL(script);
  const { default: createPyodideModule } = (await import(/* @vite-ignore */ address)) as {
    default: PyodideConfig["createPyodideModule"];
  };
  URL.revokeObjectURL(address);
  return Promise.race([
    loadPyodide({ indexURL: at, lockFileContents: lock as never, createPyodideModule }),
    failed,
  ]);
}

const unpacked = async (address: string, type: string): Promise<Response> =>
  unpack(await got(address + PACKED), type);

const unpack = ({ body }: Response, type: string): Response =>
  new Response(body!.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": type } });

type Parts = { parts: { path: string }[] };

/** Return where the package is that goes with this page: as it was stored with it, or as its host has it now. */
async function packageFor({ root, own }: Setting): Promise<string> {
  const list = new URL(PARTS, root).href;
  const { parts } = (await listWith(own, list, root)) ?? ((await (await fetched(list)).json()) as Parts);
  return new URL(parts.find(({ path }) => PACKAGE.test(path))!.path, root).href;
}

/** Return the list of a version that is stored whole and has this file. */
async function listWith(file: string, list: string, root: string): Promise<Parts | undefined> {
  for (const name of (await self.caches?.keys()) ?? []) {
    const found = (await (await (await caches.open(name)).match(list))?.json()) as Parts | undefined;
    if (found?.parts.some(({ path }) => new URL(path, root).href === file)) return found;
  }
  return undefined;
}

const bytes = async (response: Response): Promise<Uint8Array> => new Uint8Array(await response.arrayBuffer());

/** Archives of Python's files as they were compiled on this device. */
const compiledOf = async (address: string): Promise<Response | undefined> =>
  (await self.caches?.open(COMPILED))?.match(address + SIGN);

/** Compile archives where everything is stored, once, while somebody plays already: it starts sooner the next time. */
async function compileAll(python: PyodideInterface, root: string, addresses: string[]): Promise<void> {
  if (!self.caches) return;
  const { compiled } = python.pyimport("stolik.server.compiling") as PyProxy & {
    compiled: (archive: PyProxy) => Promise<PyProxy & { toJs(): Uint8Array<ArrayBuffer> }>;
  };
  for (const address of addresses) {
    const stored = (await compiledOf(address)) ? undefined : await archiveAt(address);
    if (!stored) continue;
    const made = await compiled(python.toPy(await stored.arrayBuffer()) as PyProxy);
    await (await caches.open(COMPILED)).put(address + SIGN, new Response(made.toJs()));
    made.destroy();
  }
  const cache = await caches.open(COMPILED);
  const own = new Set(addresses.map((address) => address + SIGN));
  for (const { url } of await cache.keys())
    if (url.startsWith(root) && !own.has(url)) await cache.delete(url); // of another version
}

/** Return an archive that is stored, packed once more or as it is. */
async function archiveAt(address: string): Promise<Response | undefined> {
  const packed = await caches.match(address + PACKED);
  return packed ? unpack(packed, "application/zip") : caches.match(address);
}

let coming: Promise<void> | null = null; // kept when the page has stored one more file; null where it stores none
let come = (): void => {};

function wait(more: boolean): void {
  const before = come;
  coming = more ? new Promise((kept) => (come = kept)) : null;
  before();
}

/** Return a file as it is stored, or as soon as it is; where the page stores nothing it is fetched. */
async function got(address: string): Promise<Response> {
  for (;;) {
    const more = coming;
    const stored = await self.caches?.match(address);
    if (stored) return stored;
    if (!more) return fetched(address);
    await more;
  }
}

async function fetched(address: string): Promise<Response> {
  const response = await network(address);
  if (!response.ok) throw new Error(`${response.status}: ${address}`);
  return response;
}

type Stored = {
  found: Found;
  condition: Condition;
  keep: (code: string, seq: number, entry: string, running: boolean) => Promise<void>;
  forget: (code: string) => Promise<void>;
};

/** Return what is kept, and how to keep more; where the browser keeps nothing, that is said. */
async function kept(): Promise<Stored> {
  try {
    const cupboard = await Cupboard.open();
    const found = await cupboard.all();
    let full = false;
    return {
      found,
      condition: "ready",
      async keep(code, seq, entry, running) {
        try {
          await cupboard.keep(code, seq, entry, running);
          if (full) tell("ready");
          full = false;
        } catch (error) {
          full = true;
          tell("full");
          throw error;
        }
      },
      forget: (code) => cupboard.forget(code),
    };
  } catch (error) {
    console.warn(error);
    return {
      found: { logs: {}, running: [] },
      condition: "forgetful",
      keep: () => Promise.resolve(),
      forget: () => Promise.resolve(),
    };
  }
}
