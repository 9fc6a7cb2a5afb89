import type { OfficeBlock } from '../../office/model.ts';

/** A piece of text of a page: its transform has the place of its beginning and its size. */
export type PieceOfText = Readonly<{ str: string; transform: readonly number[]; width: number; height: number }>;

type Line = { text: string; left: number; right: number; base: number; size: number };

/** Parts of the size of letters. */
const SAME_LINE = 0.5;
const GAP = 0.15;
const FAR = 1.75;
const OTHER_SIZE = 1.12;
/** A line that ends before this part of the column is the last of its paragraph. */
const FULL = 0.85;
const LIST = /^(?:[•▪–*-]|\(?[\divxlc]{1,4}[.)]|\(?[a-z][.)]|\d+(?:\.\d+)+)\s/i;

function linesOf(pieces: readonly PieceOfText[]): readonly Line[] {
  const lines: Line[] = [];
  for (const { str, transform, width, height } of pieces) {
    const [, , skew = 0, scale = 0, x = 0, y = 0] = transform;
    const size = height || Math.hypot(skew, scale);
    if (str === '' || size === 0) continue;
    const line = lines.at(-1);
    if (line === undefined || Math.abs(line.base - y) > SAME_LINE * size || x < line.left) {
      if (str.trim() !== '') lines.push({ text: str, left: x, right: x + width, base: y, size });
      continue;
    }
    const isApart = x - line.right > GAP * size && !/\s$/.test(line.text) && !/^\s/.test(str);
    line.text += (isApart ? ' ' : '') + str;
    line.right = Math.max(line.right, x + width);
    if (str.trim() !== '') line.size = Math.max(line.size, size);
  }
  return lines;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** The texts of a page as paragraphs for a narrow window. Larger letters are headings. */
export function blocksOfPage(pieces: readonly PieceOfText[]): readonly OfficeBlock[] {
  const lines = linesOf(pieces);
  const usual = median(
    lines.flatMap(({ size, text }) => Array.from({ length: Math.ceil(text.length / 20) }, () => size)),
  );
  const paragraphs: { text: string; size: number }[] = [];
  let before: Line | undefined;
  let right = 0;
  for (const line of lines) {
    const isNew =
      before === undefined ||
      Math.max(line.size, before.size) / Math.min(line.size, before.size) > OTHER_SIZE ||
      Math.abs(before.base - line.base) > FAR * line.size ||
      line.base > before.base ||
      before.right < before.left + FULL * (right - before.left) ||
      LIST.test(line.text);
    const last = paragraphs.at(-1);
    if (isNew || last === undefined) {
      paragraphs.push({ text: line.text.trim(), size: line.size });
      right = line.right;
    } else {
      const text = last.text.trimEnd();
      const isHyphened = /\p{L}[-\u00AD]$/u.test(text) && /^\s*\p{Ll}/u.test(line.text);
      last.text = isHyphened ? text.slice(0, -1) + line.text.trim() : `${text} ${line.text.trim()}`;
      right = Math.max(right, line.right);
    }
    before = line;
  }
  return paragraphs.map(({ text, size }) =>
    size > usual * OTHER_SIZE
      ? { kind: 'heading', level: size > usual * 1.5 ? 2 : 3, runs: [{ text }] }
      : { kind: 'paragraph', runs: [{ text }] },
  );
}
