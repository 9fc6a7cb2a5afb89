import { textWidth } from './chart-text.ts';

export type ChartShape =
  | Readonly<{
      kind: 'path';
      d: string;
      /** A color; none for a line. */
      fill?: string;
      stroke?: string;
      width?: number;
      opacity?: number;
    }>
  | Readonly<{
      kind: 'text';
      text: string;
      /** Its lines, where it has more than one. */
      lines?: readonly string[];
      x: number;
      /** Its middle, or that of its first line. */
      y: number;
      size: number;
      anchor: 'start' | 'middle' | 'end';
      /** Degrees around its place. */
      turn?: number;
      isBold?: boolean;
      ink?: string;
    }>;

export type Box = Readonly<{ left: number; top: number; right: number; bottom: number }>;

type TextLook = Readonly<Partial<Omit<Extract<ChartShape, { kind: 'text' }>, 'kind' | 'text' | 'x' | 'y' | 'size'>>>;

const n = (value: number): string => String(Math.round(value * 100) / 100);
export const toPoint = (x: number, y: number): string => `${n(x)} ${n(y)}`;

/** Shapes of a chart in their order,. */
export class ChartCanvas {
  readonly #drawn: ChartShape[] = [];
  readonly #labels: Box[] = [];
  readonly #written: ChartShape[] = [];

  /** All shapes, of which the labels of values lie over the others. */
  get all(): readonly ChartShape[] {
    return [...this.#drawn, ...this.#written];
  }

  line(from: readonly [number, number], to: readonly [number, number], opacity: number): void {
    this.#drawn.push({
      kind: 'path',
      d: `M${toPoint(...from)}L${toPoint(...to)}`,
      stroke: 'currentColor',
      width: 0.75,
      opacity,
    });
  }

  path(d: string, look: Omit<Extract<ChartShape, { kind: 'path' }>, 'kind' | 'd'>): void {
    if (d !== '') this.#drawn.push({ kind: 'path', d, ...look });
  }

  box({ left, top, right, bottom }: Box, fill: string): void {
    this.path(`M${toPoint(left, top)}H${n(right)}V${n(bottom)}H${n(left)}Z`, { fill });
  }

  dot(x: number, y: number, radius: number, fill: string): void {
    const r = n(radius);
    this.path(`M${toPoint(x - radius, y)}a${r} ${r} 0 1 0 ${n(radius * 2)} 0a${r} ${r} 0 1 0 ${n(-radius * 2)} 0Z`, {
      fill,
    });
  }

  text(text: string, x: number, y: number, size: number, look: TextLook = {}): void {
    if (text !== '') this.#drawn.push({ kind: 'text', text, x, y, size, anchor: 'middle', ...look });
  }

  /** A label, unless it lies on another one. */
  label(text: string, x: number, y: number, size: number, look: TextLook = {}): void {
    const width = textWidth(text, size);
    const left = look.anchor === 'start' ? x : look.anchor === 'end' ? x - width : x - width / 2;
    const box = { left, right: left + width, top: y - size / 2, bottom: y + size / 2 };
    const isOver = this.#labels.some(
      (one) => box.left < one.right && box.right > one.left && box.top < one.bottom && box.bottom > one.top,
    );
    if (isOver) return;
    this.#labels.push(box);
    this.#written.push({ kind: 'text', text, x, y, size, anchor: 'middle', ...look });
  }
}
