import { type RefObject, useEffect, useState } from 'react';
import type { OfficeBlock } from '../../office/model.ts';

/** Blocks by the pages on which they are. */
export function byPages(blocks: readonly OfficeBlock[]): readonly (readonly OfficeBlock[])[] {
  const pages: OfficeBlock[][] = [[]];
  for (const block of blocks) {
    if (block.kind === 'break') pages.push([]);
    else pages.at(-1)?.push(block);
  }
  return pages;
}

export type Entry = Readonly<{ level: number; title: string }>;

const MAX_ENTRIES = 1000;

/** The headings of a document, in their order. */
export const headingsOf = (blocks: readonly OfficeBlock[]): readonly Entry[] =>
  blocks
    .flatMap((block): readonly Entry[] =>
      block.kind === 'heading' ? [{ level: block.level, title: block.runs.map(({ text }) => text).join('') }] : [],
    )
    .slice(0, MAX_ENTRIES);

/** Pixels above a page that is gone to. */
const ABOVE = 12;

/** The page in sight of a place that scrolls, and the way to another one. */
export function usePages(place: RefObject<HTMLElement | null>, count: number) {
  const [page, setPage] = useState(1);
  useEffect(() => {
    const box = place.current;
    if (box === null) return undefined;
    const look = (): void => {
      const line = box.getBoundingClientRect().top + box.clientHeight / 3;
      const pages = [...box.querySelectorAll('.paper-page')];
      const found = pages.findLastIndex((one) => one.getBoundingClientRect().top <= line);
      setPage(Math.max(1, found + 1));
    };
    look();
    box.addEventListener('scroll', look, { passive: true });
    return () => box.removeEventListener('scroll', look);
  }, [place, count]);
  const goTo = (wanted: number): void => {
    const box = place.current;
    const target = box?.querySelectorAll('.paper-page')[wanted - 1];
    if (box === null || target === undefined) return;
    box.scrollTop += target.getBoundingClientRect().top - box.getBoundingClientRect().top - ABOVE;
  };
  return { page, goTo };
}
