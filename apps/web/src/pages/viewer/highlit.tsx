import type { ReactNode } from 'react';
import { offsetsOf, partsIn } from './text-rows.ts';

/** A sought text, the offsets of its places, and that of the place that is current. */
export type HighlightedText = Readonly<{ sought: string; offsets: readonly number[]; offset: number | undefined }>;

/** `current`: the offset of the place that a search is at. */
type Props = Readonly<{ text: string; sought: string; current?: number | undefined }>;

/** A text with the places of another one marked. */
export const Highlighted = ({ text, sought, current }: Props): ReactNode => (
  <HighlightedRow
    text={text}
    start={0}
    end={text.length}
    marked={{ sought, offsets: offsetsOf(text, sought), offset: current }}
  />
);

type RowProps = Readonly<{ text: string; start: number; end: number; marked: HighlightedText }>;

/** A part of a text with the places in it marked, also those that begin before it or end after it. */
export function HighlightedRow({ text, start, end, marked: { sought, offsets, offset } }: RowProps): ReactNode {
  const parts = partsIn(offsets, sought.length, start, end);
  const [first] = parts;
  if (first === undefined) return text.slice(start, end);
  return [
    text.slice(start, first.from),
    ...parts.flatMap((part, index) => [
      <mark key={part.offset} data-now={part.offset === offset || undefined}>
        {text.slice(part.from, part.to)}
      </mark>,
      text.slice(part.to, parts[index + 1]?.from ?? end),
    ]),
  ];
}
