import type { TextRun } from './model.ts';

/** The least contrast of a text with white paper (WCAG 2, 1.4.3). */
const CONTRAST = 4.5;
const DARK = 40;

const partsOf = (color: string): readonly number[] =>
  [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** `#rrggbb` of a color that can be read on white paper; none for black, which is usual, and for colors that are too light. */
export function inkOf(color: string | undefined): string | undefined {
  if (color === undefined || !/^[\da-f]{6}$/i.test(color)) return undefined;
  const parts = partsOf(color);
  if (parts.every((part) => part < DARK)) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (light + 0.05) < CONTRAST ? undefined : `#${color.toLowerCase()}`;
}

const SERIF = /times|georgia|garamond|cambria|book antiqua|palatino|century|serif|roman|minion|baskerville|caslon/i;
const SANS = /sans|arial|helvetica|calibri|verdana/i;
const MONO = /courier|consolas|mono|menlo/i;

/** The kind of a font by its name. Fonts of documents are not loaded. */
export function familyOf(font: string | undefined): TextRun['family'] {
  if (font === undefined) return undefined;
  if (MONO.test(font)) return 'mono';
  return SERIF.test(font) && !SANS.test(font) ? 'serif' : 'sans';
}
