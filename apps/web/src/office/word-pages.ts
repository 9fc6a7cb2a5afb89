import type { OfficeBlock, PageShape } from './model.ts';
import { childOf, type XmlElement } from './xml.ts';

/** Paragraphs up to the end of a section, and the paper on which they are. */
export type Section = Readonly<{ blocks: readonly OfficeBlock[]; shape: PageShape; isContinuous: boolean }>;

const TWIPS = 20;
const A4: PageShape = { width: 595, height: 842, side: 72, top: 72 };
const [LEAST, MOST] = [150, 2000];

function shapeOf(properties: XmlElement | undefined): PageShape {
  const size = childOf(properties, 'pgSz')?.attributes ?? {};
  const margins = childOf(properties, 'pgMar')?.attributes ?? {};
  const points = (text: string | undefined, usual: number): number => {
    const value = Number(text) / TWIPS;
    return Number.isFinite(value) && value >= 0 && value < MOST ? value : usual;
  };
  const width = Math.max(LEAST, points(size['w'], A4.width));
  return {
    width,
    height: Math.max(LEAST, points(size['h'], A4.height)),
    side: Math.min(width / 4, points(margins['left'], A4.side)),
    top: Math.min(width / 4, points(margins['top'], A4.top)),
  };
}

export const wordSection = (blocks: readonly OfficeBlock[], properties: XmlElement | undefined): Section => ({
  blocks,
  shape: shapeOf(properties),
  isContinuous: childOf(properties, 'type')?.attributes['val'] === 'continuous',
});

/** The blocks of a document with one break between pages, and the paper of each page. */
export function pagesOf(
  sections: readonly Section[],
): Readonly<{ blocks: readonly OfficeBlock[]; pages: readonly PageShape[] }> {
  const blocks: OfficeBlock[] = [];
  const pages: PageShape[] = [];
  let isNew = true;
  for (const { blocks: ofSection, shape, isContinuous } of sections) {
    if (pages.length === 0) pages.push(shape);
    else if (!isContinuous && !isNew) {
      blocks.push({ kind: 'break' });
      pages.push(shape);
      isNew = true;
    } else if (isNew) pages[pages.length - 1] = shape;
    for (const block of ofSection) {
      // A program notes where its page ended, also after a break that the writer made.
      if (block.kind === 'break' && isNew) continue;
      blocks.push(block);
      isNew = block.kind === 'break';
      if (isNew) pages.push(shape);
    }
  }
  if (isNew && pages.length > 1) {
    blocks.pop();
    pages.pop();
  }
  return { blocks, pages };
}
