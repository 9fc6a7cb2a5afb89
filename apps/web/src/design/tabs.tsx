import { type ReactNode, useLayoutEffect, useState } from 'react';
import { goTo } from '../base/router.tsx';
import { leavePage } from '../base/unsaved.ts';
import { fittingTabs } from './fitting-tabs.ts';
import { Icon } from './icons.tsx';
import { Menu } from './layers.tsx';

type Props = Readonly<{
  label: string;
  tabs: readonly Readonly<{ id: string; name: string; to: string }>[];
  current: string | undefined;
}>;

const GAP = 4;
/** The padding and the arrow of the button. */
const BUTTON = 26;

type Measured = Readonly<{ names: string; widths: readonly number[] }>;

/** Links to the parts of a page, on one line. Those that do not fit are behind a button, which names the one that is open: each stays in its place. */
export function Tabs({ label, tabs, current }: Props): ReactNode {
  const [line, setLine] = useState<HTMLElement | null>(null);
  const [measured, setMeasured] = useState<Measured>();
  const [available, setAvailable] = useState(Number.POSITIVE_INFINITY);
  const names = tabs.map(({ name }) => name).join('\n');
  const isMeasured = measured?.names === names;
  useLayoutEffect(() => {
    if (line === null) return undefined;
    const update = (): void => setAvailable(line.clientWidth);
    update();
    const sizes = new ResizeObserver(update);
    sizes.observe(line);
    return () => sizes.disconnect();
  }, [line]);
  useLayoutEffect(() => {
    if (line === null || isMeasured) return;
    const links = [...line.querySelectorAll('a')];
    setMeasured({ names, widths: links.map((link) => link.getBoundingClientRect().width) });
  }, [line, names, isMeasured]);
  const count = isMeasured
    ? fittingTabs({ widths: measured.widths, gap: GAP, button: BUTTON, available })
    : tabs.length;
  const others = tabs.slice(count);
  const opened = others.find(({ id }) => id === current);
  return (
    <nav className="tabs" aria-label={label}>
      <div className="tabs-line" ref={setLine}>
        {tabs.slice(0, count).map(({ id, name, to }) => (
          <a key={id} href={to} aria-current={id === current ? 'page' : undefined}>
            {name}
          </a>
        ))}
        {others.length > 0 && (
          <Menu
            // The name begins with the text of the button, for people who say what they see.
            label={`${opened === undefined ? 'More' : `${opened.name}, more`} ${label.toLowerCase()}`}
            actions={others.map(({ id, name, to }) => ({
              id,
              name,
              ...(id === current && { icon: 'check' as const }),
              run: () => leavePage(() => goTo(to)),
            }))}
          >
            {opened === undefined ? 'More' : <strong className="tabs-opened">{opened.name}</strong>}
            <Icon name="down" />
          </Menu>
        )}
      </div>
    </nav>
  );
}
