import type { ReactNode } from 'react';

/** The frame of pages for people who are not signed in. */
export const Entrance = ({
  title,
  children,
  foot,
}: Readonly<{ title: string; children: ReactNode; foot?: ReactNode }>): ReactNode => (
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
