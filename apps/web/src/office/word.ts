import type { Archive } from './archive.ts';
import { type OfficeBlock, type PreviewResult, RefusedDocument, type TextRun } from './model.ts';
import { OmissionNotes, REMOTE_NOTE, SIMPLIFIED_NOTE } from './notes.ts';
import { Numbering } from './numbering.ts';
import { Pictures } from './pictures.ts';
import { type Relations, relationsOf } from './relations.ts';
import { childOf, descendantsOf, elementsOf, elementText, parseXml, type XmlElement } from './xml.ts';

const DOCUMENT = 'word/document.xml';
const isOn = (property: XmlElement | undefined): boolean =>
  property !== undefined && !['0', 'false', 'none'].includes(property.attributes['val'] ?? '');

/** Styles by their ids. */
type Styles = Readonly<{ headings: ReadonlyMap<string, number>; lists: ReadonlyMap<string, XmlElement> }>;

/** Heading levels of styles, whose names are the same in each language (ECMA-376, 17.7.4.9), and their lists. */
function stylesOf(archive: Archive): Styles {
  const text = archive.text('word/styles.xml');
  const levels = new Map<string, number>();
  const lists = new Map<string, XmlElement>();
  for (const style of text === undefined ? [] : descendantsOf(parseXml(text), 'style')) {
    const list = childOf(style, 'pPr', 'numPr');
    if (list !== undefined) lists.set(style.attributes['styleId'] ?? '', list);
    const name = childOf(style, 'name')?.attributes['val']?.toLowerCase() ?? '';
    const level = name === 'title' ? 1 : Number(/^heading (\d)$/.exec(name)?.[1]);
    if (level > 0) levels.set(style.attributes['styleId'] ?? '', level);
  }
  return { headings: levels, lists };
}

/** Reads a document of Word (ECMA-376, part 1). Throws Refused. */
export function readWord(archive: Archive): PreviewResult {
  const text = archive.text(DOCUMENT);
  if (text === undefined) throw new RefusedDocument('This is no document of Word, or it is damaged. Download it.');
  const notes = new OmissionNotes();
  notes.add(SIMPLIFIED_NOTE);
  notes.addPrograms(archive);
  const relations = relationsOf(archive, DOCUMENT);
  if (relations.outside > 0) notes.add(REMOTE_NOTE);
  const reader = new WordReader({
    relations,
    styles: stylesOf(archive),
    numbering: new Numbering(archive.text('word/numbering.xml')),
    pictures: new Pictures(archive, notes),
    notes,
  });
  const blocks = [...reader.blocks(childOf(parseXml(text), 'body'))];
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
  return { kind: 'text', head: [], blocks, notes: notes.all };
}

type Parts = Readonly<{
  relations: Relations;
  styles: Styles;
  numbering: Numbering;
  pictures: Pictures;
  notes: OmissionNotes;
}>;

class WordReader {
  readonly #relations: Relations;
  readonly #styles: Styles;
  readonly #numbering: Numbering;
  readonly #pictures: Pictures;
  readonly #notes: OmissionNotes;

  constructor({ relations, styles, numbering, pictures, notes }: Parts) {
    this.#relations = relations;
    this.#styles = styles;
    this.#numbering = numbering;
    this.#pictures = pictures;
    this.#notes = notes;
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
    const rows = elementsOf(table).filter(({ name }) => name === 'tr');
    return {
      kind: 'table',
      rows: rows.map((row) =>
        elementsOf(row)
          .filter(({ name }) => name === 'tc' || name === 'sdt')
          .map((cell) => this.blocks(cell)),
      ),
    };
  }

  #paragraph(paragraph: XmlElement): readonly OfficeBlock[] {
    const properties = childOf(paragraph, 'pPr');
    const style = childOf(properties, 'pStyle')?.attributes['val'] ?? '';
    const level = this.#styles.headings.get(style);
    const lists = [childOf(properties, 'numPr'), this.#styles.lists.get(style)];
    const said = (name: string): string | undefined =>
      lists.map((list) => childOf(list, name)?.attributes['val']).find((value) => value !== undefined);
    const listId = said('numId');
    const isListed = lists.some((list) => list !== undefined) && listId !== '0';
    const indent = Math.trunc(Number(said('ilvl') ?? 0)) || 0;
    const sign = isListed && listId !== undefined ? this.#numbering.next(listId, indent) : undefined;
    const pictures: OfficeBlock[] = [];
    const runs = [...(sign ? [{ text: `${sign} ` }] : []), ...this.#runs(paragraph, pictures)];
    if (level !== undefined) return [{ kind: 'heading', level, runs }, ...pictures];
    if (!isListed) return [{ kind: 'paragraph', runs }, ...pictures];
    // A bullet takes the place of one step.
    const listed = sign === undefined ? { isItem: true, indent } : { indent: indent + 1 };
    return [{ kind: 'paragraph', runs, ...listed }, ...pictures];
  }

  #runs(place: XmlElement, pictures: OfficeBlock[]): readonly TextRun[] {
    return elementsOf(place).flatMap((element): readonly TextRun[] => {
      if (element.name === 'r') return this.#run(element, pictures);
      if (element.name === 'del' || element.name === 'moveFrom') {
        this.#notes.add('Tracked changes are shown as if they were accepted.');
        return [];
      }
      return LEFT_OUT.has(element.name) ? [] : this.#runs(element, pictures);
    });
  }

  #run(run: XmlElement, pictures: OfficeBlock[]): readonly TextRun[] {
    const properties = childOf(run, 'rPr');
    if (isOn(childOf(properties, 'vanish'))) {
      this.#notes.add('Hidden text is left out.');
      return [];
    }
    const text = elementsOf(run)
      .map((element) => this.#piece(element, pictures))
      .join('');
    const isBold = isOn(childOf(properties, 'b'));
    const isItalic = isOn(childOf(properties, 'i'));
    const isStruck = isOn(childOf(properties, 'strike'));
    return text === ''
      ? []
      : [{ text, ...(isBold && { isBold }), ...(isItalic && { isItalic }), ...(isStruck && { isStruck }) }];
  }

  #piece(element: XmlElement, pictures: OfficeBlock[]): string {
    if (element.name === 't') return elementText(element);
    if (element.name === 'tab') return '\t';
    if (element.name === 'br' || element.name === 'cr') return '\n';
    if (element.name === 'noBreakHyphen') return '-';
    if (LEFT_OUT.has(element.name)) return '';
    for (const picture of found(element, PICTURES)) this.#picture(picture, pictures);
    // Text in frames, and formulas.
    return found(element, TEXTS).map(elementText).join(' ');
  }

  #picture({ attributes }: XmlElement, pictures: OfficeBlock[]): void {
    if (attributes['link'] !== undefined) this.#notes.add(REMOTE_NOTE);
    const id = attributes['embed'] ?? attributes['id'];
    if (id !== undefined) pictures.push(...this.#pictures.blocks(this.#relations.inside.get(id)));
  }
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

const PICTURES: ReadonlySet<string> = new Set(['blip', 'imagedata']);
const TEXTS: ReadonlySet<string> = new Set(['t']);

/** Elements of these names at any depth, but not in what is left out. */
const found = (place: XmlElement, names: ReadonlySet<string>): readonly XmlElement[] =>
  elementsOf(place).flatMap((element) =>
    names.has(element.name) ? [element] : LEFT_OUT.has(element.name) ? [] : found(element, names),
  );
