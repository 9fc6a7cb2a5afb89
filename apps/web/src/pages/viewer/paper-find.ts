import { type RefObject, useEffect, useRef, useState } from 'react';
import { offsetsOf } from './text-rows.ts';

const BLOCKS = 'p, pre, td, th, caption, dt, dd, h3, text';
/** More places are counted, and not painted. */
const MAX_PAINTED = 2000;

/** The places of a text within an element, whatever its case. A text does not go on from one paragraph to the next. */
function rangesOf(root: HTMLElement, sought: string): readonly Range[] {
  const nodes: Text[] = [];
  const starts: number[] = [];
  let text = '';
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text) || (node.parentElement?.closest('[data-drawn]') ?? null) !== null) continue;
    const before = nodes.at(-1)?.parentElement?.closest(BLOCKS);
    if (before !== node.parentElement?.closest(BLOCKS)) text += '\n';
    nodes.push(node);
    starts.push(text.length);
    text += node.data;
  }
  let at = 0;
  /** Offsets rise. `isEnd`: the end of a place belongs to the node before, where a node begins there. */
  const set = (offset: number, isEnd: boolean, put: (node: Text, within: number) => void): void => {
    while ((starts[at + 1] ?? Number.POSITIVE_INFINITY) < offset + (isEnd ? 0 : 1)) at++;
    const [node, start] = [nodes[at], starts[at]];
    if (node !== undefined && start !== undefined) put(node, offset - start);
  };
  return offsetsOf(text, sought).map((offset) => {
    const range = document.createRange();
    set(offset, false, (node, within) => range.setStart(node, within));
    set(offset + sought.length, true, (node, within) => range.setEnd(node, Math.min(within, node.length)));
    return range;
  });
}

/** Paints places where the browser can, and marks the current one in another way where it cannot. */
function paint(ranges: readonly Range[], now: Range | undefined): void {
  if (!('highlights' in CSS)) {
    getSelection()?.removeAllRanges();
    if (now !== undefined) getSelection()?.addRange(now);
    return;
  }
  CSS.highlights.set('found', new Highlight(...ranges.slice(0, MAX_PAINTED)));
  CSS.highlights.set('found-now', new Highlight(...(now === undefined ? [] : [now])));
}

/** Finds texts in what an element shows. `onFound` gets the element of a place that was scrolled into sight. */
export function usePaperFind(paper: RefObject<HTMLElement | null>, onFound: (place: Element) => void) {
  const [ranges, setRanges] = useState<readonly Range[]>([]);
  const [current, setCurrent] = useState(0);
  const last = useRef('');
  useEffect(() => {
    const now = ranges[current];
    paint(ranges, now);
    const place = now?.startContainer.parentElement;
    place?.closest('details')?.setAttribute('open', '');
    place?.scrollIntoView({ block: 'center' });
    if (place) onFound(place);
    return () => paint([], undefined);
  }, [ranges, current]);
  const find = (text: string, isBack: boolean): void => {
    if (text !== last.current) {
      last.current = text;
      setRanges(paper.current === null ? [] : rangesOf(paper.current, text));
      setCurrent(0);
    } else if (ranges.length > 0) setCurrent((current + (isBack ? ranges.length - 1 : 1)) % ranges.length);
  };
  return {
    found: { current: ranges.length === 0 ? 0 : current + 1, total: ranges.length, isSearching: false },
    find,
  };
}
