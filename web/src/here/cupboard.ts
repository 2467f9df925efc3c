// Where the tables of this device are kept: every entry of every log, in the browser's own database.

const NAME = "stolik";
const VERSION = 1;
const ENTRIES = "entries";
const TABLES = "tables";
const UNREADABLE = ""; // no entry

type Entry = { code: string; seq: number; entry: string };
type Kept = { code: string; running: boolean; at: number };

/** What was found: the entries of each table in order, and where a game goes on. */
export type Found = { logs: Record<string, string[]>; running: string[] };

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the database does not answer"));
  });

const whole = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("nothing was kept"));
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(ENTRIES, { keyPath: ["code", "seq"] });
    request.result.createObjectStore(TABLES, { keyPath: "code" });
  };
  return done(request);
}

export class Cupboard {
  #database: IDBDatabase;

  private constructor(database: IDBDatabase) {
    this.#database = database;
    database.onversionchange = () => database.close(); // a newer page makes it anew; writing fails until that is loaded
  }

  /** Open it; fails where the browser keeps nothing, or a newer page has changed it. */
  static async open(): Promise<Cupboard> {
    return new Cupboard(await open());
  }

  /** Return everything that is kept. A log that lacks an entry cannot be read from there on: nobody writes into it. */
  async all(): Promise<Found> {
    const transaction = this.#database.transaction([ENTRIES, TABLES]);
    const entries = done(transaction.objectStore(ENTRIES).getAll() as IDBRequest<Entry[]>);
    const tables = done(transaction.objectStore(TABLES).getAll() as IDBRequest<Kept[]>);
    const logs: Record<string, string[]> = {};
    for (const { code, seq, entry } of await entries) {
      const log = (logs[code] ??= []);
      log.push(seq === log.length + 1 ? entry : UNREADABLE);
    }
    const running = (await tables).filter(({ code, running }) => running && logs[code]?.length);
    return { logs, running: running.map(({ code }) => code) };
  }

  /** Keep an entry of a table, and whether a game goes on after it. */
  async keep(code: string, seq: number, entry: string, running: boolean): Promise<void> {
    const transaction = this.#database.transaction([ENTRIES, TABLES], "readwrite");
    transaction.objectStore(ENTRIES).put({ code, seq, entry } satisfies Entry);
    transaction.objectStore(TABLES).put({ code, running, at: Date.now() } satisfies Kept);
    await whole(transaction);
  }

  /** Forget a table. */
  async forget(code: string): Promise<void> {
    const transaction = this.#database.transaction([ENTRIES, TABLES], "readwrite");
    transaction.objectStore(ENTRIES).delete(IDBKeyRange.bound([code, 0], [code, Infinity]));
    transaction.objectStore(TABLES).delete(code);
    await whole(transaction);
  }
}
