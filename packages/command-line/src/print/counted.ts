/** A number with its noun: `1 room`, `2 rooms`. */
export const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
