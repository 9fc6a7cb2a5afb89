import { type ReactNode, useEffect } from 'react';

type Props = Readonly<{ title: string; children: ReactNode; foot?: ReactNode }>;

/** The frame of pages for people who are not signed in. */
export function Entrance({ title, children, foot }: Props): ReactNode {
  useEffect(() => {
    document.title = `${title} · Strongroom`;
  }, [title]);
  return (
    <div className="entrance">
      <main>
        <a className="brand" href="/">
          <img src="/icon.svg" alt="" />
          Strongroom
        </a>
        <div className="card">
          <h1>{title}</h1>
          {children}
        </div>
        {foot !== undefined && <footer>{foot}</footer>}
      </main>
    </div>
  );
}
