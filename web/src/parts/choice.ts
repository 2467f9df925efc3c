// What a labelled choice among a few needs, whichever way it is drawn.

export type ChoiceProps<T> = {
  label: string;
  choices: { value: T; text: string }[];
  value: T;
  /** Told of what was chosen; where that may be refused, a promise that settles with the answer. */
  onchange: (value: T) => unknown;
};
