import type { DrawingColors } from './drawing-colors.ts';
import type { SlideForm } from './model.ts';
import { childOf, elementsOf, type XmlElement } from './xml.ts';

type Point = readonly [x: number, y: number];

/** English Metric Units of a point, and widths of lines that a theme names by 1, 2 and 3. */
const POINT = 12_700;
const THEME_LINES = [0.5, 0.75, 1.5, 2.25];
const MAX_STEPS = 5000;
const MAX_LINE = 100;

const n = (value: number): string => String(Math.round(value * 100) / 100);
const polygon = (points: readonly Point[]): string => `M${points.map(([x, y]) => `${n(x)} ${n(y)}`).join('L')}Z`;
const open = (points: readonly Point[]): string => polygon(points).slice(0, -1);

function ellipse(w: number, h: number): string {
  const arc = (x: number): string => `A${n(w / 2)} ${n(h / 2)} 0 1 1 ${n(x)} ${n(h / 2)}`;
  return `M0 ${n(h / 2)}${arc(w)}${arc(0)}Z`;
}

/** A rectangle with rounded corners, of which those below may be sharp. */
function rounded(w: number, h: number, radius: number, isSharpBelow = false): string {
  const r = Math.min(radius, w / 2, h / 2);
  const below = isSharpBelow ? 0 : r;
  const corner = (of: number, x: number, y: number): string => `A${n(of)} ${n(of)} 0 0 1 ${n(x)} ${n(y)}`;
  return `M0 ${n(r)}${corner(r, r, 0)}H${n(w - r)}${corner(r, w, r)}V${n(h - below)}${corner(below, w - below, h)}H${n(below)}${corner(below, 0, h - below)}Z`;
}

/** An arrow to the right: its shaft is `thick` of the height, its head `head` of the shorter side. */
const arrow = (w: number, h: number, thick: number, head: number): readonly Point[] => {
  const x = w - Math.min(w, Math.min(w, h) * head);
  const [top, bottom] = [(h - h * thick) / 2, (h + h * thick) / 2];
  return [
    [0, top],
    [x, top],
    [x, 0],
    [w, h / 2],
    [x, h],
    [x, bottom],
    [0, bottom],
  ];
};

const turned = (points: readonly Point[]): readonly Point[] => points.map(([x, y]) => [y, x]);

/** Polygons of forms by their names in the format (ECMA-376, part 1, 20.1.10.56). */
function pointsOf(
  name: string,
  w: number,
  h: number,
  adjust: (at: number, usual: number) => number,
): readonly Point[] | undefined {
  const short = Math.min(w, h);
  const x = Math.min(w, short * adjust(0, name === 'chevron' || name === 'homePlate' ? 0.5 : 0.25));
  const [thick, head] = [Math.min(1, adjust(0, 0.5)), adjust(1, 0.5)];
  if (name === 'triangle')
    return [
      [w * adjust(0, 0.5), 0],
      [w, h],
      [0, h],
    ];
  if (name === 'rtTriangle')
    return [
      [0, 0],
      [w, h],
      [0, h],
    ];
  if (name === 'diamond' || name === 'flowChartDecision')
    return [
      [w / 2, 0],
      [w, h / 2],
      [w / 2, h],
      [0, h / 2],
    ];
  if (name === 'parallelogram' || name === 'flowChartInputOutput')
    return [
      [x, 0],
      [w, 0],
      [w - x, h],
      [0, h],
    ];
  if (name === 'trapezoid')
    return [
      [x, 0],
      [w - x, 0],
      [w, h],
      [0, h],
    ];
  if (name === 'hexagon')
    return [
      [x, 0],
      [w - x, 0],
      [w, h / 2],
      [w - x, h],
      [x, h],
      [0, h / 2],
    ];
  if (name === 'homePlate')
    return [
      [0, 0],
      [w - x, 0],
      [w, h / 2],
      [w - x, h],
      [0, h],
    ];
  if (name === 'chevron')
    return [
      [0, 0],
      [w - x, 0],
      [w, h / 2],
      [w - x, h],
      [0, h],
      [x, h / 2],
    ];
  if (name === 'rightArrow') return arrow(w, h, thick, head);
  if (name === 'leftArrow') return arrow(w, h, thick, head).map(([a, b]) => [w - a, b]);
  if (name === 'downArrow') return turned(arrow(h, w, thick, head));
  if (name === 'upArrow') return turned(arrow(h, w, thick, head)).map(([a, b]) => [a, h - b]);
  if (name === 'leftRightArrow') {
    const half = arrow(w / 2, h, thick, head).map(([a, b]): Point => [a + w / 2, b]);
    return [
      ...half.slice(1, -1),
      ...half
        .slice(1, -1)
        .toReversed()
        .map(([a, b]): Point => [w - a, b]),
    ];
  }
  return undefined;
}

const LINES: readonly string[] = ['line', 'straightConnector1', 'curvedConnector3'];
/** Forms that are a line alone, drawn in a simple way. */
const OPEN: Readonly<Record<string, (w: number, h: number) => readonly Point[]>> = {
  bentConnector2: (w, h) => [
    [0, 0],
    [w, 0],
    [w, h],
  ],
  bentConnector3: (w, h) => [
    [0, 0],
    [w / 2, 0],
    [w / 2, h],
    [w, h],
  ],
  leftBracket: (w, h) => [
    [w, 0],
    [0, 0],
    [0, h],
    [w, h],
  ],
  rightBracket: (w, h) => [
    [0, 0],
    [w, 0],
    [w, h],
    [0, h],
  ],
  leftBrace: (w, h) => [
    [w, 0],
    [w / 2, 0],
    [w / 2, h / 2],
    [0, h / 2],
    [w / 2, h / 2],
    [w / 2, h],
    [w, h],
  ],
  rightBrace: (w, h) => [
    [0, 0],
    [w / 2, 0],
    [w / 2, h / 2],
    [w, h / 2],
    [w / 2, h / 2],
    [w / 2, h],
    [0, h],
  ],
};

/** Texts of a form with a tip keep clear of it. */
const insetOf = (name: string, points: readonly Point[], w: number): number =>
  name === 'chevron' ? Math.min(0.4, (points.at(-1)?.[0] ?? 0) / (w || 1)) : (INSETS[name] ?? 0);

const INSETS: Readonly<Record<string, number>> = {
  diamond: 0.25,
  flowChartDecision: 0.25,
  triangle: 0.25,
  hexagon: 0.12,
  parallelogram: 0.1,
  trapezoid: 0.1,
};

/** The head of an arrow at the end of a line. */
function headOf(points: readonly Point[], thick: number): string {
  const [before, end] = points.slice(-2);
  if (before === undefined || end === undefined) return '';
  const length = Math.hypot(end[0] - before[0], end[1] - before[1]) || 1;
  const [x, y] = [(end[0] - before[0]) / length, (end[1] - before[1]) / length];
  const size = Math.max(6, thick * 4);
  const side = (sign: number): Point => [
    end[0] - x * size - sign * y * size * 0.5,
    end[1] - y * size + sign * x * size * 0.5,
  ];
  return polygon([end, side(1), side(-1)]);
}

/** A form drawn by its writer, whose places are numbers (20.1.9.8). */
function customPath(geometry: XmlElement, w: number, h: number): string | undefined {
  let path = '';
  let left = MAX_STEPS;
  for (const one of elementsOf(childOf(geometry, 'pathLst') ?? { children: [] })) {
    const [across, down] = [
      w / (Number(one.attributes['w']) || w * POINT),
      h / (Number(one.attributes['h']) || h * POINT),
    ];
    let at: Point = [0, 0];
    for (const step of elementsOf(one)) {
      if (left-- <= 0) return undefined;
      const places = elementsOf(step).map(
        ({ attributes }): Point => [Number(attributes['x']) * across, Number(attributes['y']) * down],
      );
      const letter = { moveTo: 'M', lnTo: 'L', cubicBezTo: 'C', quadBezTo: 'Q', close: 'Z' }[step.name];
      if (step.name === 'arcTo') {
        const value = (name: string): number => Number(step.attributes[name]);
        const [rx, ry] = [value('wR') * across, value('hR') * down];
        const [start, sweep] = [value('stAng'), value('swAng')].map((angle) => (angle / 60_000 / 180) * Math.PI);
        const end: Point = [
          at[0] + rx * (Math.cos((start ?? 0) + (sweep ?? 0)) - Math.cos(start ?? 0)),
          at[1] + ry * (Math.sin((start ?? 0) + (sweep ?? 0)) - Math.sin(start ?? 0)),
        ];
        path += `A${n(rx)} ${n(ry)} 0 ${Math.abs(sweep ?? 0) > Math.PI ? 1 : 0} ${(sweep ?? 0) > 0 ? 1 : 0} ${n(end[0])} ${n(end[1])}`;
        at = end;
      } else if (letter === undefined) return undefined;
      else {
        path += `${letter}${places.map(([x, y]) => `${n(x)} ${n(y)}`).join(' ')}`;
        at = places.at(-1) ?? at;
      }
    }
  }
  return path === '' || /NaN|Infinity/.test(path) ? undefined : path;
}

type Look = Readonly<{ fill?: string; line?: string; thick: number }>;

/** The fill and the line of a shape: its own, or those of its style. */
export function lookOfShape(shape: XmlElement, colors: DrawingColors): Look {
  const properties = childOf(shape, 'spPr');
  const styled = (name: string): XmlElement | undefined => {
    const reference = childOf(shape, 'style', name);
    return Number(reference?.attributes['idx']) > 0 ? reference : undefined;
  };
  const line = childOf(properties, 'ln');
  const ofTheme = styled('lnRef');
  const fill = colors.paint(properties) ?? colors.within(styled('fillRef'));
  const stroke = colors.paint(line) ?? colors.within(ofTheme);
  const own = Number(line?.attributes['w']) / POINT;
  const thick = own >= 0 ? own : (THEME_LINES[Number(ofTheme?.attributes['idx'])] ?? 0.75);
  return {
    ...(fill !== undefined && fill !== 'none' && { fill }),
    ...(stroke !== undefined && stroke !== 'none' && { line: stroke }),
    thick: Math.min(MAX_LINE, Math.max(0.25, thick)),
  };
}

/** The drawn form of a shape in a box of points; none for a rectangle without a line. */
export function formOf(
  shape: XmlElement,
  { fill, line, thick }: Look,
  { width: w, height: h }: Readonly<{ width: number; height: number }>,
): SlideForm | undefined {
  const properties = childOf(shape, 'spPr');
  const preset = childOf(properties, 'prstGeom');
  const name = preset?.attributes['prst'] ?? 'rect';
  const custom = childOf(properties, 'custGeom');
  const { flipH, flipV } = childOf(properties, 'xfrm')?.attributes ?? {};
  const [isFlipped, isOver] = [flipH, flipV].map((value) => value === '1' || value === 'true');
  const flip = ([x, y]: Point): Point => [isFlipped === true ? w - x : x, isOver === true ? h - y : y];
  const adjusts = elementsOf(childOf(preset, 'avLst') ?? { children: [] });
  const adjust = (at: number, usual: number): number => {
    const [, value] = /^val (-?\d+)$/.exec(adjusts[at]?.attributes['fmla'] ?? '') ?? [];
    return value === undefined ? usual : Math.min(2, Math.max(0, Number(value) / 100_000));
  };
  const size = { width: w, height: h };
  const strokes = line === undefined ? {} : { line, thick };
  const isLine = LINES.includes(name) || shape.name === 'cxnSp';
  const linear =
    OPEN[name]?.(w, h) ??
    (isLine
      ? ([
          [0, 0],
          [w, h],
        ] as const)
      : undefined);
  if (linear !== undefined && custom === undefined) {
    if (line === undefined) return undefined;
    const points = linear.map(flip);
    const ends = childOf(properties, 'ln');
    const isHead = (end: string): boolean => !['none', undefined].includes(childOf(ends, end)?.attributes['type']);
    const heads = `${isHead('tailEnd') ? headOf(points, thick) : ''}${isHead('headEnd') ? headOf(points.toReversed(), thick) : ''}`;
    return { ...size, d: open(points), ...strokes, ...(heads !== '' && { heads }) };
  }
  const filled = { ...size, ...(fill !== undefined && { fill }), ...strokes };
  const path = custom === undefined ? undefined : customPath(custom, w, h);
  if (path !== undefined) return { ...filled, d: path };
  if (name === 'ellipse' || name === 'flowChartConnector') return { ...filled, d: ellipse(w, h), inset: 0.146 };
  if (name === 'roundRect' || name === 'flowChartAlternateProcess')
    return { ...filled, d: rounded(w, h, Math.min(w, h) * adjust(0, 0.166_67)) };
  if (name === 'flowChartTerminator') return { ...filled, d: rounded(w, h, h / 2) };
  if (name === 'round2SameRect') return { ...filled, d: rounded(w, h, Math.min(w, h) * adjust(0, 0.166_67), true) };
  const points = pointsOf(name, w, h, adjust);
  if (points !== undefined) return { ...filled, d: polygon(points.map(flip)), inset: insetOf(name, points, w) };
  return line === undefined
    ? undefined
    : {
        ...filled,
        d: polygon([
          [0, 0],
          [w, 0],
          [w, h],
          [0, h],
        ]),
      };
}
