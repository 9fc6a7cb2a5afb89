import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** A number beside the name of a tab, and the same in words. */
export type TabMark = Readonly<{ count: number; words: string }>;

type Props = Readonly<{
  label: string;
  /** Without an address a part is only named. */
  tabs: readonly Readonly<{ id: string; name: string; to?: string; mark?: TabMark | undefined }>[];
  current: string | undefined;
}>;

/** Pixels of the tab beside the open one that show that the line goes on. */
const BESIDE = 24;

/** Links to the parts of a page, on one line. In a narrow window it scrolls, with the open one in view. */
export function Tabs({ label, tabs, current }: Props): ReactNode {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const open = current === undefined ? null : line.current?.querySelector<HTMLElement>('[aria-current]');
    if (!line.current || !open) return;
    const { clientWidth: width, scrollLeft: from } = line.current;
    const [begin, end] = [open.offsetLeft - BESIDE, open.offsetLeft + open.offsetWidth + BESIDE];
    line.current.scrollLeft = Math.min(begin, Math.max(from, end - width));
  }, [current]);
  return (
    <nav className="tabs" aria-label={label}>
      <div className="tabs-line" ref={line}>
        {tabs.map(({ id, name, to, mark }) => (
          <a key={id} href={to} aria-current={id === current ? 'page' : undefined}>
            {name}
            {mark !== undefined && (
              <>
                {' '}
                <span className="tabs-mark" aria-hidden>
                  {mark.count}
                </span>
                <span className="hidden-visually">{mark.words}</span>
              </>
            )}
          </a>
        ))}
      </div>
    </nav>
  );
}
