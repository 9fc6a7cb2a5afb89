import type { Archive } from './archive.ts';
import { CellLooks } from './cell-looks.ts';
import { Charts } from './charts.ts';
import { type PreviewResult, RefusedDocument, type Sheet } from './model.ts';
import { OmissionNotes, REMOTE_NOTE } from './notes.ts';
import { relationsOf } from './relations.ts';
import { SheetCharts } from './sheet-charts.ts';
import { placeOf, shapeOf } from './sheet-shape.ts';
import { WorkbookStyles } from './workbook-styles.ts';
import { childOf, descendantsOf, elementsOf, elementText, parseXml, type XmlElement } from './xml.ts';

const WORKBOOK = 'xl/workbook.xml';
/** The number of rows in Excel. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_CELLS = 4_000_000;
/** Points of letters of a chart that names none. */
const CHART_LETTERS = 10;

/** Reads a workbook of Excel (ECMA-376, part 1), with the values that Excel stored. Throws Refused. */
export function readWorkbook(archive: Archive): PreviewResult {
  const text = archive.text(WORKBOOK);
  if (text === undefined) throw new RefusedDocument('This is no workbook of Excel, or it is damaged. Download it.');
  const notes = new OmissionNotes();
  notes.add(
    'This is a simplified view: the values of the cells, as they were stored, without borders and letters of their own.',
  );
  notes.addPrograms(archive);
  const workbook = parseXml(text);
  const { inside, outside } = relationsOf(archive, WORKBOOK);
  if (outside > 0 || [...archive.names].some((name) => name.startsWith('xl/externalLinks/'))) notes.add(REMOTE_NOTE);
  const looks = new CellLooks();
  const charts = new SheetCharts(archive, new Charts(archive, notes, CHART_LETTERS));
  const reading: Reading = {
    shared: sharedTexts(archive),
    styles: new WorkbookStyles(archive, looks),
    is1904: ['1', 'true'].includes(childOf(workbook, 'workbookPr')?.attributes['date1904'] ?? ''),
    left: MAX_CELLS,
  };
  const sheets = descendantsOf(workbook, 'sheet').map(({ attributes }): Sheet => {
    const { name = 'Sheet', state } = attributes;
    const path = inside.get(attributes['id'] ?? '');
    const ofSheet = path === undefined ? [] : charts.of(path);
    const content = path === undefined ? undefined : archive.text(path);
    const tree = content === undefined ? undefined : parseXml(content);
    return {
      name,
      ...(state?.includes('idden') && { isHidden: true }),
      ...(tree === undefined ? { rows: [] } : { ...rowsOf(tree, reading, notes), ...shapeOf(tree) }),
      ...(ofSheet.length > 0 && { charts: ofSheet }),
      allLooks: looks.all,
    };
  });
  return { kind: 'sheets', sheets, notes: notes.all };
}

type Reading = { shared: readonly string[]; styles: WorkbookStyles; is1904: boolean; left: number };

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

type Rows = Pick<Sheet, 'rows' | 'looks' | 'hiddenRows'>;

function rowsOf(sheet: XmlElement, reading: Reading, notes: OmissionNotes): Rows {
  const rows: string[][] = [];
  const looks: number[][] = [];
  const hiddenRows: number[] = [];
  for (const row of elementsOf(childOf(sheet, 'sheetData') ?? { children: [] })) {
    const number = Math.min(Number(row.attributes['r'] ?? rows.length + 1), MAX_ROWS);
    const cells: string[] = [];
    const ofCells: number[] = [];
    for (const cell of elementsOf(row)) {
      if (cell.name !== 'c' || reading.left-- <= 0) continue;
      const column = Math.min(placeOf(cell.attributes['r'] ?? '')?.column ?? cells.length, MAX_COLUMNS - 1);
      const { text, look } = shownCell(cell, reading);
      if (text === '' && childOf(cell, 'f') !== undefined && childOf(cell, 'v') === undefined)
        notes.add('Some formulas have no stored value. They are not computed here.');
      // Cells that a sheet leaves out take memory too.
      reading.left -= Math.max(0, column - cells.length);
      while (cells.length < column) cells.push('');
      cells[column] = text;
      while (ofCells.length < column) ofCells.push(0);
      ofCells[column] = look;
    }
    reading.left -= Math.max(0, number - rows.length);
    if (reading.left <= 0) break;
    while (rows.length < number - 1) rows.push([]);
    rows[number - 1] = cells;
    if (ofCells.some((look) => look > 0)) looks[number - 1] = ofCells;
    if (['1', 'true'].includes(row.attributes['hidden'] ?? '')) hiddenRows.push(number - 1);
  }
  if (reading.left <= 0) notes.add(`The first ${MAX_CELLS} cells are shown.`);
  return { rows, looks, ...(hiddenRows.length > 0 && { hiddenRows }) };
}

function shownCell(cell: XmlElement, { shared, styles, is1904 }: Reading): Readonly<{ text: string; look: number }> {
  const { t: type = 'n', s: style } = cell.attributes;
  const value = elementText(childOf(cell, 'v'));
  const shown = (of: number | string | boolean) => styles.shown(Number(style ?? 0), of, is1904);
  if (type === 's') return shown(shared[Number(value)] ?? '');
  if (type === 'inlineStr') return shown(texts(childOf(cell, 'is') ?? cell));
  if (type === 'b') return shown(value === '1');
  return type === 'n' && value !== '' ? shown(Number(value)) : shown(value);
}
