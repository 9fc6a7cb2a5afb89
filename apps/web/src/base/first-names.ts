const FIRST = 3;

/** The first three names, and how many more, for a sentence. */
export const firstNames = (names: readonly string[]): string =>
  names.slice(0, FIRST).join(', ') + (names.length > FIRST ? ` and ${names.length - FIRST} more` : '');
