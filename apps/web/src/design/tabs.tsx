import { type ReactNode, useEffect, useState } from 'react';
import { useCutEdges } from './cut-edges.ts';

type Props = Readonly<{
  label: string;
  tabs: readonly Readonly<{ id: string; name: string; to: string }>[];
  current: string | undefined;
}>;

/** Links to the parts of a page, on one line. A shade says that it goes on, and the part that is shown is always in sight. */
export function Tabs({ label, tabs, current }: Props): ReactNode {
  const [part, setPart] = useState<HTMLElement | null>(null);
  const { before, after } = useCutEdges(part);
  useEffect(() => {
    const shown = part?.querySelector<HTMLElement>('[aria-current]');
    if (part && shown) part.scrollLeft = shown.offsetLeft - (part.clientWidth - shown.offsetWidth) / 2;
  }, [part, current]);
  return (
    <nav className="tabs" aria-label={label} data-before={before || undefined} data-after={after || undefined}>
      <div className="tabs-line" ref={setPart}>
        <div>
          {tabs.map(({ id, name, to }) => (
            <a key={id} href={to} aria-current={id === current ? 'page' : undefined}>
              {name}
            </a>
          ))}
        </div>
      </div>
    </nav>
  );
}
