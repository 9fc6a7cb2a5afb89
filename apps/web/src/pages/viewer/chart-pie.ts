import type { Chart, ChartGroup } from '../../office/chart-model.ts';
import { type Box, type ChartCanvas, toPoint } from './chart-canvas.ts';
import { LINE, textWidth, wrapText } from './chart-text.ts';
import { inkOn } from './sheet-layout.ts';

const FULL = Math.PI * 2;

/** A pie, or the rings of a doughnut. */
export function drawPie(canvas: ChartCanvas, chart: Chart, group: ChartGroup, box: Box, size: number): void {
  const isRing = group.mark === 'doughnut';
  const rings = isRing ? group.series : group.series.slice(0, 1);
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const hasLabels = rings.some(({ points }) => points.some(({ label }) => label !== undefined));
  const room = hasLabels && !isRing && !group.hasLabelsInside ? size * 2.2 : 0;
  const radius = Math.max(1, Math.min(box.right - box.left - room * 2, box.bottom - box.top - room * 2) / 2);
  const inner = isRing ? radius * group.hole : 0;
  const thick = (radius - inner) / Math.max(1, rings.length);
  for (const [ring, { points, color }] of rings.entries()) {
    const total = points.reduce((sum, { value = 0 }) => sum + Math.abs(value), 0);
    if (total === 0) continue;
    const [from, to] = [inner + ring * thick, inner + (ring + 1) * thick];
    let angle = (group.start / 360) * FULL - FULL / 4;
    for (const { value = 0, color: own = color, label } of points) {
      const end = angle + (Math.abs(value) / total) * FULL;
      canvas.path(slice([x, y], [from, to], angle, end), { fill: own, stroke: chart.fill ?? '#fff', width: 0.75 });
      const middle = (angle + end) / 2;
      angle = end;
      if (label === undefined || value === 0) continue;
      const [across, down] = [Math.cos(middle), Math.sin(middle)];
      const at = isRing ? (from + to) / 2 : radius * 0.66;
      const lines = wrapText(label.replace(', ', '\n '), size, at * 1.1, 3) ?? [label];
      const wide = Math.max(...lines.map((line) => textWidth(line, size)));
      const chord = (end - middle) * 2 * at;
      const isInside =
        chord > Math.max(size * 1.3 * lines.length, Math.abs(down) > 0.7 ? wide : size) &&
        (isRing ? wide < thick * 1.1 : wide < radius * 0.75);
      if (isInside && (isRing || group.hasLabelsInside || room === 0 || wide < radius * 0.6))
        canvas.label(label, x + across * at, y + down * at - ((lines.length - 1) / 2) * size * LINE, size, {
          ink: own === 'none' ? 'currentColor' : inkOn(own),
          lines,
        });
      else if (!isRing)
        canvas.label(label, x + across * (radius + size * 0.5), y + down * (radius + size * 0.8), size, {
          anchor: Math.abs(across) < 0.2 ? 'middle' : across > 0 ? 'start' : 'end',
        });
    }
  }
}

function slice(
  [x, y]: readonly [number, number],
  [inner, outer]: readonly [number, number],
  from: number,
  to: number,
): string {
  if (to - from <= 0) return '';
  // An arc that ends where it begins is none.
  const end = Math.min(to, from + FULL - 0.0001);
  const isLarge = end - from > Math.PI ? 1 : 0;
  const on = (radius: number, angle: number): string =>
    toPoint(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
  const arc = (radius: number, angle: number, turn: number): string =>
    `A${toPoint(radius, radius)} 0 ${isLarge} ${turn} ${on(radius, angle)}`;
  return inner <= 0
    ? `M${toPoint(x, y)}L${on(outer, from)}${arc(outer, end, 1)}Z`
    : `M${on(outer, from)}${arc(outer, end, 1)}L${on(inner, end)}${arc(inner, from, 0)}Z`;
}
