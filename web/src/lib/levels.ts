// How strong bots are, the weakest first.

export const LEVELS = ["easy", "medium", "hard", "master"] as const;
export type Level = (typeof LEVELS)[number];
