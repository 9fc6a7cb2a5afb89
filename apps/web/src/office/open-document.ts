import type { Archive } from './archive.ts';
import { type OfficeBlock, type PreviewResult, RefusedDocument, type TextRun } from './model.ts';
import { OmissionNotes, REMOTE_NOTE, SIMPLIFIED_NOTE } from './notes.ts';
import { OpenSheets } from './open-sheet.ts';
import { Pictures } from './pictures.ts';
import { childOf, descendantsOf, elementsOf, parseXml, type XmlElement } from './xml.ts';

const LEFT_OUT: ReadonlySet<string> = new Set([
  'annotation',
  'tracked-changes',
  'sequence-decls',
  'forms',
  'scripts',
  'notes',
]);

/** Reads a document, workbook or presentation in OpenDocument (ISO/IEC 26300). Throws Refused. */
export function readOpenDocument(archive: Archive, isWorkbook: boolean): PreviewResult {
  if (/encryption-data/.test(archive.text('META-INF/manifest.xml') ?? ''))
    throw new RefusedDocument('This document is encrypted with a password. Download it.');
  const text = archive.text('content.xml');
  if (text === undefined) throw new RefusedDocument('This is no OpenDocument file, or it is damaged. Download it.');
  const notes = new OmissionNotes();
  notes.add(SIMPLIFIED_NOTE);
  notes.addPrograms(archive);
  const content = parseXml(text);
  if (descendantsOf(content, 'event-listener').length > 0)
    notes.add('The document has macros. They were not read and do not run here.');
  const reader = new Reader(new Pictures(archive, notes), notes);
  const body = childOf(content, 'body');
  if (isWorkbook) {
    const reading = new OpenSheets(content, archive, notes, (paragraph) => reader.text(paragraph));
    // The notes are complete once the sheets are read.
    const sheets = descendantsOf(body, 'table').map((table) => reading.sheet(table));
    return { kind: 'sheets', sheets, notes: notes.all };
  }
  return { kind: 'text', head: [], blocks: reader.blocks(body, 0), notes: notes.all };
}

class Reader {
  readonly #pictures: Pictures;
  readonly #notes: OmissionNotes;

  constructor(pictures: Pictures, notes: OmissionNotes) {
    this.#pictures = pictures;
    this.#notes = notes;
  }

  blocks(place: XmlElement | undefined, depth: number): readonly OfficeBlock[] {
    return elementsOf(place ?? { children: [] }).flatMap((element): readonly OfficeBlock[] => {
      if (element.name === 'h')
        return [
          { kind: 'heading', level: Number(element.attributes['outline-level'] ?? 1), runs: this.#runs(element) },
        ];
      if (element.name === 'p') {
        const runs = this.#runs(element);
        const pictures = descendantsOf(element, 'image').flatMap((image) => this.#picture(image));
        return [{ kind: 'paragraph', runs, ...(depth > 0 && { isItem: true, indent: depth - 1 }) }, ...pictures];
      }
      if (element.name === 'table')
        return [
          {
            kind: 'table',
            rows: descendantsOf(element, 'table-row').map((row) =>
              elementsOf(row)
                .filter(({ name }) => name === 'table-cell')
                .map((cell) => this.blocks(cell, 0)),
            ),
          },
        ];
      if (element.name === 'image') return this.#picture(element);
      if (element.name === 'page')
        return [{ kind: 'part', title: element.attributes['name'] ?? 'Page' }, ...this.blocks(element, 0)];
      return LEFT_OUT.has(element.name) ? [] : this.blocks(element, element.name === 'list' ? depth + 1 : depth);
    });
  }

  text(place: XmlElement): string {
    return this.#runs(place)
      .map(({ text }) => text)
      .join('');
  }

  #picture({ attributes }: XmlElement): readonly OfficeBlock[] {
    const path = attributes['href'] ?? '';
    if (!/^[a-z][a-z\d+.-]*:/i.test(path)) return this.#pictures.blocks(path.replace(/^\.\//, ''));
    this.#notes.add(REMOTE_NOTE);
    return [];
  }

  #runs(place: XmlElement): readonly TextRun[] {
    return place.children.flatMap((piece): readonly TextRun[] => {
      if (typeof piece === 'string') return piece === '' ? [] : [{ text: piece.replaceAll(/\s+/g, ' ') }];
      if (piece.name === 'tab') return [{ text: '\t' }];
      if (piece.name === 'line-break') return [{ text: '\n' }];
      if (piece.name === 's') return [{ text: ' '.repeat(Math.min(Number(piece.attributes['c'] ?? 1) || 1, 1000)) }];
      return LEFT_OUT.has(piece.name) || piece.name === 'note' || piece.name === 'frame' ? [] : this.#runs(piece);
    });
  }
}
