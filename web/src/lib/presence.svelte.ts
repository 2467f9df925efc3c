// Who has been away for long: the others may then decide what to do about it.

export const absent = $state<{ seats: number[] }>({ seats: [] });
