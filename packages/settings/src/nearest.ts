/** Letters of a word for each slip of the finger that is forgiven in it. */
const LETTERS_PER_SLIP = 4;
/** Longer words are not compared: the work grows with the square of the length. */
const LONGEST = 100;

/**
 * The names that a word is the nearest misspelling of: of the whole, of the last segment of a path, or of a word of it. A word
 * with other digits is never taken for a misspelling.
 */
export function nearestWord(word: string, names: readonly string[]): readonly string[] {
  const most = Math.max(Math.floor(word.length / LETTERS_PER_SLIP), word.length > 2 ? 1 : 0);
  const slips = new Map(names.map((name) => [name, slipsFrom(word, name.toLowerCase(), most)]));
  const fewest = Math.min(most, ...slips.values());
  return [...slips].flatMap(([name, count]) => (count === fewest ? [name] : []));
}

function slipsFrom(word: string, name: string, most: number): number {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const parts = [...new Set([name, last, ...last.split(/\s+/u)])].filter(
    (part) => Math.abs(part.length - word.length) <= most && digitsOf(part) === digitsOf(word),
  );
  return Math.min(...parts.map((part) => slipsBetween(word, part)));
}

const digitsOf = (text: string): string => text.replaceAll(/\D/gu, '');

/** Letters to add, remove, change or swap with their neighbour (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  if (one.length > LONGEST || other.length > LONGEST) return Number.POSITIVE_INFINITY;
  let before: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const present = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      present[at] = Math.min(
        (last[at] ?? 0) + 1,
        (present[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped && row > 1 && at > 1 ? [(before[at - 2] ?? 0) + 1] : []),
      );
    }
    [before, last] = [last, present];
  }
  return last[other.length] ?? 0;
}
