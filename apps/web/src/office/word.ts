import type { Archive } from './archive.ts';
import { Charts, chartIn } from './charts.ts';
import { DrawingColors } from './drawing-colors.ts';
import { type OfficeBlock, type PreviewResult, RefusedDocument, type TextRun } from './model.ts';
import { OmissionNotes, REMOTE_NOTE } from './notes.ts';
import { Numbering } from './numbering.ts';
import { Pictures } from './pictures.ts';
import { type Relations, relationsOf } from './relations.ts';
import { pagesOf, type Section, wordSection } from './word-pages.ts';
import { isOn, type LetterLook, lettersOf, paragraphLookOf, WordStyles } from './word-styles.ts';
import { childOf, elementsOf, elementText, parseXml, type XmlElement } from './xml.ts';

const DOCUMENT = 'word/document.xml';
/** Points of letters of a chart that names none, and of its sides at most. */
const CHART_LETTERS = 10;
const MAX_CHART = 2000;
/** English Metric Units of a point. */
const EMU = 12_700;
/** Reads a document of Word (ECMA-376, part 1). Throws Refused. */
export function readWord(archive: Archive): PreviewResult {
  const text = archive.text(DOCUMENT);
  if (text === undefined) throw new RefusedDocument('This is no document of Word, or it is damaged. Download it.');
  const notes = new OmissionNotes();
  notes.add('This is a simplified view: pages end where they ended in the program that saved them, if it noted that.');
  notes.addPrograms(archive);
  const relations = relationsOf(archive, DOCUMENT);
  if (relations.outside > 0) notes.add(REMOTE_NOTE);
  const styles = new WordStyles(archive);
  const reader = new WordReader({
    relations,
    styles,
    numbering: new Numbering(archive.text('word/numbering.xml')),
    pictures: new Pictures(archive, notes),
    charts: new Charts(archive, notes, CHART_LETTERS),
    colors: new DrawingColors(themeOf(archive)),
    notes,
  });
  const { blocks: ofPages, pages } = pagesOf(reader.sections(childOf(parseXml(text), 'body')));
  const blocks = [...ofPages];
  for (const [part, title] of [
    ['word/footnotes.xml', 'Footnotes'],
    ['word/endnotes.xml', 'Endnotes'],
    ['word/comments.xml', 'Comments'],
  ] as const) {
    const more = archive.text(part);
    const texts = more === undefined ? [] : elementsOf(parseXml(more)).flatMap((note) => reader.blocks(note));
    if (texts.some((block) => block.kind !== 'paragraph' || block.runs.some((run) => run.text.trim() !== '')))
      blocks.push({ kind: 'part', title }, ...texts);
  }
  if ([...archive.names].some((name) => /^word\/(header|footer)\d*\.xml$/.test(name)))
    notes.add('Heads and feet of pages are left out.');
  return { kind: 'text', head: [], blocks, pages, base: styles.base, notes: notes.all };
}

function themeOf(archive: Archive): XmlElement | undefined {
  const text = archive.text('word/theme/theme1.xml');
  return text === undefined ? undefined : parseXml(text);
}

type Parts = Readonly<{
  relations: Relations;
  styles: WordStyles;
  numbering: Numbering;
  pictures: Pictures;
  charts: Charts;
  colors: DrawingColors;
  notes: OmissionNotes;
}>;

class WordReader {
  readonly #relations: Relations;
  readonly #styles: WordStyles;
  readonly #numbering: Numbering;
  readonly #pictures: Pictures;
  readonly #charts: Charts;
  readonly #colors: DrawingColors;
  readonly #notes: OmissionNotes;
  /** Tables around the text that is read: pages do not end in them here. */
  #tables = 0;

  constructor({ relations, styles, numbering, pictures, charts, colors, notes }: Parts) {
    this.#relations = relations;
    this.#styles = styles;
    this.#numbering = numbering;
    this.#pictures = pictures;
    this.#charts = charts;
    this.#colors = colors;
    this.#notes = notes;
  }

  /** The sections of a document. Each has its properties at its end (ECMA-376, part 1, 17.6). */
  sections(body: XmlElement | undefined): readonly Section[] {
    const sections: Section[] = [];
    let blocks: OfficeBlock[] = [];
    const end = (properties: XmlElement | undefined): void => {
      sections.push(wordSection(blocks, properties));
      blocks = [];
    };
    for (const element of elementsOf(body ?? { children: [] })) {
      if (element.name === 'sectPr') {
        end(element);
        continue;
      }
      blocks.push(...this.blocks({ ...element, children: [element] }));
      const properties = element.name === 'p' ? childOf(element, 'pPr', 'sectPr') : undefined;
      if (properties !== undefined) end(properties);
    }
    if (blocks.length > 0 || sections.length === 0) end(undefined);
    return sections;
  }

  blocks(place: XmlElement | undefined): readonly OfficeBlock[] {
    return elementsOf(place ?? { children: [] }).flatMap((element) => {
      if (element.name === 'p') return this.#paragraph(element);
      if (element.name === 'tbl') return [this.#table(element)];
      if (element.name === 'altChunk')
        this.#notes.add('Parts of the document that are in another format are left out.');
      return LEFT_OUT.has(element.name) ? [] : this.blocks(element);
    });
  }

  #table(table: XmlElement): OfficeBlock {
    this.#tables++;
    const rows = elementsOf(table)
      .filter(({ name }) => name === 'tr')
      .map((row) => elementsOf(row).filter(({ name }) => name === 'tc' || name === 'sdt'));
    const spans = rows.map((cells) => cells.map(spanOf));
    const read = rows.map((cells) => cells.map((cell) => this.blocks(cell)));
    this.#tables--;
    return { kind: 'table', rows: read, ...(spans.flat().some((span) => span > 1) && { spans }) };
  }

  #paragraph(paragraph: XmlElement): readonly OfficeBlock[] {
    const properties = childOf(paragraph, 'pPr');
    const {
      heading,
      list,
      letters,
      paragraph: ofStyle,
    } = this.#styles.styleOf(childOf(properties, 'pStyle')?.attributes['val'] ?? '');
    const lists = [childOf(properties, 'numPr'), list];
    const said = (name: string): string | undefined =>
      lists.map((one) => childOf(one, name)?.attributes['val']).find((value) => value !== undefined);
    const listId = said('numId');
    const isListed = lists.some((one) => one !== undefined) && listId !== '0';
    const indent = Math.trunc(Number(said('ilvl') ?? 0)) || 0;
    const sign = isListed && listId !== undefined ? this.#numbering.next(listId, indent) : undefined;
    const { align, left = 0, isOnNewPage = false } = { ...ofStyle, ...paragraphLookOf(properties) };
    const { size: base } = this.#styles.base;
    const { size = base } = letters;
    const lying = {
      ...(align !== undefined && align !== 'left' && { align }),
      ...(size !== base && { size: size / base }),
      ...(left > 0 && !isListed && { left: left / base }),
    };
    // A bullet takes the place of one step.
    const listed = !isListed ? {} : sign === undefined ? { isItem: true, indent } : { indent: indent + 1 };
    const pictures: OfficeBlock[] = [];
    const runs = [...(sign ? [{ text: `${sign} ` }] : []), ...this.#runs(paragraph, pictures, { ...letters, size })];
    const parts = partsOf(runs);
    const blocks = parts.flatMap((part, index): readonly OfficeBlock[] => {
      const ended: readonly OfficeBlock[] = index > 0 ? [{ kind: 'break' }] : [];
      if (parts.length > 1 && part.length === 0) return ended;
      return [
        ...ended,
        heading === undefined
          ? { kind: 'paragraph', runs: part, ...listed, ...lying }
          : { kind: 'heading', level: heading, runs: part, ...lying },
      ];
    });
    return [...(isOnNewPage && this.#tables === 0 ? [{ kind: 'break' } as const] : []), ...blocks, ...pictures];
  }

  #runs(place: XmlElement, pictures: OfficeBlock[], letters: LetterLook): readonly TextRun[] {
    return elementsOf(place).flatMap((element): readonly TextRun[] => {
      if (element.name === 'r') return this.#run(element, pictures, letters);
      if (element.name === 'del' || element.name === 'moveFrom') {
        this.#notes.add('Tracked changes are shown as if they were accepted.');
        return [];
      }
      return LEFT_OUT.has(element.name) ? [] : this.#runs(element, pictures, letters);
    });
  }

  #run(run: XmlElement, pictures: OfficeBlock[], ofParagraph: LetterLook): readonly TextRun[] {
    const properties = childOf(run, 'rPr');
    if (isOn(childOf(properties, 'vanish'))) {
      this.#notes.add('Hidden text is left out.');
      return [];
    }
    const text = elementsOf(run)
      .map((element) => this.#piece(element, pictures))
      .join('');
    if (text === '') return [];
    const ofStyle = childOf(properties, 'rStyle')?.attributes['val'];
    const { isBold, isItalic, isStruck, isUnderlined, ink, size, family } = {
      ...ofParagraph,
      ...(ofStyle !== undefined && this.#styles.styleOf(ofStyle).letters),
      ...lettersOf(properties),
    };
    const base = this.#styles.base.family;
    return [
      {
        text,
        ...(isBold && { isBold }),
        ...(isItalic && { isItalic }),
        ...(isStruck && { isStruck }),
        ...(isUnderlined && { isUnderlined }),
        ...(ink !== undefined && ink !== '' && { ink }),
        ...(size !== undefined && size !== ofParagraph.size && { size: size / (ofParagraph.size ?? size) }),
        ...(family !== undefined && family !== base && { family }),
      },
    ];
  }

  #piece(element: XmlElement, pictures: OfficeBlock[]): string {
    if (element.name === 't') return elementText(element);
    if (element.name === 'tab') return '\t';
    if (isPageEnd(element)) return this.#tables > 0 ? '' : PAGE_END;
    if (element.name === 'br' || element.name === 'cr') return '\n';
    if (element.name === 'noBreakHyphen') return '-';
    if (LEFT_OUT.has(element.name)) return '';
    const id = chartIn(element);
    if (id !== undefined) pictures.push(this.#chart(element, id));
    for (const picture of found(element, PICTURES)) this.#picture(picture, pictures);
    // Text in frames, and formulas.
    return found(element, TEXTS).map(elementText).join(' ');
  }

  #chart(drawing: XmlElement, id: string): OfficeBlock {
    const { cx, cy } = found(drawing, EXTENTS)[0]?.attributes ?? {};
    const [width, height] = [Number(cx) / EMU, Number(cy) / EMU].map((points) =>
      points > 0 && points < MAX_CHART ? points : undefined,
    );
    const chart = this.#charts.read(this.#relations.inside.get(id), this.#colors);
    return { kind: 'chart', chart, width: width ?? 430, height: height ?? 250 };
  }

  #picture({ attributes }: XmlElement, pictures: OfficeBlock[]): void {
    if (attributes['link'] !== undefined) this.#notes.add(REMOTE_NOTE);
    const id = attributes['embed'] ?? attributes['id'];
    if (id !== undefined) pictures.push(...this.#pictures.blocks(this.#relations.inside.get(id)));
  }
}

/** A sign for the end of a page within a paragraph: a form feed, which texts of XML cannot hold. */
const PAGE_END = '\f';

const isPageEnd = ({ name, attributes }: XmlElement): boolean =>
  name === 'lastRenderedPageBreak' || (name === 'br' && attributes['type'] === 'page');

const MAX_SPAN = 100;
const spanOf = (cell: XmlElement): number =>
  Math.min(MAX_SPAN, Math.max(1, Number(childOf(cell, 'tcPr', 'gridSpan')?.attributes['val'] ?? 1) || 1));

/** The runs of a paragraph, parted where a page ends in it. */
function partsOf(runs: readonly TextRun[]): readonly (readonly TextRun[])[] {
  const parts: TextRun[][] = [[]];
  for (const run of runs)
    for (const [index, text] of run.text.split(PAGE_END).entries()) {
      if (index > 0) parts.push([]);
      if (text !== '') parts.at(-1)?.push({ ...run, text });
    }
  return parts;
}

/** `Fallback` repeats its neighbour for older programs; instructions of fields are not text. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'Fallback',
  'instrText',
  'pPr',
  'rPr',
  'sectPr',
  'tblPr',
  'tcPr',
  'trPr',
  'sdtPr',
]);

const EXTENTS: ReadonlySet<string> = new Set(['extent']);
const PICTURES: ReadonlySet<string> = new Set(['blip', 'imagedata']);
const TEXTS: ReadonlySet<string> = new Set(['t']);

/** Elements of these names at any depth, but not in what is left out. */
const found = (place: XmlElement, names: ReadonlySet<string>): readonly XmlElement[] =>
  elementsOf(place).flatMap((element) =>
    names.has(element.name) ? [element] : LEFT_OUT.has(element.name) ? [] : found(element, names),
  );
