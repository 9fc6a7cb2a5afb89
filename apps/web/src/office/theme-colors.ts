import { childOf, elementsOf, parseXml, type XmlElement } from './xml.ts';

/** The order in which styles of Excel number the colors of a theme. */
const ORDER = ['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'];
/** The colors of old workbooks from number 8 on (ECMA-376, part 1, 18.8.27). */
const INDEXED =
  '000000ffffffff000000ff000000ffffff00ff00ff00ffff800000008000000080808000800080008080c0c0c08080809999ff993366ffffccccffff660066ff80800066ccccccff000080ff00ffffff0000ffff800080800000008080' +
  '0000ff00ccffccffffccffccffff9999ccffff99cccc99ffffcc993366ff33cccc99cc00ffcc00ff9900ff6600666699969696003366339966003300333300993300993366333399333333';
const FIRST = 8;
const HEX = /^[\da-f]{6}$/i;

/** A color with a tint from -1, black, to 1, white. */
function tinted(color: string, tint: number): string {
  const mixed = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16);
    return Math.round(tint < 0 ? part * (1 + tint) : part + (255 - part) * tint);
  });
  return `#${mixed.map((part) => Math.min(255, Math.max(0, part)).toString(16).padStart(2, '0')).join('')}`;
}

/** The colors that a workbook names by their places in its theme. */
export class ThemeColors {
  readonly #colors: readonly (string | undefined)[];

  constructor(theme: string | undefined) {
    const scheme = theme === undefined ? undefined : childOf(parseXml(theme), 'themeElements', 'clrScheme');
    this.#colors = ORDER.map((name) => {
      const [color] = elementsOf(childOf(scheme, name) ?? { children: [] });
      const hex = color?.attributes['lastClr'] ?? color?.attributes['val'] ?? '';
      return HEX.test(hex) ? `#${hex.toLowerCase()}` : undefined;
    });
  }

  /** `#rrggbb` of an element such as `<fgColor theme="4" tint="0.4"/>`. */
  colorOf(element: XmlElement | undefined): string | undefined {
    const { rgb, theme, indexed, tint = '0' } = element?.attributes ?? {};
    const color = this.#named(rgb, theme, indexed);
    return color === undefined ? undefined : tinted(color, Math.min(1, Math.max(-1, Number(tint) || 0)));
  }

  #named(rgb: string | undefined, theme: string | undefined, indexed: string | undefined): string | undefined {
    const hex = rgb?.slice(-6) ?? '';
    if (HEX.test(hex)) return `#${hex.toLowerCase()}`;
    if (theme !== undefined) return this.#colors[Number(theme)];
    if (indexed === undefined) return undefined;
    const number = Number(indexed);
    const place = (number < FIRST ? number : number - FIRST) * 6;
    const found = INDEXED.slice(place, place + 6);
    return HEX.test(found) ? `#${found}` : undefined;
  }
}
