import type { Openings } from '@strongroom/client';
import { Fragment, type ReactNode, useState } from 'react';
import { formatNumber, formatToMinute, plural } from '../../base/format.ts';
import { Button } from '../../design/controls.tsx';
import { pressActs } from '../../design/pointer-acts.ts';
import { downloadsOf, type OpeningTotal } from './openings.ts';

type RowProps = Readonly<{
  total: OpeningTotal;
  name: string;
  /** The activity of the document or person; none for a link. */
  to: string | undefined;
  /** The words of a link to it among the parts, where the name itself is none. */
  all?: string | undefined;
  toOf: (part: Openings) => string;
  nameOf: (part: Openings) => string;
  /** Whether keys were handed out that need not have opened anything. */
  gotKeys: (part: Openings) => boolean;
}>;

const Followed = ({ to, children }: Readonly<{ to: string | undefined; children: string }>): ReactNode =>
  to === undefined ? (
    <bdi>{children}</bdi>
  ) : (
    <a className="name" href={to}>
      <bdi>{children}</bdi>
    </a>
  );

/** The row of a person or a document, and on demand what it is made of. */
export function TotalRow({ total, name, nameOf, to, all, toOf, gotKeys }: RowProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { parts } = total;
  return (
    <Fragment>
      <tr className="event-row" {...pressActs(() => setOpen(!isOpen))}>
        <td>
          <Followed to={all === undefined ? to : undefined}>{name}</Followed>
          {total.isLink && parts.some(gotKeys) && <div className="soft">{downloadsOf(total)}</div>}
          <div className="narrow-only soft">last {formatToMinute(total.lastAt)}</div>
        </td>
        <td className="number">{formatNumber(total.different)}</td>
        <td className="number">{formatNumber(total.count)}</td>
        <td className="wide-only soft short">{formatToMinute(total.firstAt)}</td>
        <td className="wide-only soft short">{formatToMinute(total.lastAt)}</td>
        <td className="actions">
          <Button
            kind="quiet"
            icon={isOpen ? 'up' : 'down'}
            label={isOpen ? `Hide what ${name} is made of` : `Show what ${name} is made of`}
            onPress={() => setOpen(!isOpen)}
          />
        </td>
      </tr>
      {isOpen && all !== undefined && to !== undefined && (
        <tr className="opening-part">
          <td colSpan={6}>
            <a href={to}>{all}</a>
          </td>
        </tr>
      )}
      {isOpen &&
        parts.map((part) => (
          <tr key={`${part.actor.id} ${part.file_id}`} className="opening-part">
            <td colSpan={2}>
              <Followed to={toOf(part)}>{nameOf(part)}</Followed>
              {!total.isLink && gotKeys(part) && <span className="soft"> got its key with those of other files</span>}
            </td>
            <td className="number">{formatNumber(part.count)}</td>
            <td className="wide-only soft short">{formatToMinute(part.first_at)}</td>
            <td className="wide-only soft short">{formatToMinute(part.last_at)}</td>
            <td />
          </tr>
        ))}
    </Fragment>
  );
}

type IdleProps = Readonly<{ people: readonly Readonly<{ id: string; name: string; to: string }>[] }>;

/** Members without an opening, each with the way to their activity. */
export const IdleMembers = ({ people }: IdleProps): ReactNode => (
  <details className="event-record">
    <summary>{plural(people.length, 'member has', 'members have')} opened nothing</summary>
    <ul className="lines" aria-label="Members who opened nothing">
      {people.map(({ id, name, to }) => (
        <li key={id}>
          <Followed to={to}>{name}</Followed>
        </li>
      ))}
    </ul>
  </details>
);
