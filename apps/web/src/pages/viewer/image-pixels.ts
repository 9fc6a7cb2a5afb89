import { disableTypes, imageSize, types } from 'image-size';

/** The kinds that `preview-kind.ts` names; AVIF is one of HEIF. */
const SHOWN: readonly string[] = ['bmp', 'gif', 'heif', 'jpg', 'png', 'webp'];
disableTypes(types.filter((type) => !SHOWN.includes(type)));

/** Turned by a quarter, as cameras write it (Exif 2.32, tag 0x0112). */
const FIRST_TURNED = 5;

/** Width and height of an image by its header, without decoding it; none if the header is not that of a supported image. */
export function sizeOfImage(bytes: ArrayBuffer): Readonly<{ width: number; height: number }> | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(new Uint8Array(bytes));
    return orientation >= FIRST_TURNED ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}
