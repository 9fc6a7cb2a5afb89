import type { AuditEvent, Openings } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDate, plural } from '../../base/format.ts';
import { columnOfOrder, orderAfterPress, orderRows } from '../../base/list-view.ts';
import { addressWith, setQuery, useAddress } from '../../base/router.tsx';
import { service } from '../../base/service.ts';
import { Button, Select } from '../../design/controls.tsx';
import { type Column, Head } from '../../design/table.tsx';
import { Empty, Failure, Loading } from '../../design/text.tsx';
import { saveFile } from '../../save/save.ts';
import { useNames, usePeople } from '../people-data.ts';
import { useMembers } from '../sight.ts';
import type { FileEnd } from './ended-files.ts';
import { actorOf, type LinkNames } from './event-actor.ts';
import { DayFilters, Filters, ZoneOfTimes } from './event-filters.tsx';
import { useFileEnds } from './file-ends.ts';
import { midnightOf } from './midnight.ts';
import { IdleMembers, TotalRow } from './opening-rows.tsx';
import { groupsOf, linksToSeveral, type OpeningTotal, type ReportBy, totalsBy } from './openings.ts';
import { NOTHING, openingsAsCsv } from './openings-csv.ts';
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

/** The activity of a file, of a person in the room, or of both, on the days of the report. */
const followed = (parts: Readonly<{ about?: string; person?: string }>): string =>
  addressWith({ view: '', by: '', group: '', type: '', person: '', ...parts });

type TotalColumn = Omit<Column<OpeningTotal>, 'cell'>;

const columnsOf = (by: ReportBy, nameOf: (total: OpeningTotal) => string): readonly TotalColumn[] => [
  { id: 'name', head: by === 'person' ? 'Who' : 'Document', key: nameOf },
  { id: 'different', head: by === 'person' ? 'Documents' : 'People', isNumber: true, key: (one) => one.different },
  { id: 'count', head: 'Times', isNumber: true, key: (one) => one.count },
  { id: 'first', head: 'First', isExtra: true, key: ({ firstAt }) => firstAt },
  { id: 'last', head: 'Last', isExtra: true, key: ({ lastAt }) => lastAt },
];

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
  const ofRoom = useMembers(roomId).data ?? [];
  const groups = groupsOf(ofRoom);
  const [order, setOrder] = useState('-last');
  const isChosen = ({ type, id }: Pick<Openings['actor'], 'type' | 'id'>): boolean => {
    const chosen = groups.get(group);
    if (chosen !== undefined) return type === 'user' && chosen.members.has(id);
    if (group === 'links') return type === 'share';
    if (group === 'outside') return type === 'user' && outside.has(id);
    return group === 'inside' ? type === 'user' && !outside.has(id) : true;
  };
  const shown = (report.data ?? []).filter(({ actor }) => isChosen(actor));
  const opened = new Set(shown.map(({ actor }) => actor.id));
  const idle = ofRoom
    .map(({ user_id: id }) => id)
    .filter((id) => !opened.has(id) && isChosen({ type: 'user', id }))
    .toSorted((one, other) => personOf(one).localeCompare(personOf(other)));
  const ends = useFileEnds(roomId, { files: shown.map(({ file_id: id }) => id), events: NONE, names });
  const file = (id: string): string => names.get(id)?.name ?? unnamed(id, ends.get(id));
  const who = ({ actor }: Openings): string =>
    actorOf(
      { type: 'share.redeemed', actor: { ...actor, token_id: null }, data: {} },
      { person: personOf, links, fileOfLink: file },
    );
  const nameOf = ({ id, parts: [one] }: OpeningTotal): string =>
    by === 'document' ? file(id) : one === undefined ? '' : who(one);
  const columns = columnsOf(by, nameOf);
  const sorted = columns.find(({ id }) => id === columnOfOrder(order));
  const totals = orderRows(totalsBy(by, shown), sorted?.key, order);
  const groupsOfOne = (id: string): string =>
    [...groups.values()].flatMap(({ name, members }) => (members.has(id) ? [name] : [])).join(', ');
  const table = (): string =>
    openingsAsCsv(by, [
      ...shown.map((one) => ({
        who: who(one),
        groups: groupsOfOne(one.actor.id),
        document: file(one.file_id),
        folder: names.get(one.file_id)?.folder ?? '',
        count: one.count,
        first: one.first_at,
        last: one.last_at,
        counted: several.has(one.actor.id) ? 'keys of all files of a link' : 'openings',
      })),
      ...idle.map((id) => ({ ...NOTHING, who: personOf(id), groups: groupsOfOne(id) })),
    ]);
  const choices = [...GROUPS, ...[...groups].map(([id, { name }]) => ({ id, name }))];
  return (
    <>
      <Filters
        used={[group === 'all' ? '' : group, from, to].filter((one) => one !== '').length}
        clear={() => setQuery({ group: '', from: '', to: '' })}
      >
        <Select label="Report" value={by} options={BY} onChange={(next) => setQuery({ by: next })} />
        <Select
          label="Who"
          value={choices.some(({ id }) => id === group) ? group : 'all'}
          options={choices}
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
      {(totals.length > 0 || idle.length > 0) && (
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
          {totals.length > 0 && (
            <table className="list" aria-label="Who opened what">
              <thead>
                <tr>
                  {columns.map((column) => (
                    <Head
                      key={column.id}
                      column={column}
                      order={order}
                      onOrder={(id) => setOrder(orderAfterPress(order, id))}
                    />
                  ))}
                  <th>
                    <span className="hidden-visually">Details</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {totals.map((total) => {
                  const [one] = total.parts;
                  const isPerson = by === 'person' && one?.actor.type === 'user';
                  return (
                    <TotalRow
                      key={`${by} ${total.id}`}
                      total={total}
                      name={nameOf(total)}
                      to={
                        by === 'document'
                          ? followed({ about: total.id })
                          : isPerson
                            ? followed({ person: total.id })
                            : undefined
                      }
                      all={isPerson ? 'All their activity' : undefined}
                      toOf={({ actor: { type, id }, file_id: about }) =>
                        followed(type === 'user' ? { about, person: id } : { about })
                      }
                      nameOf={(part) => (by === 'person' ? file(part.file_id) : who(part))}
                      gotKeys={({ actor }) => several.has(actor.id)}
                    />
                  );
                })}
              </tbody>
            </table>
          )}
          {shown.some(({ actor }) => several.has(actor.id)) && (
            <p className="soft">
              A use of a link to several files counts each of them: the service hands out their keys together and does
              not see which were opened.
            </p>
          )}
        </>
      )}
      {report.data !== undefined && idle.length > 0 && (
        <IdleMembers people={idle.map((id) => ({ id, name: personOf(id), to: followed({ person: id }) }))} />
      )}
    </>
  );
}
