import type { ReactNode } from 'react';
import { offsetsOf } from './text-rows.ts';

/** A sought text, and the offset of the place that is current. */
export type HighlightedText = Readonly<{ sought: string; offset: number | undefined }>;

/** `current`: the offset of the place that a search is at. */
type Props = Readonly<{ text: string; sought: string; current?: number | undefined }>;

/** A text with the places of another one marked. */
export function Highlighted({ text, sought, current }: Props): ReactNode {
  if (sought === '') return text;
  const offsets = offsetsOf(text, sought);
  return offsets.length === 0
    ? text
    : [
        text.slice(0, offsets[0]),
        ...offsets.flatMap((offset, index) => [
          <mark key={offset} data-now={offset === current || undefined}>
            {text.slice(offset, offset + sought.length)}
          </mark>,
          text.slice(offset + sought.length, offsets[index + 1]),
        ]),
      ];
}
