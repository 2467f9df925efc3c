// The modules that catalogues.ts serves.

declare module "virtual:words" {
  /** The languages there are, each with its own name and how to fetch its catalogue. */
  export const languages: Record<
    string,
    { name: string; load: () => Promise<{ default: import("./lib/words.svelte").Catalogue }> }
  >;
}
