/** The place of a document in a list, or a bound between places. */
export type PlaceInList = Readonly<{ position: number; id: string }>;

/**
 * Orders strings as their UTF-8 bytes are ordered, which is what databases do. JavaScript's own `<` compares UTF-16
 * units and puts every astral character (written with surrogates) before U+E000 to U+FFFF.
 */
export const compareBytes = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const difference = a.charCodeAt(at) - b.charCodeAt(at);
    if (difference !== 0) return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at));
  }
  return a.length - b.length;
};

/** Surrogates encode the highest code points, so they rank above all other units. */
const rank = (unit: number): number => {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
};

/** The order of lists: (position, id). */
export const comparePlaces = (a: PlaceInList, b: PlaceInList): number =>
  a.position - b.position || compareBytes(a.id, b.id);

/** Index of the first entry of a sorted list that is not before `place`. */
export const firstNotBefore = (sorted: readonly PlaceInList[], place: PlaceInList): number => {
  // Fast path: most new documents belong at the end.
  const last = sorted.at(-1);
  if (last !== undefined && comparePlaces(last, place) < 0) return sorted.length;
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = sorted[middle];
    if (entry !== undefined && comparePlaces(entry, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
};
