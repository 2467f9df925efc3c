// The sizes of a window by name: `@media (--desk)` in a style means what src/lib/sizes.ts says.

import type { Plugin } from "vite";
import { SIZES } from "./src/lib/sizes";

const NAMED = /(?<=@media\b[^{]*)\(--(\w+)\)/g;

/** Return a style with its named sizes filled in. */
export function filled(style: string): string {
  return style.replace(NAMED, (_, name: string) => {
    if (!(name in SIZES)) throw new Error(`there is no size called ${name}`);
    return SIZES[name as keyof typeof SIZES];
  });
}

export const queries = (): Plugin => ({
  name: "queries",
  enforce: "pre",
  transform: {
    filter: { id: /\.(svelte|css)$/ },
    handler: (code) => ({ code: filled(code), map: null }),
  },
});
