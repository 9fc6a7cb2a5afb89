import { closest, distance } from 'fastest-levenshtein';

const MAX_DISTANCE = 3;

/** The word that `text` is most likely a misspelling of; undefined if none is close. */
export function nearest(text: string, words: readonly string[]): string | undefined {
  const best = closest(text, words);
  return distance(text, best) <= MAX_DISTANCE ? best : undefined;
}
