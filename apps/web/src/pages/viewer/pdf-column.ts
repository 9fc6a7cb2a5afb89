type Box = Readonly<{ left: number; right: number; top: number; bottom: number }>;

/** Pixels above and below a point in which its column is looked for. */
const AROUND = 220;
/** Texts of one line of a column are not farther from each other. */
const NEAR = 40;

/** The left and right end of the column of texts at a point; none where no text is near it. */
export function columnAt(
  texts: readonly Box[],
  [x, y]: readonly [number, number],
): Readonly<{ left: number; right: number }> | undefined {
  const near = texts.filter(({ left, right, top, bottom }) => right > left && bottom > y - AROUND && top < y + AROUND);
  const apart = ({ left, right, top, bottom }: Box): number =>
    Math.max(left - x, 0, x - right) + Math.max(top - y, 0, y - bottom);
  const [nearest] = near.toSorted((one, other) => apart(one) - apart(other));
  if (nearest === undefined || apart(nearest) > AROUND) return undefined;
  // Texts below and above it that are in the same column, then what goes on from those in their lines.
  let { left, right } = nearest;
  for (let isLarger = true; isLarger; ) {
    const inIt = near.filter((text) => text.left < right + NEAR / 4 && text.right > left - NEAR / 4);
    const wider = { left: Math.min(...inIt.map((one) => one.left)), right: Math.max(...inIt.map((one) => one.right)) };
    isLarger = wider.left < left || wider.right > right;
    ({ left, right } = wider);
  }
  return { left, right };
}
