// What a player has, and how it is said.

import { t } from "../../lib/words.svelte";
import type { PickominoSeat, SpecialistEvent } from "./types";

export type Holding = PickominoSeat;
export type SpecialistName = SpecialistEvent["specialist"];

/** Return a specialist's name as a title. */
export function specialistTitle(specialist: SpecialistName): string {
  const name = t(`pickomino.specialist.${specialist}.name`);
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** Return what a player has besides tiles, each as it is said. */
export function extrasOf({ specialist, round_worms: worms }: Holding): string[] {
  return [
    ...(specialist ? [t(`pickomino.specialist.${specialist}.name`)] : []),
    ...(worms ? [t("pickomino.table.round_worms", { n: worms })] : []),
  ];
}
