import type { Archive } from './archive.ts';
import { builtInFormat } from './built-in-formats.ts';
import { type CellLooks, toneOf } from './cell-looks.ts';
import type { CellLook } from './model.ts';
import { type NumberFormat, numberFormat } from './number-format.ts';
import { ThemeColors } from './theme-colors.ts';
import { childOf, descendantsOf, elementsOf, parseXml, type XmlElement } from './xml.ts';

/** A style of cells: the format of its numbers, and how it looks. */
type CellStyle = Readonly<{ format: NumberFormat; look: CellLook; isAligned: boolean }>;

const isOn = (property: XmlElement | undefined): boolean =>
  property !== undefined && !['0', 'false'].includes(property.attributes['val'] ?? '');

const DEFAULT: CellStyle = { format: numberFormat('General'), look: {}, isAligned: false };
const MAX_INDENT = 15;

/** The styles of the cells of a workbook. */
export class WorkbookStyles {
  readonly #styles: readonly CellStyle[];
  readonly #looks: CellLooks;
  /** Numbers of looks, by style and kind of value. */
  readonly #numbers = new Map<string, number>();

  constructor(archive: Archive, looks: CellLooks) {
    this.#looks = looks;
    const text = archive.text('xl/styles.xml');
    this.#styles =
      text === undefined ? [] : stylesOf(parseXml(text), new ThemeColors(archive.text('xl/theme/theme1.xml')));
  }

  /** The text of a cell, and the number of its look. Numbers stand at the right, and truths in the middle. */
  shown(style: number, value: number | string | boolean, is1904: boolean): Readonly<{ text: string; look: number }> {
    const { format, look, isAligned } = this.#styles[style] ?? DEFAULT;
    const { text, color } = typeof value === 'boolean' ? { text: value ? 'TRUE' : 'FALSE' } : format(value, is1904);
    const tone = toneOf(color);
    const key = `${style} ${typeof value} ${tone}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return { text, look: known };
    const align = typeof value === 'number' ? 'right' : typeof value === 'boolean' ? 'center' : undefined;
    const number = this.#looks.numberOf({
      ...(!isAligned && align !== undefined && { align }),
      ...look,
      ...(tone !== undefined && { tone }),
    });
    this.#numbers.set(key, number);
    return { text, look: number };
  }
}

function stylesOf(styles: XmlElement, theme: ThemeColors): readonly CellStyle[] {
  const listed = (name: string): readonly XmlElement[] => elementsOf(childOf(styles, name) ?? { children: [] });
  const own = new Map(
    descendantsOf(childOf(styles, 'numFmts'), 'numFmt').map(({ attributes }) => [
      attributes['numFmtId'],
      attributes['formatCode'],
    ]),
  );
  const fonts = listed('fonts');
  const fills = listed('fills').map((fill) => fillOf(fill, theme));
  const formats = new Map<string, NumberFormat>();
  return listed('cellXfs').map((style): CellStyle => {
    const { numFmtId: id = '0', fontId = '0', fillId = '0' } = style.attributes;
    const code = own.get(id) ?? builtInFormat(Number(id));
    const format = formats.get(code) ?? numberFormat(code);
    formats.set(code, format);
    const font = fonts[Number(fontId)];
    const fill = fills[Number(fillId)];
    const { horizontal = '', indent = '0' } = childOf(style, 'alignment')?.attributes ?? {};
    const align = ALIGNED[horizontal];
    const steps = Math.min(MAX_INDENT, Number(indent) || 0);
    return {
      format,
      isAligned: align !== undefined,
      look: {
        ...(align !== undefined && { align }),
        ...(steps > 0 && { indent: steps }),
        ...(isOn(childOf(font, 'b')) && { isBold: true }),
        ...(isOn(childOf(font, 'i')) && { isItalic: true }),
        ...(fill !== undefined && { fill }),
      },
    };
  });
}

const ALIGNED: Readonly<Record<string, NonNullable<CellLook['align']>>> = {
  left: 'left',
  fill: 'left',
  justify: 'left',
  center: 'center',
  centerContinuous: 'center',
  distributed: 'center',
  right: 'right',
};

function fillOf(fill: XmlElement, theme: ThemeColors): string | undefined {
  const pattern = childOf(fill, 'patternFill');
  if (pattern?.attributes['patternType'] !== 'solid') return undefined;
  return theme.colorOf(childOf(pattern, 'fgColor'));
}
