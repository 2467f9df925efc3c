// The modules that catalogues.ts serves.

/** Python for browsers: its folder below the page, and its packages; null where the page was built without it. */
declare const __PYTHON__: { folder: string; wheels: string[]; lock: object } | null;

declare module "virtual:words" {
  /** The languages there are, each with its own name and how to fetch its catalogue. */
  export const languages: Record<
    string,
    { name: string; load: () => Promise<{ default: import("./lib/words.svelte").Catalogue }> }
  >;
}
