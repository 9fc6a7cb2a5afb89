import { type CSSProperties, createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../base/format.ts';
import { Notice } from '../../design/text.tsx';
import type { OfficeBlock, SlideForm, TableCellLook, TextRun } from '../../office/model.ts';
import { ChartFigure } from './chart-figure.tsx';
import { sizeOfImage } from './image-pixels.ts';
import { sizeToDraw } from './image-size.ts';
import { inkOn } from './sheet-layout.ts';

type ChartBlock = Extract<OfficeBlock, { kind: 'chart' }>;

const MAX_ROWS = 2000;
/** Sizes of the text around it. */
const FARTHEST = 12;

/** The blocks of a document, in their order. */
export const Blocks = ({ blocks }: Readonly<{ blocks: readonly OfficeBlock[] }>): ReactNode =>
  blocks.map((block, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the blocks of one document have no other key
    <Piece key={index} block={block} />
  ));

function Piece({ block }: Readonly<{ block: OfficeBlock }>): ReactNode {
  if (block.kind === 'break') return null;
  if (block.kind === 'slide') return <Slide slide={block} />;
  if (block.kind === 'part') return <h3 className="paper-part">{block.title}</h3>;
  if (block.kind === 'heading')
    return (
      <p
        className="paper-heading"
        data-level={Math.min(block.level, 4)}
        role="heading"
        aria-level={Math.min(block.level, 4) + 2}
        style={lyingOf(block)}
      >
        <Runs runs={block.runs} />
      </p>
    );
  if (block.kind === 'image') return <Picture bytes={block.bytes} />;
  if (block.kind === 'chart') return <ChartInText block={block} />;
  if (block.kind === 'code') return <pre className="paper-code">{block.text}</pre>;
  if (block.kind === 'rule') return <hr className="paper-rule" />;
  if (block.kind === 'table')
    return (
      <div className="paper-table">
        <table data-laid={block.widths === undefined ? undefined : true}>
          {block.widths && (
            <colgroup>
              {block.widths.map((width, column) => (
                <col key={column} style={{ width: `${width * 100}%` }} />
              ))}
            </colgroup>
          )}
          <tbody>
            {block.rows.slice(0, MAX_ROWS).map((row, line) => (
              <tr key={line}>
                {row.map((cell, column) => (
                  <td
                    key={column}
                    colSpan={block.spans?.[line]?.[column]}
                    style={cellStyle(block.looks?.[line]?.[column])}
                  >
                    <Blocks blocks={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {block.rows.length > MAX_ROWS && (
          <Notice>The first {formatNumber(MAX_ROWS)} rows of this table are shown.</Notice>
        )}
      </div>
    );
  return (
    <p
      className={block.isItem === true ? 'paper-item' : block.isQuote === true ? 'paper-quote' : undefined}
      style={{ marginInlineStart: `${Math.min(block.indent ?? 0, 10) * 1.4}em`, ...lyingOf(block) }}
    >
      <Runs runs={block.runs} />
    </p>
  );
}

/** Pixels of a point. */
const POINT = 96 / 72;
/** A chart on a narrower place is laid out for it, with its letters at their size. */
const NARROW = 0.85;

/** A chart at its size; in a frame of a slide it has that of the frame. */
function ChartInText({ block: { chart, width, height } }: Readonly<{ block: ChartBlock }>): ReactNode {
  const isOnSlide = use(OnSlide);
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useEffect(() => {
    if (place.current === null || isOnSlide) return undefined;
    const sized = new ResizeObserver(([entry]) => {
      const points = Math.round((entry?.contentRect.width ?? 0) / POINT);
      setRoom(points > 0 && points < width * NARROW ? points : width);
    });
    sized.observe(place.current);
    return () => sized.disconnect();
  }, [width, isOnSlide]);
  const high = room < width ? Math.max((height * room) / width, Math.min(height, room * 0.75)) : height;
  const figure = <ChartFigure chart={chart} width={room} height={high} />;
  return isOnSlide ? (
    figure
  ) : (
    <div
      ref={place}
      className="paper-chart"
      style={{ width: `calc(${width}pt * var(--page-zoom, 1))`, aspectRatio: String(room / high) }}
    >
      {figure}
    </div>
  );
}

const OnSlide = createContext(false);

const cellStyle = ({ fill, ink, isBold }: TableCellLook = {}): CSSProperties => ({
  ...(fill !== undefined && { background: fill, color: inkOn(fill) }),
  ...(ink !== undefined && { color: ink }),
  ...(isBold === true && { fontWeight: 600 }),
});

const lyingOf = ({ align, size, left }: Extract<OfficeBlock, { kind: 'heading' | 'paragraph' }>): CSSProperties => ({
  ...(align !== undefined && { textAlign: align }),
  ...(size !== undefined && { fontSize: `${size}em` }),
  ...(left !== undefined && { marginInlineStart: `${Math.min(left, FARTHEST) / (size ?? 1)}em` }),
});

export const FONTS = {
  serif: '"Times New Roman", Times, "Liberation Serif", serif',
  sans: 'Calibri, Carlito, Arial, "Liberation Sans", sans-serif',
  mono: 'var(--mono)',
} as const;

const decorationOf = ({ isStruck, isUnderlined }: TextRun): string | undefined =>
  [...(isStruck === true ? ['line-through'] : []), ...(isUnderlined === true ? ['underline'] : [])].join(' ') ||
  undefined;

const Runs = ({ runs }: Readonly<{ runs: readonly TextRun[] }>): ReactNode =>
  runs.map((run, index) => {
    const { text, isBold, isItalic, isCode, isSoft, size, ink, family } = run;
    return (
      <span
        // oxlint-disable-next-line react/no-array-index-key -- the runs of one paragraph have no other key
        key={index}
        className={isCode === true ? 'paper-code' : isSoft === true ? 'soft' : undefined}
        style={{
          fontWeight: isBold === true ? 600 : undefined,
          fontStyle: isItalic === true ? 'italic' : undefined,
          textDecoration: decorationOf(run),
          fontSize: size === undefined ? undefined : `${size}em`,
          color: ink,
          fontFamily: family && FONTS[family],
        }}
      >
        {text}
      </span>
    );
  });

export type SlideBlock = Extract<OfficeBlock, { kind: 'slide' }>;

/** A slide with its shapes in their places. */
export function Slide({ slide }: Readonly<{ slide: SlideBlock }>): ReactNode {
  const { title, height, frames, fill } = slide;
  return (
    <section
      className="slide"
      aria-label={title}
      style={{ aspectRatio: String(1 / height), ...(fill !== undefined && { background: fill, color: inkOn(fill) }) }}
    >
      {frames.map(({ blocks, size, box, fill: own, form, ink, turn, anchor }, index) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- the shapes of one slide have no other key
          key={index}
          className="slide-frame"
          data-anchor={anchor}
          data-flows={box === undefined || undefined}
          data-bare={blocks.length === 0 || undefined}
          style={{
            fontSize: `${size * 100}cqw`,
            ...(box && {
              left: `${box.left * 100}%`,
              top: `${box.top * 100}%`,
              width: `${box.width * 100}%`,
              height: `${box.height * 100}%`,
            }),
            ...(own !== undefined && { background: own, color: inkOn(own) }),
            ...(form?.fill !== undefined && { color: inkOn(form.fill) }),
            ...(form?.inset !== undefined &&
              form.inset > 0 &&
              box && { paddingInline: `${form.inset * box.width * 100}%` }),
            ...(ink !== undefined && { color: ink }),
            ...(turn !== undefined && { transform: `rotate(${turn}deg)` }),
          }}
        >
          {form && <Form form={form} />}
          <OnSlide value={true}>
            <Blocks blocks={blocks} />
          </OnSlide>
        </div>
      ))}
    </section>
  );
}

const Form = ({ form: { width, height, d, fill, line, thick, heads } }: Readonly<{ form: SlideForm }>): ReactNode => (
  <svg
    className="slide-form"
    viewBox={`0 0 ${Math.max(width, 1)} ${Math.max(height, 1)}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path d={d} fill={fill ?? 'none'} stroke={line} strokeWidth={thick} strokeLinejoin="round" />
    {heads !== undefined && <path d={heads} fill={line} />}
  </svg>
);

/** Pixels of a picture at most. */
export const PicturePixels = createContext(4_000_000);

/** A picture of a document as pixels. */
function Picture({ bytes }: Readonly<{ bytes: Uint8Array<ArrayBuffer> }>): ReactNode {
  const most = use(PicturePixels);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const own = sizeOfImage(bytes.buffer);
    const drawn = own && sizeToDraw(own, most);
    if (own === undefined || drawn === undefined) return setBroken(true);
    let isOver = false;
    const options: ImageBitmapOptions = { resizeWidth: drawn.width, resizeHeight: drawn.height };
    createImageBitmap(new Blob([bytes]), drawn.width < own.width ? options : {}).then(
      (image) => {
        if (isOver || canvas.current === null) return;
        canvas.current.width = image.width;
        canvas.current.height = image.height;
        canvas.current.getContext('2d')?.drawImage(image, 0, 0);
        image.close();
      },
      () => setBroken(true),
    );
    return () => {
      isOver = true;
    };
  }, [bytes]);
  return isBroken ? (
    <Notice tone="warn">A picture of the document cannot be shown.</Notice>
  ) : (
    <canvas
      ref={canvas}
      className="paper-picture"
      role="img"
      aria-label="Picture of the document"
      width={1}
      height={1}
    />
  );
}
