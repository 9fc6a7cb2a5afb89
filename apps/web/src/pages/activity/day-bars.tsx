import type { KeyboardEvent, ReactNode } from 'react';
import { formatDate, formatDayName, formatNumber, plural } from '../../base/format.ts';
import { setQuery } from '../../base/router.tsx';
import { type DayCount, daysOfBar } from './opening-days.ts';

const largest = (bars: readonly DayCount[]): DayCount | undefined =>
  bars.toSorted((one, other) => other.count - one.count)[0];
const nameOf = ({ day, until }: DayCount): string =>
  day === until ? formatDayName(day) : `${formatDate(day)} to ${formatDate(until)}`;

/** Arrows go from bar to bar, all of which are one Tab stop. */
function go({ key, currentTarget }: KeyboardEvent<HTMLButtonElement>): void {
  const { previousElementSibling: before, nextElementSibling: after } = currentTarget;
  const next = key === 'ArrowLeft' ? before : key === 'ArrowRight' ? after : undefined;
  if (!(next instanceof HTMLElement)) return;
  currentTarget.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** Openings by day. A press on a bar keeps the report to its days. */
export function DayBars({ bars }: Readonly<{ bars: readonly DayCount[] }>): ReactNode {
  const most = largest(bars);
  if (most === undefined || most.count === 0) return null;
  const last = bars.at(-1);
  return (
    <figure className="day-bars">
      <figcaption className="soft">
        Openings by {most.day === most.until ? 'day' : plural(daysOfBar(most), 'day')}, at most{' '}
        {formatNumber(most.count)} on {nameOf(most)}
      </figcaption>
      <div className="day-bars-row" role="group" aria-label="Openings by day">
        {bars.map((bar, index) => (
          <button
            key={bar.day}
            type="button"
            className="day-bar"
            tabIndex={index === bars.length - 1 ? 0 : -1}
            title={`${nameOf(bar)}: ${formatNumber(bar.count)}`}
            aria-label={`${nameOf(bar)}: ${plural(bar.count, 'opening')}`}
            onKeyDown={go}
            onClick={() => setQuery({ from: bar.day, to: bar.until })}
          >
            {bar.count > 0 && <span style={{ height: `${(100 * bar.count) / most.count}%` }} />}
          </button>
        ))}
      </div>
      <div className="row soft day-bars-ends" aria-hidden="true">
        <span className="grow">{formatDate(bars[0]?.day ?? '')}</span>
        <span>{formatDate(last?.until ?? '')}</span>
      </div>
    </figure>
  );
}

const HEIGHT = 20;
const WIDTH = 4;

/** The bars of one row, in one shape: a table has many rows. `most`: the count that has the whole height. */
export function RowBars({
  bars,
  most,
  days,
}: Readonly<{ bars: readonly DayCount[]; most: number; days: number }>): ReactNode {
  const shape = bars.flatMap(({ count }, index) => {
    const height = count === 0 ? 0 : Math.max(2, (HEIGHT * count) / Math.max(most, 1));
    return height === 0 ? [] : [`M${index * WIDTH} ${HEIGHT}v${-height}h${WIDTH - 1}v${height}z`];
  });
  return (
    <span className="row-bars" title={`Opened on ${plural(days, 'day')}`}>
      <svg viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={shape.join('')} />
      </svg>
      <span className="hidden-visually">{plural(days, 'day')}</span>
    </span>
  );
}
