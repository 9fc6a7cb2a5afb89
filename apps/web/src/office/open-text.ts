import type { OfficeBlock, TextRun } from './model.ts';
import { type OmissionNotes, REMOTE_NOTE } from './notes.ts';
import { written } from './numbering.ts';
import { type OpenStyles, OUTLINE } from './open-styles.ts';
import type { Pictures } from './pictures.ts';
import type { LetterLook } from './word-styles.ts';
import { childOf, elementsOf, elementText, type XmlElement } from './xml.ts';

const LEFT_OUT: ReadonlySet<string> = new Set([
  'annotation',
  'tracked-changes',
  'sequence-decls',
  'forms',
  'scripts',
  'notes',
]);
/** Shapes that lie in a paragraph, with texts of their own. */
const BOXES: ReadonlySet<string> = new Set([
  'text-box',
  'custom-shape',
  'rect',
  'ellipse',
  'circle',
  'polygon',
  'path',
]);
const ROW_GROUPS: readonly string[] = ['table-header-rows', 'table-rows', 'table-row-group'];
const PAGE_END = '\f';
const MAX_COLUMNS = 200;
const FORMATS: Readonly<Record<string, string>> = {
  '1': 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

type Parts = Readonly<{
  styles: OpenStyles;
  pictures: Pictures;
  notes: OmissionNotes;
  /** Whether texts lie on slides, which may be dark. */
  isSlides?: boolean;
}>;

/** The texts of a place, and the list that they are items of. */
export type TextPlace = Readonly<{
  /** Letters that name no look of their own. */
  letters: LetterLook;
  /** Letters of a level of a list; none where those of the place hold. */
  lettersOf?: (level: number) => LetterLook;
  list?: Readonly<{ style: string; level: number }>;
  isInTable?: boolean;
}>;

/** Reads texts in OpenDocument with the looks of their styles. Sizes are parts of those of the place. */
export class OpenTexts {
  readonly #parts: Parts;
  /** The numbers that were given last, by the style of their list. */
  readonly #counts = new Map<string, number[]>();
  /** Texts beside the text, by their title. */
  readonly #beside = new Map<string, OfficeBlock[]>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  blocks(place: XmlElement | undefined, around: TextPlace): readonly OfficeBlock[] {
    return elementsOf(place ?? { children: [] }).flatMap((element): readonly OfficeBlock[] => {
      const { name, attributes } = element;
      if (name === 'h' || name === 'p') return this.#paragraph(element, around);
      if (name === 'list') return this.#list(element, around);
      if (name === 'table') return [this.#table(element, around)];
      if (name === 'image') return this.picture(element);
      if (name === 'soft-page-break') return around.isInTable === true ? [] : [{ kind: 'break' }];
      if (name === 'frame') return this.#boxes(element, around);
      if (name === 'page')
        return [{ kind: 'part', title: attributes['name'] ?? 'Page' }, ...this.blocks(element, around)];
      return LEFT_OUT.has(name) ? [] : this.blocks(element, around);
    });
  }

  /** Footnotes, endnotes and comments of what was read. */
  get beside(): readonly OfficeBlock[] {
    return ['Footnotes', 'Endnotes', 'Comments'].flatMap((title): readonly OfficeBlock[] => {
      const found = this.#beside.get(title);
      return found === undefined ? [] : [{ kind: 'part', title }, ...found];
    });
  }

  text(place: XmlElement): string {
    return this.#runs(place, {}, {})
      .map(({ text }) => text)
      .join('');
  }

  picture({ attributes }: XmlElement): readonly OfficeBlock[] {
    const path = attributes['href'] ?? '';
    if (!/^[a-z][a-z\d+.-]*:/i.test(path)) return this.#parts.pictures.blocks(path.replace(/^\.\//, ''));
    this.#parts.notes.add(REMOTE_NOTE);
    return [];
  }

  #table(table: XmlElement, around: TextPlace): OfficeBlock {
    const rows = rowsOf(table).map((row) => elementsOf(row).filter(({ name }) => name === 'table-cell'));
    const inside: TextPlace = { letters: around.letters, isInTable: true };
    const spans = rows.map((row) =>
      row.map(({ attributes }) => Math.min(MAX_COLUMNS, Number(attributes['number-columns-spanned'] ?? 1) || 1)),
    );
    return {
      kind: 'table',
      rows: rows.map((row) => row.map((cell) => this.blocks(cell, inside))),
      ...(spans.flat().some((span) => span > 1) && { spans }),
    };
  }

  #list(list: XmlElement, around: TextPlace): readonly OfficeBlock[] {
    const { attributes } = list;
    const style = attributes['style-name'] ?? around.list?.style ?? '';
    const level = (around.list?.level ?? 0) + 1;
    const goesOn = attributes['continue-numbering'] === 'true' || attributes['continue-list'] !== undefined;
    if (level === 1 && !goesOn) this.#counts.delete(style);
    return elementsOf(list).flatMap((item) => {
      const of = { ...around, list: { style, level } };
      if (item.name !== 'list-item') return this.blocks(item, { ...around, list: { style: '', level } });
      const sign = this.#signOf(style, level, item);
      const blocks = this.blocks(item, of);
      const first = blocks.findIndex((block) => block.kind === 'paragraph' || block.kind === 'heading');
      return sign === undefined
        ? blocks
        : blocks.map((block, index) => (index === first ? numbered(block, sign) : block));
    });
  }

  /** The number of an item; none for a bullet. */
  #signOf(style: string, level: number, item: XmlElement): string | undefined {
    // An item that only holds a deeper list has no number of its own.
    const isBare = elementsOf(item).every(({ name }) => name === 'list');
    return isBare ? undefined : this.#next(style, level, item.attributes['start-value']);
  }

  #next(style: string, level: number, first: string | undefined): string | undefined {
    const own = this.#parts.styles.levelOf(style, level)?.attributes;
    const format = own?.['num-format'] ?? '';
    if (own === undefined || format === '') return undefined;
    const counts = this.#counts.get(style) ?? [];
    this.#counts.set(style, counts);
    const start = Number(first ?? Number.NaN);
    counts[level - 1] = Number.isInteger(start)
      ? start
      : (counts[level - 1] ?? Number(own['start-value'] ?? 1) - 1) + 1;
    counts.length = level;
    const shown = Math.min(level, Number(own['display-levels'] ?? 1) || 1);
    const numbers = counts.slice(level - shown).map((count, at) => {
      const above = this.#parts.styles.levelOf(style, level - shown + at + 1)?.attributes['num-format'] ?? format;
      return written(count ?? 1, FORMATS[above] ?? 'decimal');
    });
    return `${own['num-prefix'] ?? ''}${numbers.join('.')}${own['num-suffix'] ?? ''}`;
  }

  #paragraph(element: XmlElement, around: TextPlace): readonly OfficeBlock[] {
    const { styles, isSlides = false } = this.#parts;
    const style = styles.styleOf('paragraph', element.attributes['style-name']);
    const base = { ...around.letters, ...around.lettersOf?.(around.list?.level ?? 1) };
    const letters = isSlides ? { ...base, ...style.letters } : style.letters;
    const ofPlace = around.letters.size ?? letters.size ?? 1;
    const size = (letters.size ?? base.size ?? ofPlace) / ofPlace;
    const { align, left = 0, isOnNewPage = false, isBeforeNewPage = false } = style.paragraph;
    const lying = {
      ...(align !== undefined && align !== 'left' && { align }),
      ...(size !== 1 && { size }),
      ...(left > 0 && around.list === undefined && !isSlides && { left: left / ofPlace }),
    };
    const listed = around.list === undefined ? {} : { isItem: true, indent: around.list.level - 1 };
    const runs = this.#runs(element, letters, letters, style.color);
    const level = Number(element.attributes['outline-level'] ?? 1);
    const sign = element.name === 'h' ? this.#signOfHeading(element, level, around) : undefined;
    const parts = partsOf(sign === undefined ? runs : [{ text: `${sign} ` }, ...runs]);
    const blocks = parts.flatMap((part, index): readonly OfficeBlock[] => [
      ...(index > 0 && around.isInTable !== true ? [{ kind: 'break' } as const] : []),
      element.name === 'h'
        ? { kind: 'heading', level, runs: part, ...lying }
        : { kind: 'paragraph', runs: part, ...listed, ...lying },
    ]);
    const isPaged = around.isInTable !== true && !isSlides;
    return [
      ...(isOnNewPage && isPaged ? [{ kind: 'break' } as const] : []),
      ...blocks,
      ...this.#boxes(element, around),
      ...(isBeforeNewPage && isPaged ? [{ kind: 'break' } as const] : []),
    ];
  }

  /** The number of a heading by the outline of the document. */
  #signOfHeading({ attributes }: XmlElement, level: number, around: TextPlace): string | undefined {
    const { styles } = this.#parts;
    const isOutside = around.list !== undefined || attributes['is-list-header'] === 'true';
    if (isOutside || styles.listOf(attributes['style-name']) === '') return undefined;
    return this.#next(OUTLINE, level, attributes['start-value']);
  }

  /** Pictures and texts of the shapes in a place. They end no page. */
  #boxes(place: XmlElement, around: TextPlace): readonly OfficeBlock[] {
    return elementsOf(place).flatMap((piece): readonly OfficeBlock[] => {
      if (piece.name === 'image') return this.picture(piece);
      if (piece.name === 'note' || LEFT_OUT.has(piece.name)) return [];
      if (!BOXES.has(piece.name)) return this.#boxes(piece, around);
      return this.blocks(piece, { letters: around.letters, isInTable: true }).filter(
        (block) => block.kind !== 'paragraph' || block.runs.length > 0,
      );
    });
  }

  /** Keeps a note or a comment for the end of the document. */
  #keep(title: string, begin: string, place: XmlElement | undefined): void {
    const { size } = this.#parts.styles.base;
    const found = this.blocks(place, { letters: { size }, isInTable: true });
    const [first, ...more] = found;
    const kept = this.#beside.get(title) ?? [];
    this.#beside.set(title, kept);
    if (first?.kind === 'paragraph') kept.push({ ...first, runs: [{ text: begin }, ...first.runs] }, ...more);
    else kept.push({ kind: 'paragraph', runs: [{ text: begin }] }, ...found);
  }

  #runs(place: XmlElement, letters: LetterLook, ofParagraph: LetterLook, color?: string): readonly TextRun[] {
    const run = (text: string): readonly TextRun[] =>
      text === '' ? [] : [{ text, ...this.#lookOf(letters, ofParagraph, color) }];
    return place.children.flatMap((piece): readonly TextRun[] => {
      if (typeof piece === 'string') return run(piece.replaceAll(/\s+/g, ' '));
      if (piece.name === 'tab') return run('\t');
      if (piece.name === 'line-break') return run('\n');
      if (piece.name === 'soft-page-break') return run(PAGE_END);
      if (piece.name === 's') return run(' '.repeat(Math.min(Number(piece.attributes['c'] ?? 1) || 1, 1000)));
      if (piece.name === 'note') {
        const sign = `[${elementText(childOf(piece, 'note-citation'))}]`;
        const isEndnote = piece.attributes['note-class'] === 'endnote';
        this.#keep(isEndnote ? 'Endnotes' : 'Footnotes', `${sign} `, childOf(piece, 'note-body'));
        return run(sign);
      }
      if (piece.name === 'annotation') {
        const author = elementText(childOf(piece, 'creator'));
        this.#keep('Comments', author === '' ? '' : `${author}: `, piece);
      }
      if (LEFT_OUT.has(piece.name) || BOXES.has(piece.name) || piece.name === 'frame') return [];
      const own = this.#parts.styles.styleOf('text', piece.name === 'span' ? piece.attributes['style-name'] : '');
      return this.#runs(piece, { ...letters, ...own.letters }, ofParagraph, own.color ?? color);
    });
  }

  #lookOf(letters: LetterLook, ofParagraph: LetterLook, color: string | undefined): Omit<TextRun, 'text'> {
    const { styles, isSlides = false } = this.#parts;
    const { isBold, isItalic, isStruck, isUnderlined, size, family } = letters;
    const ink = isSlides ? color : letters.ink;
    return {
      ...(isBold === true && { isBold }),
      ...(isItalic === true && { isItalic }),
      ...(isStruck === true && { isStruck }),
      ...(isUnderlined === true && { isUnderlined }),
      ...(ink !== undefined && ink !== '' && { ink }),
      ...(size !== undefined && size !== ofParagraph.size && { size: size / (ofParagraph.size ?? size) }),
      ...(family !== undefined && !isSlides && family !== styles.base.family && { family }),
    };
  }
}

/** The rows of a table, without those of tables in its cells. */
const rowsOf = (table: XmlElement): readonly XmlElement[] =>
  elementsOf(table).flatMap((one) =>
    one.name === 'table-row' ? [one] : ROW_GROUPS.includes(one.name) ? rowsOf(one) : [],
  );

/** The first paragraph of an item with its number in the place of a bullet. */
function numbered(block: OfficeBlock, sign: string): OfficeBlock {
  if (block.kind === 'heading') return { ...block, runs: [{ text: `${sign} ` }, ...block.runs] };
  if (block.kind !== 'paragraph') return block;
  const { indent = 0, runs } = block;
  return { ...block, isItem: false, indent: indent + 1, runs: [{ text: `${sign} ` }, ...runs] };
}

/** The runs of a paragraph by the pages on which they are. */
function partsOf(runs: readonly TextRun[]): readonly (readonly TextRun[])[] {
  const parts: TextRun[][] = [[]];
  for (const run of runs) {
    if (run.text === PAGE_END) parts.push([]);
    else parts.at(-1)?.push(run);
  }
  return parts;
}
