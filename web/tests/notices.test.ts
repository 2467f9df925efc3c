// Short notices, and how long they stay.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { notice, notices } from "../src/lib/notices.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shown = () => notices.list.map(({ text }) => text);

test("a notice goes by itself", () => {
  notice("copied");
  expect(shown()).toEqual(["copied"]);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual([]);
});

test("a notice of what takes a while stays until that is done or fails, and no longer", async () => {
  for (const how of ["done", "failed"]) {
    let end = (): void => {};
    const work = new Promise<void>((done, fail) => (end = how === "done" ? done : fail));
    notice("setting up", work);
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual(["setting up"]);
    end();
    await work.catch(() => {});
    expect(shown()).toEqual([]);
  }
});
