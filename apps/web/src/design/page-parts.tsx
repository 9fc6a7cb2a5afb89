import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsPhone } from '../base/media.ts';
import { Icon } from './icons.tsx';
import { partInSight } from './part-in-sight.ts';
import './page-parts.css';

/** `holds`: beginnings of other addresses that open the part. */
export type PagePart = Readonly<{
  id: string;
  name: string;
  note: string;
  content: ReactNode;
  holds?: readonly string[];
}>;

type Props = Readonly<{ parts: readonly PagePart[] }>;

/** A long page in named parts. A list of them stays beside it, or above it in a narrow window; a phone opens one at a time. */
export function PageParts({ parts }: Props): ReactNode {
  const isFolded = useIsPhone() && parts.length > 1;
  const isListed = !isFolded && parts.length > 1;
  const read = usePartInSight(parts.map(({ id }) => id));
  const { opened, press } = useOpened(parts, isFolded, read);
  useEffect(() => {
    // The part was not there yet when the browser looked for it.
    if (location.hash.length > 1) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return (
    <div className={isListed ? 'page-parts' : isFolded ? 'folded-parts' : 'form'}>
      {isListed && (
        <nav aria-label="On this page">
          {parts.map(({ id, name }) => (
            <a key={id} href={`#${id}`} aria-current={id === read ? 'location' : undefined} onClick={jump}>
              {name}
            </a>
          ))}
        </nav>
      )}
      <div>
        {parts.map(({ id, name, note, content }) => (
          <section key={id} id={id} aria-label={name} tabIndex={-1}>
            {isFolded ? (
              <h2>
                <button type="button" aria-expanded={id === opened} onClick={() => press(id)}>
                  <span>
                    {name}
                    <span className="soft">{note}</span>
                  </span>
                  <Icon name={id === opened ? 'up' : 'down'} />
                </button>
              </h2>
            ) : (
              <div>
                <h2>{name}</h2>
                <p className="soft">{note}</p>
              </div>
            )}
            {/* A part keeps its forms while it is folded, and when a phone is turned. */}
            <div className="part-content" hidden={isFolded && id !== opened}>
              {content}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}

const partAt = (parts: readonly PagePart[], hash: string): string | undefined =>
  parts.find(({ id, holds = [] }) => hash === `#${id}` || holds.some((one) => hash.startsWith(`#${one}`)))?.id;

/** The part that is open where parts are folded, which is in the address. `read`: the part in sight where they are not. */
function useOpened(parts: readonly PagePart[], isFolded: boolean, read: string | undefined) {
  const [opened, open] = useState(() => partAt(parts, location.hash));
  const [wasFolded, noteFolded] = useState(isFolded);
  if (wasFolded !== isFolded) {
    noteFolded(isFolded);
    if (isFolded) open(read);
  }
  const pressed = useRef<string>(undefined);
  useEffect(() => {
    const follow = (): void => open((before) => partAt(parts, location.hash) ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, [parts]);
  useEffect(() => {
    // The part above that folded took its height with it.
    if (pressed.current !== undefined) document.getElementById(pressed.current)?.scrollIntoView();
    pressed.current = undefined;
  }, [opened]);
  const press = (id: string): void => {
    const next = opened === id ? undefined : id;
    const { pathname, search } = location;
    history.replaceState(history.state, '', `${pathname}${search}${next === undefined ? '' : `#${next}`}`);
    pressed.current = next;
    open(next);
  };
  return { opened, press };
}

/** Leaves no entry in the history: the way back leads to the page before. */
function jump(event: MouseEvent<HTMLAnchorElement>): void {
  const part = document.querySelector<HTMLElement>(event.currentTarget.hash);
  if (part === null) return;
  event.preventDefault();
  part.scrollIntoView();
  part.focus({ preventScroll: true });
}

function usePartInSight(ids: readonly string[]): string | undefined {
  const [read, setRead] = useState(ids[0]);
  const key = ids.join(' ');
  useEffect(() => {
    const known = key.split(' ');
    const update = (): void => {
      const tops = known.map((id) => document.querySelector(`#${id}`)?.getBoundingClientRect().top ?? 0);
      const { scrollHeight, clientHeight } = document.documentElement;
      const isAtEnd = scrollY > 0 && scrollY + clientHeight >= scrollHeight - 2;
      setRead(known[partInSight(tops, isAtEnd)]);
    };
    update();
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, [key]);
  return read;
}
