// Where a table is: at a server, or here, on this device, where the page runs the same Python itself (src/here).

const KEY = "stolik.here";
const SIGN = "0"; // what the codes of tables on a device begin with, and no server's

/** Whether there is no server at all: this page is a folder of files on some host (`stolik site`). */
export const alone = globalThis.document?.documentElement.dataset["server"] === "none";

/** The address of the page's own folder. */
export const root = alone ? location.pathname.replace(/[^/]*$/, "") : "/";

/** Whether the page has brought a Python along that this browser can run. */
export const canPlayHere =
  __PYTHON__ !== null && "WebAssembly" in globalThis && "DecompressionStream" in globalThis;

/** Whether the browser lets this page store anything: it must have come by a safe way. */
export const canStore = "caches" in globalThis;

/** Whether the table with this code is on a device. */
export const isHere = (code: string): boolean => alone || code.startsWith(SIGN);

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

const chosen = $state({ here: read() });

/** Whether new tables are opened on this device. */
export const playsHere = (): boolean => alone || (canPlayHere && chosen.here);

/** Open new tables on this device from now on, or at the server. */
export function playHere(here: boolean): void {
  chosen.here = here;
  try {
    if (here) localStorage.setItem(KEY, "yes");
    else localStorage.removeItem(KEY);
  } catch {
    // it holds until the page is left
  }
}
