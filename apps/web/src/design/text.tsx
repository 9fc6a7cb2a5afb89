import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { onReturn, useConnection } from '../base/connection.ts';
import { explainError, isLineLost } from '../base/explain.ts';
import { Icon, type IconName } from './icons.tsx';

type Tone = 'good' | 'warn' | 'danger' | 'accent';

export const Badge = ({
  children,
  tone,
  title,
}: Readonly<{ children: ReactNode; tone?: Tone; title?: string }>): ReactNode => (
  <span className="badge" data-tone={tone} title={title}>
    {children}
  </span>
);

/** An e-mail address, which is broken at its signs before it is broken within a word. */
export const Address = ({ of }: Readonly<{ of: string }>): ReactNode =>
  of.split(/(?=[@.])/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

const SIGNS: Readonly<Record<string, IconName>> = { good: 'check', warn: 'alert', danger: 'alert' };

/** `isUrgent`: read out at once. */
export const Notice = ({
  children,
  tone,
  isUrgent = false,
}: Readonly<{ children: ReactNode; tone?: Tone; isUrgent?: boolean }>): ReactNode => (
  <div className="notice" data-tone={tone} role={isUrgent ? 'alert' : undefined}>
    <Icon name={SIGNS[tone ?? ''] ?? 'info'} />
    <div>{children}</div>
  </div>
);

/** The sentence for an error; nothing without one. Once the connection is back, it blames that no more. */
export function Failure({ error }: Readonly<{ error: unknown }>): ReactNode {
  const [past, setPast] = useState<unknown>();
  useEffect(() => (isLineLost(error) ? onReturn(() => setPast(error)) : undefined), [error]);
  if (error === null || error === undefined) return null;
  if (error === past) return <Notice>The connection is back. Try again.</Notice>;
  const { text, requestId } = explainError(error);
  return (
    <Notice tone="danger" isUrgent>
      {text}
      {requestId !== undefined && (
        <p>
          Request <code>{requestId}</code>
        </p>
      )}
    </Notice>
  );
}

export const Empty = ({
  icon,
  title,
  children,
  action,
  isPage = false,
}: Readonly<{
  icon: IconName;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  isPage?: boolean;
}>): ReactNode => {
  useEffect(() => {
    if (isPage) document.title = `${title} · Strongroom`;
  }, [isPage, title]);
  return (
    <div className="empty">
      <Icon name={icon} />
      {isPage ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p>{children}</p>
      {action}
    </div>
  );
};

/** Placeholder of a list that loads. Without a connection it says so: nothing comes before that is back. */
export function Loading({ what, rows = 4 }: Readonly<{ what: string; rows?: number }>): ReactNode {
  const isUp = useConnection() === 'up';
  return (
    <div className="form" role="status">
      {isUp ? (
        <span className="hidden-visually">Loading {what}…</span>
      ) : (
        <p className="soft">There is no connection. Loading {what} goes on when it is back.</p>
      )}
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton" />
      ))}
    </div>
  );
}

export const Progress = ({ label, part }: Readonly<{ label: string; part: number }>): ReactNode => (
  <div
    className="progress"
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(part * 100)}
  >
    <div style={{ width: `${Math.round(part * 100)}%` }} />
  </div>
);

type Trail = readonly (readonly [name: string, to: string])[];

/** The way up. `label` tells it from another one on the page. */
export const Crumbs = ({
  trail,
  label = 'Breadcrumbs',
}: Readonly<{ trail: Trail; label?: string | undefined }>): ReactNode => (
  <nav className="crumbs" aria-label={label}>
    {trail.map(([name, to], index) => (
      <span key={to}>
        {index > 0 && <span aria-hidden="true">/ </span>}
        <a href={to}>{name}</a>
      </span>
    ))}
  </nav>
);

/** The head of a page, which also names the page in the tab of the browser and in its history. */
export const PageHead = ({
  title,
  children,
  below,
  trail,
  part,
}: Readonly<{
  title: string;
  children?: ReactNode;
  below?: ReactNode;
  trail?: Trail | undefined;
  /** The part of the page that is shown, such as a tab. */
  part?: string | undefined;
}>): ReactNode => {
  useEffect(() => {
    document.title = [part, title, 'Strongroom'].filter(Boolean).join(' · ');
  }, [part, title]);
  return (
    <header className="page-head">
      <div>
        {trail && <Crumbs trail={trail} />}
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {below}
      </div>
      {children !== undefined && <div className="row">{children}</div>}
    </header>
  );
};
