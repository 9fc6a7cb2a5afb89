import type { OfficeBlock, TextAlign, TextRun } from './model.ts';
import { childOf, descendantsOf, elementsOf, elementText, type XmlElement } from './xml.ts';

export type SlideParagraph = Extract<OfficeBlock, { kind: 'paragraph' }>;

/** The looks of texts: sizes are points. */
export type SlideLooks = Readonly<{
  /** The size of letters of a level that names none. */
  sizeOf: (level: number) => number;
  /** The alignment of a level, as the format names it. */
  alignOf: (level: number) => string | undefined;
  colorOf: (properties: XmlElement | undefined) => string | undefined;
  /** Whether paragraphs have bullets that are not named. */
  hasBullets: boolean;
}>;

const ALIGNED: Readonly<Record<string, TextAlign>> = { ctr: 'center', r: 'right', just: 'justify', dist: 'justify' };
const MAX_LEVEL = 8;

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The paragraphs of a shape. Sizes are parts of the first level's. */
export function slideParagraphs(place: XmlElement, looks?: SlideLooks): readonly SlideParagraph[] {
  const base = looks?.sizeOf(0) ?? 1;
  return descendantsOf(place, 'p').map((paragraph): SlideParagraph => {
    const properties = childOf(paragraph, 'pPr');
    const level = Math.min(MAX_LEVEL, Math.max(0, Math.trunc(Number(properties?.attributes['lvl'] ?? 0)) || 0));
    const size = looks?.sizeOf(level) ?? base;
    const runs = elementsOf(paragraph).flatMap((element): readonly TextRun[] => {
      if (element.name === 'br') return [{ text: '\n' }];
      const text = element.name === 'r' || element.name === 'fld' ? elementText(childOf(element, 't')) : '';
      if (text === '') return [];
      const look = childOf(element, 'rPr');
      const own = Number(look?.attributes['sz']) / 100;
      const ink = looks?.colorOf(look);
      return [
        {
          text,
          ...(isOn(look?.attributes['b']) && { isBold: true }),
          ...(isOn(look?.attributes['i']) && { isItalic: true }),
          ...(looks !== undefined && own > 0 && own !== size && { size: own / size }),
          ...(ink !== undefined && { ink }),
        },
      ];
    });
    const align = ALIGNED[properties?.attributes['algn'] ?? looks?.alignOf(level) ?? ''];
    const isBare = childOf(properties, 'buNone') !== undefined;
    const isNamed = ['buChar', 'buAutoNum'].some((name) => childOf(properties, name) !== undefined);
    const isItem = looks !== undefined && runs.length > 0 && !isBare && (isNamed || looks.hasBullets);
    return {
      kind: 'paragraph',
      runs,
      indent: level,
      ...(isItem && { isItem }),
      ...(align !== undefined && { align }),
      ...(size !== base && { size: size / base }),
    };
  });
}
