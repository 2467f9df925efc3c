// Bots play at a pace one can follow; whoever has seen enough hurries them: by holding a key or the table, or by a button
// that stays pressed until it is their turn.

/** Whether there is a bot to hurry, and whether somebody does. */
export const hurry = $state({ can: false, on: false });
