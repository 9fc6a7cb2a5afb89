import { useEffect, useState } from 'react';

/** Edges beyond which the content of a scrolling part goes on. `isOnlyText`: without a control that the Tab key reaches. */
type Cut = Readonly<{ above: boolean; below: boolean; before: boolean; after: boolean; isOnlyText: boolean }>;

const WHOLE: Cut = { above: false, below: false, before: false, after: false, isOnlyText: false };
const CONTROLS = 'a[href], button, input, textarea, select, [tabindex]';
/** Zoomed pages end within a part of a pixel. */
const EPSILON = 1.5;

function cutOf(part: HTMLElement): Cut {
  const { scrollTop: top, scrollHeight, clientHeight, scrollWidth, clientWidth } = part;
  // Negative where lines run from right to left.
  const left = Math.abs(part.scrollLeft);
  return {
    above: top > EPSILON,
    below: scrollHeight - clientHeight - top > EPSILON,
    before: left > EPSILON,
    after: scrollWidth - clientWidth - left > EPSILON,
    isOnlyText: scrollHeight - clientHeight > EPSILON && part.querySelector(CONTROLS) === null,
  };
}

const isSame = (one: Cut, other: Cut): boolean =>
  one.above === other.above &&
  one.below === other.below &&
  one.before === other.before &&
  one.after === other.after &&
  one.isOnlyText === other.isOnlyText;

/** Watches what of a scrolling part with one child is out of sight. */
export function useCutEdges(part: HTMLElement | null): Cut {
  const [cut, setCut] = useState(WHOLE);
  useEffect(() => {
    if (part === null) return undefined;
    const update = (): void => setCut((before) => (isSame(before, cutOf(part)) ? before : cutOf(part)));
    const sizes = new ResizeObserver(update);
    sizes.observe(part);
    if (part.firstElementChild !== null) sizes.observe(part.firstElementChild);
    part.addEventListener('scroll', update, { passive: true });
    return () => {
      sizes.disconnect();
      part.removeEventListener('scroll', update);
    };
  }, [part]);
  return cut;
}
