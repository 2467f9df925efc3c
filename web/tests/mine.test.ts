// The tables that a device remembers.

import { beforeEach, expect, test } from "vitest";
import { forget, mine, remember } from "../src/lib/mine.svelte";

const names = ["Ola"];
const codes = () => mine.tables.map(({ code }) => code);

beforeEach(() => codes().forEach(forget));

test("of tables at servers the last eight are remembered, and all on this device, which has no other list", () => {
  for (let n = 0; n < 10; n++) {
    remember({ code: `0TABL${n}`, game: "linko", names });
    remember({ code: `STABL${n}`, game: "linko", names });
  }
  expect(codes().filter((code) => code.startsWith("0"))).toHaveLength(10);
  expect(codes().filter((code) => code.startsWith("S"))).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2].map((n) => `STABL${n}`),
  );
});
