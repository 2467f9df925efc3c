// How a play of cards is written: docs/notation.md. Whether it is legal is for the server to say.

export type Chosen = { value: string; cards: number; jokers: number };

/** Return the text of a play: so many cards of a value, with jokers; or jokers alone. */
export function playText({ value, cards, jokers }: Chosen): string {
  if (value === "j") return `play ${cards}j`;
  return `play ${cards}x${value}${jokers ? `+${jokers}j` : ""}`;
}

export type Layer = { value: number; cards: string[] };

/** Return the cards of a value that a layer has, and its jokers, in the order they are shown. */
export function layerText(layer: Layer): string {
  const value = layer.value === 14 ? "J" : String(layer.value);
  return `${layer.cards.length}×${value}`;
}
