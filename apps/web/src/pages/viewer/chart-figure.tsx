import { type CSSProperties, type ReactNode, useMemo } from 'react';
import type { Chart } from '../../office/chart-model.ts';
import type { ChartShape } from './chart-canvas.ts';
import { isDrawn, layoutChart } from './chart-layout.ts';
import { nameOfChart, valuesOf } from './chart-table.ts';
import { LINE } from './chart-text.ts';
import { inkOn } from './sheet-layout.ts';

const MAX_ROWS = 500;

/** `width` and `height`: points of the place of the chart. */
type Props = Readonly<{ chart: Chart; width: number; height: number; style?: CSSProperties | undefined }>;

/** A chart of a document with its values, or its values alone where its kind is not drawn. */
export function ChartFigure({ chart, width, height, style }: Props): ReactNode {
  const { problem, fill, ink } = chart;
  const shapes = useMemo(
    () => (isDrawn(chart) ? layoutChart(chart, width, height) : undefined),
    [chart, width, height],
  );
  const name = nameOfChart(chart);
  return (
    <figure
      className="chart"
      style={{
        ...(fill !== undefined && { background: fill, color: inkOn(fill) }),
        ...(ink !== undefined && { color: ink }),
        ...style,
      }}
    >
      {shapes !== undefined && (
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={name}>
          {shapes.map((shape, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the shapes of one chart have no other key
            <Shape key={index} shape={shape} />
          ))}
        </svg>
      )}
      {problem !== undefined ? (
        <p className="chart-problem">
          {name} {problem}
        </p>
      ) : shapes === undefined ? (
        <Values chart={chart} note={`${chart.kind}, shown as its values.`} drawn={[]} />
      ) : (
        <details className="chart-values">
          <summary>Values</summary>
          <Values chart={chart} drawn={shapes} />
        </details>
      )}
    </figure>
  );
}

function Shape({ shape }: Readonly<{ shape: ChartShape }>): ReactNode {
  if (shape.kind === 'path') {
    const { d, fill = 'none', stroke, width, opacity } = shape;
    return <path d={d} fill={fill} stroke={stroke} strokeWidth={width} opacity={opacity} strokeLinejoin="round" />;
  }
  const { text, lines = [], x, y, size, anchor, turn, isBold, ink } = shape;
  return (
    <text
      x={x}
      y={y}
      // The middle of small letters and capitals.
      dy={size * 0.35}
      fontSize={size}
      fontWeight={isBold === true ? 600 : undefined}
      textAnchor={anchor}
      fill={ink ?? 'currentColor'}
      transform={turn === undefined ? undefined : `rotate(${turn} ${x} ${y})`}
    >
      {lines.length < 2
        ? text
        : lines.map((line, index) => (
            <tspan key={index} x={x} dy={index === 0 ? undefined : size * LINE}>
              {`${line} `}
            </tspan>
          ))}
    </text>
  );
}

type ValuesProps = Readonly<{ chart: Chart; note?: string; drawn: readonly ChartShape[] }>;

function Values({ chart, note, drawn }: ValuesProps): ReactNode {
  const [head = [], ...rows] = valuesOf(chart);
  const texts = new Set(drawn.map((shape) => (shape.kind === 'text' ? shape.text : '')));
  // A search finds a text once: in the drawing, if it is there in full.
  const mark = (text: string): true | undefined => texts.has(text) || undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a part that scrolls has to be reached by keyboard
    <div className="chart-table" role="group" aria-label="Values of the chart" tabIndex={0}>
      <table>
        {(chart.title !== '' || note !== undefined) && (
          <caption>
            <b data-drawn={mark(chart.title)}>{chart.title}</b> {note}
          </caption>
        )}
        <thead>
          <tr>
            {head.map((text, column) => (
              <th key={column} scope="col" data-drawn={mark(text)}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_ROWS).map(([first = '', ...cells], line) => (
            <tr key={line}>
              <th scope="row" data-drawn={mark(first)}>
                {first}
              </th>
              {cells.map((text, column) => (
                <td key={column} data-drawn={mark(text)}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MAX_ROWS && <p>The first {MAX_ROWS} rows are shown.</p>}
    </div>
  );
}
