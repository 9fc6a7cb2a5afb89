import { plural } from './format.ts';

export const MAX_NAMED = 8;
const FIRST = 3;

/** The first names, and how many more: in a sentence that has no room for eight. */
export const firstNames = (names: readonly string[]): string =>
  names.slice(0, FIRST).join(', ') + (names.length > FIRST ? ` and ${names.length - FIRST} more` : '');

/** Names in a sentence; of many the first ones and how many more. */
export const listNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en').format([
    ...names.slice(0, MAX_NAMED),
    ...(names.length > MAX_NAMED ? [plural(names.length - MAX_NAMED, 'other')] : []),
  ]);
