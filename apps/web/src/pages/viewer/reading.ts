/** Pixels of a scroll that are no change of mind. */
const SMALL = 24;
/** Near the top of a document the bars stay. */
const TOP = 80;

/** Calls `show` with whether a person reads on downwards in what scrolls within an element. Returns what ends it. */
export function onReading(element: HTMLElement, show: (isReading: boolean) => void): () => void {
  const seen = new WeakMap<HTMLElement, Readonly<{ top: number; most: number }>>();
  const scrolled = ({ target }: Event): void => {
    if (!(target instanceof HTMLElement)) return;
    const [top, most] = [target.scrollTop, target.scrollHeight - target.clientHeight];
    const before = seen.get(target) ?? { top: 0, most };
    const isMoved = Math.abs(top - before.top) > SMALL;
    // A window that grows at the end of a document scrolls back.
    const isPushed = most < before.most && top >= most - 1;
    if (isMoved || most !== before.most) seen.set(target, { top, most });
    if (isMoved && !isPushed) show(top > before.top && top > TOP);
  };
  element.addEventListener('scroll', scrolled, { capture: true, passive: true });
  return () => element.removeEventListener('scroll', scrolled, { capture: true });
}
