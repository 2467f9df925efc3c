// How large a window can be, and what each size is called: in styles `@media (--desk)`, which the build fills in
// (queries.ts), in scripts through lib/screen.svelte.ts. They are in rem, so that large letters in a browser's settings
// count like a small window.

export const SIZES = {
  /** The table is seen from above, with everything lying on it. */
  desk: "(min-width: 56.25rem) and (min-height: 35rem)",
  /** There is room for the rail beside it. */
  wide: "(min-width: 75rem) and (min-height: 35rem) and (orientation: landscape)",
  /** A phone held sideways. */
  low: "(max-height: 30rem) and (orientation: landscape)",
  /** A small phone. */
  short: "(max-height: 43.75rem) and (orientation: portrait)",
  /** A phone with letters twice as large. */
  narrow: "(max-width: 19.5rem)",
} as const;
