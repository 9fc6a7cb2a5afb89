/** Distance from the top of the window, in pixels, above which a part counts as the one that is read. */
const READ_ABOVE = 160;

/** The place of the part that is read: the last one that begins near the top or above, and the last of all at the end of the page. */
export function partInSight(tops: readonly number[], isAtEnd: boolean): number {
  if (isAtEnd) return tops.length - 1;
  return Math.max(
    0,
    tops.findLastIndex((top) => top <= READ_ABOVE),
  );
}
