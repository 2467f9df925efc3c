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

/** Let arrow keys move the focus within a group of buttons; up and down go by a row of so many. */
export function moveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }, row = 1): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  buttons[(at + step + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
}

/** Keys, and the name of what they do in the catalogues. */
export type Keys = [keys: string[], deed: string][];

/** The key whose name is a word, and so another one in each language. */
export const SPACE = " ";

/** The keys that every table has. */
export const ANY: Keys = [
  [["←", "→"], "keys.any.arrows"],
  [[SPACE], "keys.any.hurry"],
  [["Z"], "keys.any.back"],
  [["?"], "keys.any.help"],
  [["Esc"], "keys.any.escape"],
];
