import type { ReactNode } from 'react';
import { partsByWords } from '../base/list-view.ts';

/** A text with the places of sought words marked. */
export const Marked = ({ text, sought }: Readonly<{ text: string; sought: string }>): ReactNode =>
  sought === ''
    ? text
    : partsByWords(text, sought).map(({ part, isHit }, index) =>
        // oxlint-disable-next-line react/no-array-index-key -- parts have no other name
        isHit ? <mark key={index}>{part}</mark> : part,
      );
