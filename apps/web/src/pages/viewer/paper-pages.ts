import { type RefObject, useEffect, useRef, useState } from 'react';
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
    .flatMap((block): readonly Entry[] => {
      if (block.kind === 'slide') return headingsOf(block.frames.flatMap((frame) => frame.blocks));
      return block.kind === 'heading'
        ? [{ level: block.level, title: block.runs.map(({ text }) => text).join('') }]
        : [];
    })
    .slice(0, MAX_ENTRIES);

/** The part of a window that a page takes at least, to be the one in sight. */
const LEAST_SEEN = 0.2;
/** Pixels above a page that is gone to. */
const ABOVE = 12;

/** The number of the page in sight of a place that scrolls: the last one at its end. */
export function pageInSight(box: HTMLElement, selector: string): number {
  const { top } = box.getBoundingClientRect();
  const pages = [...box.querySelectorAll(selector)];
  if (box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 2) return pages.length;
  const found = pages.findIndex((one) => one.getBoundingClientRect().bottom > top + LEAST_SEEN * box.clientHeight);
  return Math.max(1, found + 1);
}

/** Whether a page is whole in sight, or in the middle of a place that scrolls. */
function isStillRead(box: HTMLElement, page: Element): boolean {
  const [around, own] = [box.getBoundingClientRect(), page.getBoundingClientRect()];
  const middle = around.top + around.height / 2;
  const isWhole = own.top >= around.top && own.bottom <= around.bottom;
  return isWhole || (own.top <= middle && own.bottom >= middle);
}

/** The page in sight of a place that scrolls, and the way to another one. */
export function usePages(place: RefObject<HTMLElement | null>, count: number) {
  const [page, setPage] = useState(1);
  /** The page that was gone to: several may be in sight, and the last ones reach no top. */
  const goneTo = useRef<Readonly<{ page: number; element: Element }>>(undefined);
  const pageNow = (box: HTMLElement): number => {
    if (goneTo.current !== undefined && isStillRead(box, goneTo.current.element)) return goneTo.current.page;
    goneTo.current = undefined;
    return pageInSight(box, '.paper-page');
  };
  useEffect(() => {
    const box = place.current;
    if (box === null) return undefined;
    const look = (): void => setPage(pageNow(box));
    look();
    box.addEventListener('scroll', look, { passive: true });
    return () => box.removeEventListener('scroll', look);
  }, [place, count]);
  /** Takes the page of an element that was scrolled into sight as the current one. */
  const comeTo = (element: Element): void => {
    const own = element.closest('.paper-page');
    const index = own === null ? -1 : [...(place.current?.querySelectorAll('.paper-page') ?? [])].indexOf(own);
    if (own === null || index < 0) return;
    goneTo.current = { page: index + 1, element: own };
    setPage(index + 1);
  };
  const goTo = (wanted: number): void => {
    const box = place.current;
    const target = box?.querySelectorAll('.paper-page')[wanted - 1];
    if (box === null || target === undefined) return;
    box.scrollTop += target.getBoundingClientRect().top - box.getBoundingClientRect().top - ABOVE;
    comeTo(target);
  };
  /** From the page in sight now: a second key may come before the first one was drawn. */
  const step = (by: number): void => {
    if (place.current !== null) goTo(pageNow(place.current) + by);
  };
  return { page, goTo, step, comeTo };
}
