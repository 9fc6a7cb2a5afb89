import type { AuditEvent, Openings } from '@strongroom/client';
import { csv } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { formatDate, formatNumber, formatToMinute, plural } from '../../base/format.ts';
import { setQuery, useAddress } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import { Button, Select } from '../../design/controls.tsx';
import { Empty, Failure, Loading } from '../../design/text.tsx';
import { saveFile } from '../../save/save.ts';
import { useNames, usePeople } from '../people-data.ts';
import type { FileEnd } from './ended-files.ts';
import { actorOf, type LinkNames } from './event-actor.ts';
import { DayFilters, Filters, ZoneOfTimes } from './event-filters.tsx';
import { useFileEnds } from './file-ends.ts';
import { midnightOf } from './midnight.ts';
import { linksToSeveral, type OpeningTotal, type ReportBy, totalsBy } from './openings.ts';
import type { SentenceNames } from './sentence-parts.ts';

const BY = [
  { id: 'person', name: 'By person' },
  { id: 'document', name: 'By document' },
] as const;
const GROUPS = [
  { id: 'all', name: 'Everyone' },
  { id: 'outside', name: 'Outside parties' },
  { id: 'inside', name: 'Colleagues' },
  { id: 'links', name: 'Links' },
] as const;

/** A file that is old, deleted, or not visible to the caller; the end of its id distinguishes it from others. */
const unnamed = (id: string, end: FileEnd | undefined): string =>
  `a file ${end === undefined ? 'without a name here' : `that was ${end.how} on ${formatDate(end.at)}`} (${id.slice(-8)})`;

/** All that is known of a file: who, when and how often. */
const followed = (id: string): string => {
  const url = new URL(location.href);
  for (const name of ['view', 'by', 'group', 'type', 'person']) url.searchParams.delete(name);
  url.searchParams.set('about', id);
  return url.pathname + url.search;
};

async function read(query: Parameters<typeof service.audit.openings>[0]): Promise<readonly Openings[]> {
  const found: Openings[] = [];
  for await (const one of service.audit.openings(query)) found.push(one);
  return found;
}

const NONE: readonly AuditEvent[] = [];

type Props = Readonly<{ roomId: string; names: SentenceNames; links: LinkNames }>;

/** A report on who opened which document, how often, first and last: counted by the service from its record. */
export function OpeningsReport({ roomId, names, links }: Props): ReactNode {
  const { searchParams } = useAddress();
  const by: ReportBy = searchParams.get('by') === 'document' ? 'document' : 'person';
  const group = searchParams.get('group') ?? 'all';
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
  const [after, until] = [midnightOf(from), midnightOf(to, 1)];
  const query = {
    room_id: roomId,
    ...(after === undefined ? {} : { from: after }),
    ...(until === undefined ? {} : { to: until }),
  };
  const report = useQuery({ queryKey: ['openings', query], queryFn: () => read(query) });
  const several = linksToSeveral(report.data ?? [], links);
  const people = usePeople().data ?? [];
  const outside = new Set(people.filter(({ external }) => external).map(({ id }) => id));
  const personOf = useNames();
  const shown = (report.data ?? []).filter(({ actor: { type, id } }) => {
    if (group === 'links') return type === 'share';
    if (group === 'outside') return type === 'user' && outside.has(id);
    return group === 'inside' ? type === 'user' && !outside.has(id) : true;
  });
  const totals = totalsBy(by, shown);
  const ends = useFileEnds(roomId, { files: shown.map(({ file_id: id }) => id), events: NONE, names });
  const file = (id: string): string => names.get(id)?.name ?? unnamed(id, ends.get(id));
  const who = ({ actor }: Openings): string =>
    actorOf(
      { type: 'share.redeemed', actor: { ...actor, token_id: null }, data: {} },
      { person: personOf, links, fileOfLink: file },
    );
  const table = (): string =>
    csv([
      ['Who', 'Document', 'Folder', 'Times', 'First', 'Last', 'Counted'],
      ...shown.map((one) => [
        who(one),
        file(one.file_id),
        names.get(one.file_id)?.folder ?? '',
        String(one.count),
        one.first_at,
        one.last_at,
        several.has(one.actor.id) ? 'keys of all files of a link' : 'openings',
      ]),
    ]);
  return (
    <>
      <Filters
        used={[group === 'all' ? '' : group, from, to].filter((one) => one !== '').length}
        clear={() => setQuery({ group: '', from: '', to: '' })}
      >
        <Select label="Report" value={by} options={BY} onChange={(next) => setQuery({ by: next })} />
        <Select
          label="Who"
          value={GROUPS.some(({ id }) => id === group) ? group : 'all'}
          options={GROUPS}
          onChange={(next) => setQuery({ group: next === 'all' ? '' : next })}
        />
        <DayFilters />
      </Filters>
      <Failure error={report.error} />
      {report.isPending && <Loading what="the report" rows={6} />}
      {report.data !== undefined && totals.length === 0 && (
        <Empty icon="eye" title="Nobody has opened a document">
          Each document that a person opens or downloads is counted here, and so is each use of a link.
        </Empty>
      )}
      {totals.length > 0 && (
        <>
          <div className="row">
            <span className="grow soft">
              {plural(
                totals.length,
                by === 'person' ? 'person' : 'document',
                by === 'person' ? 'people and links' : 'documents',
              )}
              . <ZoneOfTimes />
            </span>
            <Button
              icon="download"
              onPress={() => saveFile(new TextEncoder().encode(table()).buffer, 'who opened what.csv')}
            >
              Save as CSV
            </Button>
          </div>
          <table className="list" aria-label="Who opened what">
            <thead>
              <tr>
                <th>{by === 'person' ? 'Who' : 'Document'}</th>
                <th className="number">{by === 'person' ? 'Documents' : 'People'}</th>
                <th className="number">Times</th>
                <th className="wide-only">First</th>
                <th className="wide-only">Last</th>
                <th>
                  <span className="hidden-visually">Details</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {totals.map((total) => {
                const [one] = total.parts;
                const name = by === 'document' ? file(total.id) : one === undefined ? '' : who(one);
                return (
                  <TotalRow
                    key={`${by} ${total.id}`}
                    total={total}
                    name={name}
                    to={by === 'document' ? followed(total.id) : undefined}
                    toOf={(part) => (by === 'person' ? followed(part.file_id) : undefined)}
                    nameOf={(part) => (by === 'person' ? file(part.file_id) : who(part))}
                    gotKeys={({ actor }) => several.has(actor.id)}
                  />
                );
              })}
            </tbody>
          </table>
          {shown.some(({ actor }) => several.has(actor.id)) && (
            <p className="soft">
              A use of a link to several files counts each of them: the service hands out their keys together and does
              not see which were opened.
            </p>
          )}
        </>
      )}
    </>
  );
}

type RowProps = Readonly<{
  total: OpeningTotal;
  name: string;
  /** The activity of a document. */
  to: string | undefined;
  toOf: (part: Openings) => string | undefined;
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

function TotalRow({ total, name, nameOf, to, toOf, gotKeys }: RowProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { parts } = total;
  return (
    <Fragment>
      <tr>
        <td>
          <strong>
            <Followed to={to}>{name}</Followed>
          </strong>
          {total.isLink && parts.some(gotKeys) && (
            <div className="soft">got the keys of {plural(total.different, 'file')}</div>
          )}
          <div className="narrow-only soft">last {formatToMinute(total.lastAt)}</div>
        </td>
        <td className="number">{formatNumber(total.different)}</td>
        <td className="number">{formatNumber(total.count)}</td>
        <td className="wide-only soft">{formatToMinute(total.firstAt)}</td>
        <td className="wide-only soft">{formatToMinute(total.lastAt)}</td>
        <td className="actions">
          <Button
            kind="quiet"
            icon={isOpen ? 'up' : 'down'}
            label={isOpen ? `Hide what ${name} is made of` : `Show what ${name} is made of`}
            onPress={() => setOpen(!isOpen)}
          />
        </td>
      </tr>
      {isOpen &&
        parts.map((part) => (
          <tr key={`${part.actor.id} ${part.file_id}`} className="opening-part">
            <td colSpan={2}>
              <Followed to={toOf(part)}>{nameOf(part)}</Followed>
              {!total.isLink && gotKeys(part) && <span className="soft"> got its key with those of other files</span>}
            </td>
            <td className="number">{formatNumber(part.count)}</td>
            <td className="wide-only soft">{formatToMinute(part.first_at)}</td>
            <td className="wide-only soft">{formatToMinute(part.last_at)}</td>
            <td />
          </tr>
        ))}
    </Fragment>
  );
}
