// A line to a table: a socket to a server, or to the Python on this device, which says the same.

import { isHere } from "./here.svelte";

/** As much of a socket as a table needs. */
export interface Line {
  onmessage: ((message: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  readonly readyState: number;
  send(text: string): void;
  close(): void;
}

const LOST = 1006;

/** Open a line to the table with this code. */
export function openLine(code: string, since: string, spectator: boolean): Line {
  if (isHere(code)) return new LineHere(code, since, spectator);
  const base = location.origin.replace(/^http/, "ws");
  const query = `since=${since}${spectator ? "&spectator" : ""}`;
  return new WebSocket(`${base}/api/tables/${code}/socket?${query}`) as Line;
}

class LineHere implements Line {
  onmessage: Line["onmessage"] = null;
  onclose: Line["onclose"] = null;
  readyState: number = WebSocket.CONNECTING;
  #say: ((text: string) => void) | null = null;
  #end: (() => void) | null = null;

  constructor(code: string, since: string, spectator: boolean) {
    void this.#open(code, since, spectator);
  }

  async #open(code: string, since: string, spectator: boolean): Promise<void> {
    try {
      const { openHere } = await import("../here/engine");
      if (this.readyState !== WebSocket.CONNECTING) return;
      [this.#say, this.#end] = openHere(code, since, spectator, {
        told: (data) => {
          if (this.readyState === WebSocket.CONNECTING) this.readyState = WebSocket.OPEN;
          if (this.readyState === WebSocket.OPEN) this.onmessage?.({ data });
        },
        ended: (code) => this.#ended(code),
      });
    } catch (error) {
      console.warn(error);
      this.#ended(LOST);
    }
  }

  #ended(code: number): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose?.({ code });
  }

  send(text: string): void {
    this.#say?.(text);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    this.#end?.();
  }
}
