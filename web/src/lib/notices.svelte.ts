// Short notices: why something was refused, that a link was copied. They go by themselves.

import { Refusal } from "./api";
import { say } from "./live.svelte";
import { firstOf, t } from "./words.svelte";

const SHOWN = 4500;

export const notices = $state<{ list: { id: number; text: string }[] }>({ list: [] });
let next = 0;

/** Show a notice for a while, or for as long as something takes. */
export function notice(text: string, during?: Promise<unknown>): void {
  const id = next++;
  notices.list.push({ id, text });
  say(text);
  const remove = () => {
    notices.list = notices.list.filter((one) => one.id !== id);
  };
  if (during) void during.then(remove, remove);
  else setTimeout(remove, SHOWN);
}

/** Return why something was refused, in the catalogue's words. */
export function refusalText(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  const values = Object.fromEntries(
    Object.entries(error.values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : String(value),
    ]),
  );
  const { game, reason } = values;
  if (error.code === "illegal" && reason)
    return firstOf([`${game}.reason.${reason}`, `reason.${reason}`]) ?? t("refusal.illegal");
  if (error.code === "bad_record") return firstOf([`record.${reason}`, "refusal.bad_record"], values)!;
  return t(`refusal.${error.code}`, values);
}

/** Do something, and show why if it is refused. Return whether it was done. */
export async function tried(
  work: Promise<unknown>,
  textOf: (error: unknown) => string = refusalText,
): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    notice(textOf(error));
    return false;
  }
}
