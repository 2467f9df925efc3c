// Keys that mean something at the table, unless they are meant for something else.

/** Whether a key is being typed into a field or a sheet, or belongs to the browser. */
export function isElsewhere(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  return (
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target?.closest("input, select, textarea, dialog, [role=dialog]") != null
  );
}

/** Keys, and the name of what they do in the catalogues. */
export type Keys = [keys: string[], deed: string][];

/** The keys that every table has. */
export const ANY: Keys = [
  [["←", "→"], "keys.any.arrows"],
  [["?"], "keys.any.help"],
  [["Esc"], "keys.any.escape"],
];
