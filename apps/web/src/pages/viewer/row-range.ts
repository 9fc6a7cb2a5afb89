/** Browsers draw no element that is much higher. */
const HIGHEST = 8_000_000;
const AROUND = 10;

type Seen = Readonly<{ top: number; space: number; count: number; height: number }>;

/**
 * The rows in sight of a list that is scrolled by `top`. Where all rows are higher than a browser can draw, the height is
 * `total`, and the place of each row is `offset` smaller than its number says.
 */
export function rangeOf({ top, space, count, height }: Seen): Readonly<{
  first: number;
  last: number;
  total: number;
  offset: number;
}> {
  const real = count * height;
  const total = Math.min(real, HIGHEST);
  const part = total > space ? Math.min(1, Math.max(0, top / (total - space))) : 0;
  const realTop = total === real ? top : part * (real - space);
  const first = Math.max(0, Math.floor(realTop / height) - AROUND);
  const last = Math.min(count, Math.ceil((realTop + space) / height) + AROUND);
  return { first: Math.min(first, last), last, total, offset: realTop - top };
}
