import type { Chart, ChartAxis } from '../../office/chart-model.ts';
import type { Box, ChartCanvas } from './chart-canvas.ts';
import { drawCategories, labelsBelow } from './chart-categories.ts';
import { drawBars, drawLines, drawScatter, type Plot } from './chart-series.ts';
import { cutText, textWidth } from './chart-text.ts';

const GRID = 0.15;
const AXIS = 0.45;
/** The part of a chart that names of bars beside it may take. */
const MAX_NAMES = 0.36;

/** The place of a value along an axis, from 0 to 1. */
export function along({ min, max, isLog, isReversed }: ChartAxis, value: number): number {
  const place = isLog
    ? value <= 0
      ? 0
      : (Math.log(value) - Math.log(min)) / (Math.log(max) - Math.log(min))
    : (value - min) / (max - min || 1);
  const within = Math.min(1, Math.max(0, place));
  return isReversed ? 1 - within : within;
}

const widest = (texts: readonly string[], size: number): number =>
  Math.max(0, ...texts.map((text) => textWidth(text, size)));

/** Axes, grid and series of a chart that is no pie. */
export function drawPlot(canvas: ChartCanvas, chart: Chart, outer: Box, size: number): void {
  const { values, second, across, categories } = chart;
  if (values === undefined) return;
  const isFlat = chart.groups.some(({ mark }) => mark === 'bar');
  const ticks = (axis: ChartAxis | undefined): readonly string[] =>
    axis?.isShown === true ? axis.ticks.map(({ text }) => text) : [];
  let { left, top, right, bottom } = outer;
  const below = isFlat ? values : across;
  const sideTitle = isFlat ? categories.title : values.title;
  const belowTitle = isFlat ? values.title : (across?.title ?? categories.title);
  if (sideTitle !== '') left += size * 1.5;
  if (second !== undefined && second.title !== '') right -= size * 1.5;
  if (belowTitle !== '') bottom -= size * 1.5;
  const names = isFlat && categories.isShown ? categories.texts : [];
  const nameRoom = Math.min(widest(names, size), (right - left) * MAX_NAMES);
  const beside = isFlat ? nameRoom : widest(ticks(values), size);
  if (beside > 0) left += beside + size * 0.6;
  if (!isFlat && second !== undefined) right -= widest(ticks(second), size) + size * 0.6;
  // Half of the outermost tick.
  else if (below !== undefined) right -= widest(ticks(below).slice(-1), size) / 2;
  if (below?.isShown === true) bottom -= size * 1.5;
  if (across === undefined && !isFlat && !categories.isBetween) right -= widest(categories.texts.slice(-1), size) / 2;
  top += size * 0.5;
  const labels =
    below === undefined ? labelsBelow(categories, { left, right, height: outer.bottom - outer.top }, size) : undefined;
  if (labels !== undefined) bottom -= labels.depth;
  const box: Box = { left, top, right: Math.max(left + 1, right), bottom: Math.max(top + 1, bottom) };
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  const upAt = (axis: ChartAxis, value: number): number => box.bottom - along(axis, value) * height;
  const acrossAt = (axis: ChartAxis, value: number): number => box.left + along(axis, value) * width;
  const wanted = (axis: ChartAxis, room: number, each: number) => {
    const every = Math.max(1, Math.ceil((axis.ticks.length * each) / Math.max(1, room)));
    return axis.ticks.filter((_, index) => index % every === 0);
  };
  if (isFlat || across !== undefined) {
    const axis = isFlat ? values : (across ?? values);
    for (const { at, text } of wanted(axis, width, widest(ticks(axis), size) + size * 0.8)) {
      const x = acrossAt(axis, at);
      if (axis.hasGrid) canvas.line([x, box.top], [x, box.bottom], GRID);
      if (axis.isShown) canvas.text(text, x, box.bottom + size, size);
    }
  }
  if (!isFlat)
    for (const { at, text } of wanted(values, height, size * 1.3)) {
      const y = upAt(values, at);
      if (values.hasGrid) canvas.line([box.left, y], [box.right, y], GRID);
      if (values.isShown) canvas.text(text, box.left - size * 0.5, y, size, { anchor: 'end' });
    }
  if (!isFlat && second?.isShown === true)
    for (const { at, text } of wanted(second, height, size * 1.3))
      canvas.text(text, box.right + size * 0.5, upAt(second, at), size, { anchor: 'start' });
  const plot: Plot = { canvas, chart, box, size, upAt, acrossAt, isFlat };
  for (const group of chart.groups) {
    const axis = group.isSecond ? (second ?? values) : values;
    if (group.mark === 'column' || group.mark === 'bar') drawBars(plot, group, axis);
    else if (group.mark === 'scatter') drawScatter(plot, group, axis);
    else drawLines(plot, group, axis);
  }
  const base = along(values, Math.min(values.max, Math.max(values.min, 0)));
  if (isFlat) {
    const x = box.left + base * width;
    canvas.line([x, box.top], [x, box.bottom], AXIS);
    const step = height / Math.max(1, names.length);
    const every = Math.max(1, Math.ceil((size * 1.2) / step));
    for (const [index, name] of names.entries()) {
      if (index % every !== 0) continue;
      const place = (index + 0.5) * step;
      const y = categories.isReversed ? box.top + place : box.bottom - place;
      canvas.text(cutText(name, size, nameRoom + 1), box.left - size * 0.5, y, size, { anchor: 'end' });
    }
  } else {
    const y = box.bottom - base * height;
    canvas.line([box.left, y], [box.right, y], AXIS);
    if (labels !== undefined) drawCategories(canvas, categories, labels, box, size);
  }
  const middle = (box.top + box.bottom) / 2;
  canvas.text(sideTitle, outer.left + size * 0.5, middle, size, { turn: -90 });
  if (second !== undefined) canvas.text(second.title, outer.right - size * 0.5, middle, size, { turn: -90 });
  canvas.text(belowTitle, (box.left + box.right) / 2, outer.bottom - size * 0.5, size);
}
