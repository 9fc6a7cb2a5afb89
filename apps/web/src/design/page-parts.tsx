import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { partInSight } from './part-in-sight.ts';
import './page-parts.css';

export type PagePart = Readonly<{ id: string; name: string; note: string; content: ReactNode }>;

/** A long page in named parts. A list of them stays beside it, or above it in a narrow window, and leads to each. */
export function PageParts({ parts }: Readonly<{ parts: readonly PagePart[] }>): ReactNode {
  const read = usePartInSight(parts.map(({ id }) => id));
  return (
    <div className={parts.length > 1 ? 'page-parts' : 'form'}>
      {parts.length > 1 && (
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
            <div>
              <h2>{name}</h2>
              <p className="soft">{note}</p>
            </div>
            {content}
          </section>
        ))}
      </div>
    </div>
  );
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
