import type { DrawingColors } from './drawing-colors.ts';
import type { OfficeBlock, TableCellLook } from './model.ts';
import { type SlideLooks, slideParagraphs } from './slide-text.ts';
import { childOf, descendantsOf, elementsOf, elementText, type XmlElement } from './xml.ts';

type Table = Extract<OfficeBlock, { kind: 'table' }>;

/** The style of tables that PowerPoint gives to a new one, which files name and do not define. */
const USUAL_STYLE = '{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}';
/** Styles of the same kind with the other accents. */
const WITH_ACCENT: Readonly<Record<string, number>> = {
  [USUAL_STYLE]: 0,
  '{21E4AEA4-8DFA-4A89-87EB-49C32662AFE0}': 1,
  '{F5AB1C69-6EDB-4FF4-983F-18BD219EF322}': 2,
  '{00A15C55-8517-42AA-B614-E9B94910E393}': 3,
  '{7DF18680-E054-41AD-8BC1-D1AEF772440D}': 4,
  '{93296810-A885-4BE3-A3E7-6D5BEEA58F35}': 5,
};
const MAX_SPAN = 100;

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

const mixed = (color: string, white: number): string =>
  `#${[1, 3, 5]
    .map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16);
      return Math.round(part + (255 - part) * white)
        .toString(16)
        .padStart(2, '0');
    })
    .join('')}`;

/** A table of a slide with the widths of its columns, and the fills of its cells and its style. */
export function slideTable(table: XmlElement, looks: SlideLooks, colors: DrawingColors): Table {
  const properties = childOf(table, 'tblPr');
  const [hasHead, hasLast, hasFirst, isBanded] = ['firstRow', 'lastRow', 'firstCol', 'bandRow'].map((name) =>
    isOn(properties?.attributes[name]),
  );
  const accent = WITH_ACCENT[elementText(childOf(properties, 'tableStyleId')).trim()];
  const color = accent === undefined ? undefined : colors.accent(accent);
  const lines = elementsOf(table).filter(({ name }) => name === 'tr');
  const styleAt = (row: number, column: number): TableCellLook => {
    const isHead = (hasHead === true && row === 0) || (hasFirst === true && column === 0);
    const isLast = hasLast === true && row === lines.length - 1;
    if (color === undefined) return isHead || isLast ? { isBold: true } : {};
    if (isHead || isLast) return { fill: color, ink: '#ffffff', isBold: true };
    const band = row - (hasHead === true ? 1 : 0);
    return { fill: mixed(color, isBanded === true && band % 2 === 0 ? 0.6 : 0.8) };
  };
  const read = lines.map((row, line) =>
    elementsOf(row).flatMap((cell, column) => {
      if (cell.name !== 'tc' || isOn(cell.attributes['hMerge'])) return [];
      const own = colors.paint(childOf(cell, 'tcPr'));
      const { fill, ...style } = styleAt(line, column);
      const shown = own === 'none' ? undefined : (own ?? fill);
      const look: TableCellLook = {
        ...(own === undefined ? style : { ...(style.isBold && { isBold: true }) }),
        ...(shown !== undefined && { fill: shown }),
      };
      return [
        {
          blocks: slideParagraphs(cell, { ...looks, hasBullets: false }),
          span: Math.min(MAX_SPAN, Math.max(1, Number(cell.attributes['gridSpan'] ?? 1) || 1)),
          look,
        },
      ];
    }),
  );
  const widths = descendantsOf(childOf(table, 'tblGrid'), 'gridCol').map(({ attributes }) => Number(attributes['w']));
  const whole = widths.reduce((sum, width) => sum + width, 0);
  const hasLooks = read.flat().some(({ look }) => Object.keys(look).length > 0);
  return {
    kind: 'table',
    rows: read.map((cells) => cells.map(({ blocks }) => blocks)),
    ...(read.flat().some(({ span }) => span > 1) && { spans: read.map((cells) => cells.map(({ span }) => span)) }),
    ...(hasLooks && { looks: read.map((cells) => cells.map(({ look }) => look)) }),
    ...(whole > 0 && widths.every((width) => width > 0) && { widths: widths.map((width) => width / whole) }),
  };
}
