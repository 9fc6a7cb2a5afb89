import { plural } from './format.ts';

export const MAX_NAMED = 8;

/** Names in a sentence; of many the first ones and how many more. */
export const listNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en').format([
    ...names.slice(0, MAX_NAMED),
    ...(names.length > MAX_NAMED ? [plural(names.length - MAX_NAMED, 'other')] : []),
  ]);
