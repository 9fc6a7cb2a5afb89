import type { Archive } from './archive.ts';
import { cellText, isDateFormat } from './cell-text.ts';
import { type PreviewResult, RefusedDocument, type Sheet } from './model.ts';
import { OmissionNotes, REMOTE_NOTE } from './notes.ts';
import { relationsOf } from './relations.ts';
import { childOf, descendantsOf, elementsOf, elementText, parseXml, type XmlElement } from './xml.ts';

const WORKBOOK = 'xl/workbook.xml';
/** The number of rows in Excel. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_CELLS = 4_000_000;

/** The column of a reference such as `AB12`, from 0. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64;
  return Math.min(column - 1, MAX_COLUMNS - 1);
}

/** Reads a workbook of Excel (ECMA-376, part 1), with the values that Excel stored. Throws Refused. */
export function readWorkbook(archive: Archive): PreviewResult {
  const text = archive.text(WORKBOOK);
  if (text === undefined) throw new RefusedDocument('This is no workbook of Excel, or it is damaged. Download it.');
  const notes = new OmissionNotes();
  notes.add('This is a simplified view: the values of the cells, as they were stored, without colours and formats.');
  notes.addPrograms(archive);
  const workbook = parseXml(text);
  const { inside, outside } = relationsOf(archive, WORKBOOK);
  if (outside > 0 || [...archive.names].some((name) => name.startsWith('xl/externalLinks/'))) notes.add(REMOTE_NOTE);
  const reading = {
    shared: sharedTexts(archive),
    formats: dateFormats(archive),
    is1904: ['1', 'true'].includes(childOf(workbook, 'workbookPr')?.attributes['date1904'] ?? ''),
    left: MAX_CELLS,
  };
  const sheets = descendantsOf(workbook, 'sheet').map(({ attributes }): Sheet => {
    const { name = 'Sheet', state } = attributes;
    const path = inside.get(attributes['id'] ?? '');
    if (state !== undefined && state !== 'visible') notes.add('Hidden sheets are shown too.');
    const content = path === undefined ? undefined : archive.text(path);
    return {
      name: state?.includes('idden') ? `${name} (hidden)` : name,
      rows: content === undefined ? [] : rowsOf(parseXml(content), reading, notes),
    };
  });
  return { kind: 'sheets', sheets, notes: notes.all };
}

type Reading = { shared: readonly string[]; formats: readonly boolean[]; is1904: boolean; left: number };

/** A text of runs, without the readings of East Asian characters. */
const texts = (element: XmlElement): string =>
  elementsOf(element)
    .filter(({ name }) => name !== 'rPh')
    .map((one) => (one.name === 't' ? elementText(one) : texts(one)))
    .join('');

function sharedTexts(archive: Archive): readonly string[] {
  const text = archive.text('xl/sharedStrings.xml');
  return text === undefined
    ? []
    : elementsOf(parseXml(text))
        .filter(({ name }) => name === 'si')
        .map(texts);
}

/** Whether each style of cells is one of dates. */
function dateFormats(archive: Archive): readonly boolean[] {
  const text = archive.text('xl/styles.xml');
  if (text === undefined) return [];
  const styles = parseXml(text);
  const own = new Map(
    descendantsOf(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      attributes['numFmtId'],
      attributes['formatCode'] ?? '',
    ]),
  );
  return elementsOf(childOf(styles, 'cellXfs') ?? { children: [] }).map(({ attributes }) =>
    isDateFormat(Number(attributes['numFmtId'] ?? 0), own.get(attributes['numFmtId'])),
  );
}

function rowsOf(sheet: XmlElement, reading: Reading, notes: OmissionNotes): readonly (readonly string[])[] {
  const rows: string[][] = [];
  for (const row of elementsOf(childOf(sheet, 'sheetData') ?? { children: [] })) {
    const number = Math.min(Number(row.attributes['r'] ?? rows.length + 1), MAX_ROWS);
    const cells: string[] = [];
    for (const cell of elementsOf(row)) {
      if (cell.name !== 'c' || reading.left-- <= 0) continue;
      const column = cell.attributes['r'] === undefined ? cells.length : columnOf(cell.attributes['r']);
      const text = shownValue(cell, reading);
      if (text === '' && childOf(cell, 'f') !== undefined)
        notes.add('Some formulas have no stored value. They are not computed here.');
      // Cells that a sheet leaves out take memory too.
      reading.left -= Math.max(0, column - cells.length);
      while (cells.length < column) cells.push('');
      cells[column] = text;
    }
    reading.left -= Math.max(0, number - rows.length);
    if (reading.left <= 0) break;
    while (rows.length < number - 1) rows.push([]);
    rows[number - 1] = cells;
  }
  if (reading.left <= 0) notes.add(`The first ${MAX_CELLS} cells are shown.`);
  return rows;
}

function shownValue(cell: XmlElement, { shared, formats, is1904 }: Reading): string {
  const { t: type = 'n', s: style } = cell.attributes;
  const value = elementText(childOf(cell, 'v'));
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'inlineStr') return texts(childOf(cell, 'is') ?? cell);
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n' || value === '') return value;
  return cellText(Number(value), formats[Number(style ?? 0)] ?? false, is1904);
}
