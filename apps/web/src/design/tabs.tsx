import type { ReactNode } from 'react';
import { goTo } from '../base/router.tsx';
import { leavePage } from '../base/unsaved.ts';
import { Icon } from './icons.tsx';
import { Menu } from './layers.tsx';
import { useFittingCount } from './use-fitting-count.ts';

/** A number beside the name of a tab, and the same in words. */
export type TabMark = Readonly<{ count: number; words: string }>;

type Props = Readonly<{
  label: string;
  /** Without an address a part is only named. */
  tabs: readonly Readonly<{ id: string; name: string; to?: string; mark?: TabMark | undefined }>[];
  current: string | undefined;
}>;

const GAP = 4;
/** The padding and the arrow of the button, which names one of the others. */
const BUTTON = 26;

/** Links to the parts of a page, on one line. Those that do not fit are behind a button, which names the one that is open: each stays in its place. */
export function Tabs({ label, tabs, current }: Props): ReactNode {
  const { setLine, count } = useFittingCount({
    names: tabs.map(({ name, mark }) => `${name} ${mark?.count ?? ''}`),
    gap: GAP,
    buttonOf: (widths) => BUTTON + Math.max(...widths),
  });
  const others = tabs.slice(count);
  const opened = others.find(({ id }) => id === current);
  return (
    <nav className="tabs" aria-label={label}>
      <div className="tabs-line" ref={setLine}>
        {tabs.slice(0, count).map(({ id, name, to, mark }) => (
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
        {others.length > 0 && (
          <Menu
            // The name begins with the text of the button, for people who say what they see.
            label={`${opened === undefined ? 'More' : `${opened.name}, more`} ${label.toLowerCase()}`}
            actions={others.map(({ id, name, to, mark }) => ({
              id,
              name: mark === undefined ? name : `${name}: ${mark.words}`,
              ...(id === current && { icon: 'check' as const }),
              isDisabled: to === undefined,
              run: () => to !== undefined && leavePage(() => goTo(to)),
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
