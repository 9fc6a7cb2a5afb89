import './openings.css';
import type { AuditEvent, Openings } from '@strongroom/client';
import type { ReactNode } from 'react';
import { formatDate, plural } from '../../base/format.ts';
import { addressWith, setQuery, useAddress } from '../../base/router.tsx';
import { Select } from '../../design/controls.tsx';
import { ListOutput } from '../../design/list-output.tsx';
import { Empty, Failure, Loading } from '../../design/text.tsx';
import { saveMade } from '../../save/save-made.ts';
import { useEmails, useNames, usePeople } from '../people-data.ts';
import { useMembers } from '../sight.ts';
import { DayBars } from './day-bars.tsx';
import type { FileEnd } from './ended-files.ts';
import { actorOf, type LinkNames } from './event-actor.ts';
import { DayFilters, Filters, ZoneOfTimes } from './event-filters.tsx';
import { useFileEnds } from './file-ends.ts';
import { midnightOf } from './midnight.ts';
import { axisOf, countDays } from './opening-days.ts';
import { IdleMembers, UnopenedDocuments } from './opening-rows.tsx';
import {
  groupsOf,
  LINKS,
  linksToSeveral,
  NO_GROUP,
  type OpeningPart,
  type OpeningTotal,
  type ReportBy,
  totalsBy,
  totalsByGroup,
} from './openings.ts';
import { NOTHING, openingsAsCsv } from './openings-csv.ts';
import { useOpenings } from './openings-data.ts';
import { OpeningsTable } from './openings-table.tsx';
import type { SentenceNames } from './sentence-parts.ts';

const BY = [
  { id: 'person', name: 'By person' },
  { id: 'document', name: 'By document' },
] as const;
const BY_GROUP = { id: 'group', name: 'By group' } as const;
const EVERYONE = { id: 'all', name: 'Everyone' } as const;
const SIDES = [
  { id: 'outside', name: 'Outside parties' },
  { id: 'inside', name: 'Colleagues' },
  { id: LINKS, name: 'Links' },
] as const;
const COUNTED = {
  person: ['person', 'people and links'],
  document: ['document', 'documents'],
  group: ['group', 'groups'],
} as const;

/** A file that is old, deleted, or not visible to the caller; the end of its id distinguishes it from others. */
const unnamed = (id: string, end: FileEnd | undefined): string =>
  `a file ${end === undefined ? 'without a name here' : `that was ${end.how} on ${formatDate(end.at)}`} (${id.slice(-8)})`;

/** The activity of a file, of a person in the room, or of both, on the days of the report. */
const followed = (parts: Readonly<{ about?: string; person?: string }>): string =>
  addressWith({ view: '', by: '', group: '', type: '', person: '', ...parts });

/** The report of the documents that the members of a group opened. */
const documentsOf = (group: string): string | undefined =>
  group === NO_GROUP ? undefined : addressWith({ by: 'document', group });

const NONE: readonly AuditEvent[] = [];

type Props = Readonly<{
  roomId: string;
  names: SentenceNames;
  links: LinkNames;
  /** All files of the room, where the reader may list them and all were read. */
  files: readonly string[] | undefined;
  /** Buttons before the filters. */
  lead: ReactNode;
}>;

/** A report on who opened which document, how often, first and last: counted by the service from its record. */
export function OpeningsReport({ roomId, names, links, files, lead }: Props): ReactNode {
  const { searchParams } = useAddress();
  const group = searchParams.get('group') ?? 'all';
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? ''];
  const [after, until] = [midnightOf(from), midnightOf(to, 1)];
  const report = useOpenings({
    room_id: roomId,
    ...(after === undefined ? {} : { from: after }),
    ...(until === undefined ? {} : { to: until }),
  });
  const several = linksToSeveral(report.data ?? [], links);
  const people = usePeople().data ?? [];
  const outside = new Set(people.filter(({ external }) => external).map(({ id }) => id));
  const personOf = useNames();
  const emailOf = useEmails();
  const ofRoom = useMembers(roomId).data ?? [];
  const groups = groupsOf(ofRoom);
  const asked = searchParams.get('by');
  const by: ReportBy = asked === 'document' || (asked === 'group' && groups.size > 0) ? asked : 'person';
  const isChosen = ({ type, id }: Pick<Openings['actor'], 'type' | 'id'>): boolean => {
    const chosen = groups.get(group);
    if (chosen !== undefined) return type === 'user' && chosen.members.has(id);
    if (group === LINKS) return type === 'share';
    if (group === 'outside') return type === 'user' && outside.has(id);
    return group === 'inside' ? type === 'user' && !outside.has(id) : true;
  };
  const shown = (report.data ?? []).filter(({ actor }) => isChosen(actor));
  const opened = new Set(shown.map(({ actor }) => actor.id));
  const idle = ofRoom
    .map(({ user_id: id }) => id)
    .filter((id) => !opened.has(id) && isChosen({ type: 'user', id }))
    .toSorted((one, other) => personOf(one).localeCompare(personOf(other)));
  const openedFiles = new Set(shown.map(({ file_id: id }) => id));
  const unopened = (by === 'document' ? files : undefined)?.filter((id) => !openedFiles.has(id)) ?? [];
  const ends = useFileEnds(roomId, { files: [...openedFiles], events: NONE, names });
  const file = (id: string): string => names.get(id)?.name ?? unnamed(id, ends.get(id));
  const folderOf = (id: string): string => names.get(id)?.folder ?? '';
  const who = ({ actor }: Pick<Openings, 'actor'>): string =>
    actorOf(
      { type: 'share.redeemed', actor: { ...actor, token_id: null }, data: {} },
      { person: personOf, links, fileOfLink: file },
    );
  const nameOf = ({ id, parts: [one] }: OpeningTotal): string => {
    if (by === 'document') return file(id);
    if (by === 'person') return one === undefined ? '' : who(one);
    return groups.get(id)?.name ?? (id === LINKS ? 'Links' : 'People in no group');
  };
  const groupsOfOne = (id: string): string =>
    [...groups.values()].flatMap(({ name, members }) => (members.has(id) ? [name] : [])).join(', ');
  const noteOf = ({ id, people: active }: OpeningTotal): string => {
    if (by === 'document') return folderOf(id);
    if (by === 'person') return groupsOfOne(id);
    const all = groups.get(id)?.members.size;
    return all === undefined ? '' : `${active} of ${plural(all, 'person', 'people')}`;
  };
  const partName = (part: OpeningPart): string =>
    by === 'document' || by === 'group' ? who(part) : file(part.file_id);
  const partTo = ({ actor: { type, id }, file_id: about, documents }: OpeningPart): string | undefined => {
    if (documents === undefined) return followed(type === 'user' ? { about, person: id } : { about });
    return type === 'user' ? followed({ person: id }) : undefined;
  };
  const wayOf = ({ id, parts: [one] }: OpeningTotal): Readonly<{ to: string | undefined; words?: string }> => {
    if (by === 'document') return { to: followed({ about: id }) };
    if (by === 'group') return { to: documentsOf(id), words: 'What they opened, by document' };
    return { to: one?.actor.type === 'user' ? followed({ person: id }) : undefined, words: 'All their activity' };
  };
  const shownGroups = groups.has(group) ? new Map([...groups].filter(([id]) => id === group)) : groups;
  const totals = by === 'group' ? totalsByGroup(shown, shownGroups) : totalsBy(by, shown);
  const axis = axisOf(shown, { from, to });
  const table = (): string =>
    openingsAsCsv(by, [
      ...shown.map((one) => ({
        who: who(one),
        groups: groupsOfOne(one.actor.id),
        document: file(one.file_id),
        folder: folderOf(one.file_id),
        count: one.count,
        first: one.first_at,
        last: one.last_at,
        counted: several.has(one.actor.id) ? 'keys of all files of a link' : 'openings',
        days: one.days,
        email: one.actor.type === 'user' ? emailOf(one.actor.id) : '',
      })),
      ...unopened.map((id) => ({ ...NOTHING, who: '', groups: '', document: file(id), folder: folderOf(id) })),
      ...idle.map((id) => ({ ...NOTHING, who: personOf(id), groups: groupsOfOne(id), email: emailOf(id) })),
    ]);
  const named = [...groups].map(([id, { name }]) => ({ id, name }));
  const choices = [EVERYONE, ...named.toSorted((one, other) => one.name.localeCompare(other.name)), ...SIDES];
  const isAnything = totals.length > 0 || idle.length > 0 || unopened.length > 0;
  return (
    <>
      <Filters
        lead={lead}
        used={[group === 'all' ? '' : group, from, to].filter((one) => one !== '').length}
        clear={() => setQuery({ group: '', from: '', to: '' })}
      >
        <Select
          label="Report"
          value={by}
          options={groups.size > 0 ? [...BY, BY_GROUP] : BY}
          onChange={(next) => setQuery({ by: next })}
        />
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
      {report.data !== undefined && shown.length === 0 && (
        <Empty icon="eye" title="Nobody has opened a document">
          Each document that a person opens or downloads is counted here, and so is each use of a link.
        </Empty>
      )}
      {report.data !== undefined && isAnything && (
        <>
          {axis !== undefined && <DayBars bars={countDays(shown, axis)} />}
          <div className="row">
            <span className="grow soft">
              {plural(totals.length, COUNTED[by][0], COUNTED[by][1])}
              {by !== 'document' && `, ${plural(openedFiles.size, 'document')}`}
              {`, opened ${plural(
                shown.reduce((sum, { count }) => sum + count, 0),
                'time',
              )}`}
              . <ZoneOfTimes />
            </span>
            <ListOutput onSave={() => saveMade(new TextEncoder().encode(table()).buffer, 'who opened what.csv')} />
          </div>
          {totals.length > 0 && (
            <OpeningsTable
              key={by}
              by={by}
              totals={totals}
              axis={axis}
              nameOf={nameOf}
              noteOf={noteOf}
              wayOf={wayOf}
              partName={partName}
              partTo={partTo}
              gotKeys={({ actor }) => several.has(actor.id)}
            />
          )}
          {shown.some(({ actor }) => several.has(actor.id)) && (
            <p className="soft">
              A use of a link to several files counts each file whose key went out: keys are handed out together, up to
              100 at once, and the service does not see which files were opened.
            </p>
          )}
        </>
      )}
      {report.data !== undefined && unopened.length > 0 && (
        <UnopenedDocuments
          documents={unopened.map((id) => ({ id, name: file(id), folder: folderOf(id), to: names.get(id)?.to }))}
        />
      )}
      {report.data !== undefined && idle.length > 0 && (
        <IdleMembers people={idle.map((id) => ({ id, name: personOf(id), to: followed({ person: id }) }))} />
      )}
    </>
  );
}
