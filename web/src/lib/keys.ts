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

/** The keys of each game, and of any, with the last part of the name of what they do in the catalogues. */
export const KEYS: Record<string, [keys: string[], deed: string][]> = {
  pickomino: [
    [["1–5", "W"], "face"],
    [["R"], "roll"],
    [["T"], "tile"],
    [["G"], "grill"],
    [["Enter"], "keep"],
    [["G"], "gold"],
    [["L"], "weasel"],
    [["B"], "burn"],
  ],
  linko: [
    [["1–13", "J"], "value"],
    [["D"], "deck"],
    [["−", "+"], "more"],
    [["Enter"], "play"],
    [["1–13", "J", "D"], "draw"],
    [["P"], "pass"],
    [["A"], "always"],
  ],
  any: [
    [["←", "→"], "arrows"],
    [["?"], "help"],
    [["Esc"], "escape"],
  ],
};
