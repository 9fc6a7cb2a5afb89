import type { Archive } from './archive.ts';
import { type OfficeBlock, type PreviewResult, RefusedDocument } from './model.ts';
import { OmissionNotes, SIMPLIFIED_NOTE, SLIDES_NOTE } from './notes.ts';
import { OpenSheets } from './open-sheet.ts';
import { OpenSlides } from './open-slides.ts';
import { OpenStyles } from './open-styles.ts';
import { OpenTexts } from './open-text.ts';
import { Pictures } from './pictures.ts';
import { pagesOf } from './word-pages.ts';
import { childOf, descendantsOf, parseXml } from './xml.ts';

/** They are shown once, after the text. */
const EDGES = [
  ['header', 'Heads of pages'],
  ['footer', 'Feet of pages'],
] as const;

const hasContent = (block: OfficeBlock): boolean =>
  block.kind !== 'paragraph' || block.runs.some(({ text }) => text.trim() !== '');

/** Reads a document, workbook or presentation in OpenDocument (ISO/IEC 26300). Throws Refused. */
export function readOpenDocument(archive: Archive, kind: 'odt' | 'ods' | 'odp'): PreviewResult {
  if (/encryption-data/.test(archive.text('META-INF/manifest.xml') ?? ''))
    throw new RefusedDocument('This document is encrypted with a password. Download it.');
  const text = archive.text('content.xml');
  if (text === undefined) throw new RefusedDocument('This is no OpenDocument file, or it is damaged. Download it.');
  const notes = new OmissionNotes();
  notes.add(kind === 'odp' ? SLIDES_NOTE : SIMPLIFIED_NOTE);
  notes.addPrograms(archive);
  const content = parseXml(text);
  if (descendantsOf(content, 'event-listener').length > 0)
    notes.add('The document has macros. They were not read and do not run here.');
  const styles = new OpenStyles(archive, content);
  const texts = new OpenTexts({ styles, pictures: new Pictures(archive, notes), notes, isSlides: kind === 'odp' });
  const body = childOf(content, 'body');
  if (kind === 'ods') {
    const reading = new OpenSheets(content, archive, notes, (paragraph) => texts.text(paragraph));
    // The notes are complete once the sheets are read.
    const sheets = descendantsOf(body, 'table').map((table) => reading.sheet(table));
    return { kind: 'sheets', sheets, notes: notes.all };
  }
  if (kind === 'odp') return { kind: 'text', head: [], ...new OpenSlides(styles, texts).read(body), notes: notes.all };
  const { base } = styles;
  const shape = styles.pageOf('Standard');
  const letters = { size: base.size };
  const { blocks, pages } = pagesOf([{ blocks: texts.blocks(body, { letters }), shape, isContinuous: false }]);
  const edges = EDGES.flatMap(([edge, title]): readonly OfficeBlock[] => {
    const found = styles.edges(edge).flatMap((one) => texts.blocks(one, { letters, isInTable: true }));
    return found.some(hasContent) ? [{ kind: 'part', title }, ...found] : [];
  });
  return { kind: 'text', head: [], blocks: [...blocks, ...texts.beside, ...edges], pages, base, notes: notes.all };
}
