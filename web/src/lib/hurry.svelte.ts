// Bots play at a pace one can follow; people can hurry them: by holding a key or the table, or by a button
// that stays pressed until it is their turn.

/** Whether there is a bot to hurry, and whether somebody does. */
export const hurry = $state({ can: false, on: false });
