/** An image of more pixels takes gigabytes while it is decoded, whatever is made of it. */
const MAX_DECODED = 250_000_000;

type Size = Readonly<{ width: number; height: number }>;

/** The size in which an image is drawn: smaller than its own where it has more than `most` pixels; none where it is refused. */
export function sizeToDraw({ width, height }: Size, most: number): Size | undefined {
  const pixels = width * height;
  if (!(pixels > 0) || pixels > MAX_DECODED) return undefined;
  const part = Math.min(1, Math.sqrt(most / pixels));
  return { width: Math.max(1, Math.floor(width * part)), height: Math.max(1, Math.floor(height * part)) };
}

/** The zoom in which all of an image is seen; never larger than it is. */
export const fitImage = (image: Size, window: Size): number =>
  Math.min(1, window.width / image.width, window.height / image.height);
