import { disableTypes, imageSize, types } from 'image-size';

/** The kinds that `preview-kind.ts` names; AVIF is one of HEIF. */
const SHOWN: readonly string[] = ['bmp', 'gif', 'heif', 'jpg', 'png', 'webp'];
disableTypes(types.filter((type) => !SHOWN.includes(type)));

/** Pixels of an image by its header, without decoding it; Infinity where the header is of no image that is shown. */
export function pixelsOf(bytes: ArrayBuffer): number {
  try {
    const { width, height } = imageSize(new Uint8Array(bytes));
    return width * height;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
