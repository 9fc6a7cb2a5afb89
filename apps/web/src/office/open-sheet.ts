import type { Archive } from './archive.ts';
import { CellLooks } from './cell-looks.ts';
import type { CellLook, MergedCells, Sheet } from './model.ts';
import type { OmissionNotes } from './notes.ts';
import { generalNumber } from './number-digits.ts';
import { childOf, descendantsOf, elementsOf, elementText, parseXml, type XmlElement } from './xml.ts';

const MAX_CELLS = 2_000_000;
const MAX_REPEATED = 10_000;
/** More columns than are shown. */
const MAX_COLUMNS = 1000;
const MAX_FROZEN = 100;
/** Centimetres of a sign. */
const SIGN_CM = 0.205;
const CM: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, in: 2.54, pt: 2.54 / 72, pc: 2.54 / 6, px: 2.54 / 96 };
const NUMBERS: ReadonlySet<string> = new Set(['float', 'currency', 'percentage', 'date', 'time']);

type Styles = Readonly<{
  looks: ReadonlyMap<string, CellLook>;
  widths: ReadonlyMap<string, number>;
  hidden: ReadonlySet<string>;
}>;

/** Reads the sheets of a workbook in OpenDocument. Their cells hold the texts that were shown. */
export class OpenSheets {
  readonly #looks = new CellLooks();
  readonly #numbers = new Map<string, number>();
  readonly #styles: Styles;
  readonly #frozen: ReadonlyMap<string, Sheet['frozen']>;
  readonly #textOf: (paragraph: XmlElement) => string;
  readonly #notes: OmissionNotes;
  #left = MAX_CELLS;

  constructor(content: XmlElement, archive: Archive, notes: OmissionNotes, textOf: (paragraph: XmlElement) => string) {
    this.#styles = stylesOf(content);
    this.#frozen = frozenOf(archive.text('settings.xml'));
    this.#notes = notes;
    this.#textOf = textOf;
  }

  sheet(table: XmlElement): Sheet {
    const rows: string[][] = [];
    const looks: number[][] = [];
    const hiddenRows: number[] = [];
    const merged: MergedCells[] = [];
    for (const row of descendantsOf(table, 'table-row')) {
      const cells: string[] = [];
      const ofCells: number[] = [];
      for (const cell of elementsOf(row)) {
        const text = this.#cellText(cell);
        const look = this.#lookOf(cell);
        const across = Number(cell.attributes['number-columns-spanned'] ?? 1) || 1;
        const down = Number(cell.attributes['number-rows-spanned'] ?? 1) || 1;
        if (across > 1 || down > 1)
          merged.push({ row: rows.length, column: cells.length, rows: down, columns: across });
        this.#repeat(cell, 'number-columns-repeated', () => {
          cells.push(text);
          ofCells.push(look);
        });
      }
      while (cells.at(-1) === '') cells.pop();
      ofCells.length = cells.length;
      const isHidden = isCollapsed(row);
      this.#repeat(row, 'number-rows-repeated', () => {
        if (ofCells.some((look) => look > 0)) looks[rows.length] = ofCells;
        if (isHidden) hiddenRows.push(rows.length);
        rows.push(cells);
      });
    }
    while (rows.at(-1)?.length === 0) rows.pop();
    if (this.#left <= 0) this.#notes.add(`The first ${MAX_CELLS} cells are shown.`);
    const name = table.attributes['name'] ?? 'Sheet';
    const frozen = this.#frozen.get(name);
    const hidden = hiddenRows.filter((row) => row < rows.length);
    return {
      name,
      rows,
      looks,
      ...this.#columns(table),
      allLooks: this.#looks.all,
      ...(this.#styles.hidden.has(table.attributes['style-name'] ?? '') && { isHidden: true }),
      ...(hidden.length > 0 && { hiddenRows: hidden }),
      ...(merged.length > 0 && { merged }),
      ...(frozen !== undefined && { frozen }),
    };
  }

  #columns(table: XmlElement): Pick<Sheet, 'widths' | 'hiddenColumns'> {
    const widths: number[] = [];
    const hiddenColumns: number[] = [];
    let column = 0;
    for (const one of descendantsOf(table, 'table-column')) {
      const times = Math.min(Number(one.attributes['number-columns-repeated'] ?? 1) || 1, MAX_COLUMNS - column);
      const width = this.#styles.widths.get(one.attributes['style-name'] ?? '');
      for (const end = column + times; column < end; column++) {
        if (isCollapsed(one)) hiddenColumns.push(column);
        else if (width !== undefined) widths[column] = width;
      }
    }
    return { ...(widths.length > 0 && { widths }), ...(hiddenColumns.length > 0 && { hiddenColumns }) };
  }

  #cellText(cell: XmlElement): string {
    const paragraphs = elementsOf(cell).filter(({ name }) => name === 'p');
    if (paragraphs.length > 0) return paragraphs.map(this.#textOf).join('\n');
    // Programs other than those of offices store the value alone.
    const { value, 'date-value': date, 'time-value': time, 'boolean-value': truth } = cell.attributes;
    if (value !== undefined && value !== '') return generalNumber(Number(value));
    return date ?? time ?? truth?.toUpperCase() ?? '';
  }

  #lookOf({ attributes }: XmlElement): number {
    const style = attributes['style-name'] ?? '';
    const type = attributes['value-type'] ?? '';
    const key = `${style} ${type}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const align = NUMBERS.has(type) ? 'right' : type === 'boolean' ? 'center' : undefined;
    const number = this.#looks.numberOf({ ...(align !== undefined && { align }), ...this.#styles.looks.get(style) });
    this.#numbers.set(key, number);
    return number;
  }

  /** Programs fill the rest of a sheet with one cell that is repeated a million times. */
  #repeat({ attributes }: XmlElement, name: string, run: () => void): void {
    const times = Math.min(Number(attributes[name] ?? 1) || 1, MAX_REPEATED);
    for (let time = 0; time < times && this.#left-- > 0; time++) run();
  }
}

const isCollapsed = ({ attributes }: XmlElement): boolean =>
  attributes['visibility'] === 'collapse' || attributes['visibility'] === 'filter';

const ALIGNED: Readonly<Record<string, NonNullable<CellLook['align']>>> = {
  start: 'left',
  left: 'left',
  center: 'center',
  end: 'right',
  right: 'right',
};

function stylesOf(content: XmlElement): Styles {
  const looks = new Map<string, CellLook>();
  const widths = new Map<string, number>();
  const hidden = new Set<string>();
  for (const style of elementsOf(childOf(content, 'automatic-styles') ?? { children: [] })) {
    const { name = '', family } = style.attributes;
    if (family === 'table-cell') looks.set(name, lookOf(style));
    if (family === 'table' && childOf(style, 'table-properties')?.attributes['display'] === 'false') hidden.add(name);
    const width = childOf(style, 'table-column-properties')?.attributes['column-width'];
    const [, length, unit = ''] = /^([\d.]+)([a-z]+)$/.exec(width ?? '') ?? [];
    if (length !== undefined) widths.set(name, (Number(length) * (CM[unit] ?? 0)) / SIGN_CM);
  }
  return { looks, widths, hidden };
}

function lookOf(style: XmlElement): CellLook {
  const text = childOf(style, 'text-properties')?.attributes ?? {};
  const fill = childOf(style, 'table-cell-properties')?.attributes['background-color'];
  const align = ALIGNED[childOf(style, 'paragraph-properties')?.attributes['text-align'] ?? ''];
  return {
    ...(align !== undefined && { align }),
    ...(text['font-weight'] === 'bold' && { isBold: true }),
    ...(text['font-style'] === 'italic' && { isItalic: true }),
    ...(/^#[\da-f]{6}$/i.test(fill ?? '') && fill !== undefined && { fill: fill.toLowerCase() }),
  };
}

/** Rows and columns of each sheet that stay in sight, by its name. */
function frozenOf(settings: string | undefined): ReadonlyMap<string, Sheet['frozen']> {
  if (settings === undefined) return new Map();
  const entries = descendantsOf(parseXml(settings), 'config-item-map-entry');
  return new Map(
    entries.map(({ attributes, children }) => {
      const items = new Map(elementsOf({ children }).map((item) => [item.attributes['name'] ?? '', elementText(item)]));
      /** 2 is a split that stays. */
      const count = (side: string): number =>
        items.get(`${side}SplitMode`) === '2'
          ? Math.min(MAX_FROZEN, Math.max(0, Number(items.get(`${side}SplitPosition`)) || 0))
          : 0;
      return [attributes['name'] ?? '', { rows: count('Vertical'), columns: count('Horizontal') }] as const;
    }),
  );
}
