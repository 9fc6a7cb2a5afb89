/** A chart as its stored values: numbers for their places, and texts as their formats show them. */
export type ChartPoint = Readonly<{
  /** None for a gap. */
  value: number | undefined;
  text: string;
  /** The place along the axis of a scatter chart. */
  x?: number;
  xText?: string;
  label?: string;
  color?: string;
}>;

export type ChartSeries = Readonly<{
  name: string;
  /** `#rrggbb`, or `none` for a series that only lifts others. */
  color: string;
  points: readonly ChartPoint[];
  hasLine: boolean;
  hasMarkers: boolean;
  isSmooth: boolean;
  isInLegend: boolean;
}>;

/** `table`: values of a kind that is not drawn. */
export type ChartMark = 'column' | 'bar' | 'line' | 'area' | 'pie' | 'doughnut' | 'scatter' | 'table';

export type ChartGroup = Readonly<{
  mark: ChartMark;
  stack: 'none' | 'sum' | 'share';
  series: readonly ChartSeries[];
  /** The space between the bars of two categories, and how far bars of one overlap, as parts of a bar. */
  gap: number;
  overlap: number;
  /** The radius of the hole of a doughnut, as a part of its own. */
  hole: number;
  /** Degrees from the top at which a pie begins. */
  start: number;
  /** The group has the second axis. */
  isSecond: boolean;
  hasLabelsInside: boolean;
}>;

export type ChartAxis = Readonly<{
  min: number;
  max: number;
  ticks: readonly Readonly<{ at: number; text: string }>[];
  title: string;
  isShown: boolean;
  hasGrid: boolean;
  isReversed: boolean;
  /** Steps of the axis are powers. */
  isLog: boolean;
}>;

export type ChartCategories = Readonly<{
  texts: readonly string[];
  title: string;
  isShown: boolean;
  isReversed: boolean;
  /** Numbers and dates, of which some may stand for the others. */
  isNumeric: boolean;
  /** Points lie in the middle of their steps. */
  isBetween: boolean;
  /** Places from 0 to 1, for dates. */
  places?: readonly number[];
}>;

export type LegendSide = 'left' | 'right' | 'top' | 'bottom';

export type Chart = Readonly<{
  /** Names the kind: `Stacked column chart`. */
  kind: string;
  title: string;
  titleSize: number;
  groups: readonly ChartGroup[];
  categories: ChartCategories;
  /** The axes of values; `across` is that of a scatter chart. */
  values?: ChartAxis;
  second?: ChartAxis;
  across?: ChartAxis;
  legend?: LegendSide;
  /** Points of its letters. */
  size: number;
  ink?: string;
  fill?: string;
  gaps: 'gap' | 'zero' | 'span';
  /** A reason for which there are no values. */
  problem?: string;
}>;
