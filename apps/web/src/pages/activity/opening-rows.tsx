import { Fragment, type ReactNode, useState } from 'react';
import { formatNumber, formatToMinute, plural } from '../../base/format.ts';
import { Button } from '../../design/controls.tsx';
import { pressActs } from '../../design/pointer-acts.ts';
import { RowBars } from './day-bars.tsx';
import { activeDays, type DayCount } from './opening-days.ts';
import { downloadsOf, type OpeningPart, type OpeningTotal } from './openings.ts';

export type RowWords = Readonly<{
  nameOf: (total: OpeningTotal) => string;
  /** A second line below the name. */
  noteOf: (total: OpeningTotal) => string;
  /** The page that follows a row. `words`: of a link to it among the parts, where the name itself is none. */
  wayOf: (total: OpeningTotal) => Readonly<{ to: string | undefined; words?: string }>;
  partName: (part: OpeningPart) => string;
  partTo: (part: OpeningPart) => string | undefined;
  /** Whether keys were handed out that need not have opened anything. */
  gotKeys: (part: OpeningPart) => boolean;
}>;

type RowProps = RowWords &
  Readonly<{
    total: OpeningTotal;
    /** None in a report without days. */
    barsOf: (parts: readonly OpeningPart[]) => readonly DayCount[] | undefined;
    most: number;
  }>;

const Followed = ({ to, children }: Readonly<{ to: string | undefined; children: string }>): ReactNode =>
  to === undefined ? (
    <bdi>{children}</bdi>
  ) : (
    <a className="name" href={to}>
      <bdi>{children}</bdi>
    </a>
  );

const timeOf = (at: string): string => (at === '' ? '' : formatToMinute(at));

/** The row of a person, a document or a group, and on demand what it is made of. */
export function TotalRow({ total, barsOf, most, ...words }: RowProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { parts } = total;
  const name = words.nameOf(total);
  const note = words.noteOf(total);
  const { to, words: wayWords } = words.wayOf(total);
  const daysCell = (own: readonly OpeningPart[]): ReactNode => {
    const bars = barsOf(own);
    if (bars === undefined) return null;
    return (
      <td className="wide-only short">
        <RowBars bars={bars} most={most} days={activeDays(own)} />
      </td>
    );
  };
  return (
    <Fragment>
      <tr className="event-row" {...(parts.length > 0 ? pressActs(() => setOpen(!isOpen)) : {})}>
        <td>
          <Followed to={wayWords === undefined ? to : undefined}>{name}</Followed>
          {total.isLink && parts.some(words.gotKeys) && <div className="soft">{downloadsOf(total)}</div>}
          {note !== '' && <div className="soft opening-note">{note}</div>}
          {total.lastAt !== '' && <div className="narrow-only soft">last {timeOf(total.lastAt)}</div>}
        </td>
        <td className="number">{formatNumber(total.different)}</td>
        <td className="number">{formatNumber(total.count)}</td>
        {daysCell(parts)}
        <td className="wide-only soft short">{timeOf(total.firstAt)}</td>
        <td className="wide-only soft short">{timeOf(total.lastAt)}</td>
        <td className="actions">
          {parts.length > 0 && (
            <Button
              kind="quiet"
              icon={isOpen ? 'up' : 'down'}
              label={isOpen ? `Hide what ${name} is made of` : `Show what ${name} is made of`}
              isExpanded={isOpen}
              onPress={() => setOpen(!isOpen)}
            />
          )}
        </td>
      </tr>
      {isOpen && wayWords !== undefined && to !== undefined && (
        <tr className="opening-part">
          <td colSpan={7}>
            <a href={to}>{wayWords}</a>
          </td>
        </tr>
      )}
      {isOpen &&
        parts.map((part) => (
          <tr key={`${part.actor.id} ${part.file_id}`} className="opening-part">
            <td colSpan={part.documents === undefined ? 2 : 1}>
              <Followed to={words.partTo(part)}>{words.partName(part)}</Followed>
              {!total.isLink && words.gotKeys(part) && (
                <span className="soft"> got its key with those of other files</span>
              )}
            </td>
            {part.documents !== undefined && <td className="number">{formatNumber(part.documents)}</td>}
            <td className="number">{formatNumber(part.count)}</td>
            {daysCell([part])}
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

type Unopened = Readonly<{ id: string; name: string; folder: string; to: string | undefined }>;

/** Files that are listed; the table has all. */
const MAX_LISTED = 200;

/** Documents that none of the chosen people opened on the days of the report. */
export const UnopenedDocuments = ({ documents }: Readonly<{ documents: readonly Unopened[] }>): ReactNode => (
  <details className="event-record">
    <summary>{plural(documents.length, 'document was', 'documents were')} not opened</summary>
    <ul className="lines" aria-label="Documents that were not opened">
      {documents.slice(0, MAX_LISTED).map(({ id, name, folder, to }) => (
        <li key={id}>
          <Followed to={to}>{name}</Followed>
          {folder !== '' && (
            <span className="soft">
              {' '}
              in <bdi>{folder}</bdi>
            </span>
          )}
        </li>
      ))}
      {documents.length > MAX_LISTED && (
        <li className="soft">and {plural(documents.length - MAX_LISTED, 'other')}, all of which are in the CSV file</li>
      )}
    </ul>
  </details>
);
