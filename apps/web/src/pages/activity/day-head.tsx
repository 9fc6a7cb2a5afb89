import type { AuditEvent } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDayName, plural } from '../../base/format.ts';
import { service } from '../../base/service.ts';
import { dayOf } from './event-bursts.ts';
import { midnightOf } from './midnight.ts';

type Filter = NonNullable<Parameters<typeof service.audit.events>[0]>;

/** Events that are counted by day, with their words. Openings are those that the report counts. */
const COUNTED = [
  { types: ['file.downloaded', 'share.redeemed'], one: 'opening', several: 'openings' },
  { types: ['file.confirmed'], one: 'file added', several: 'files added' },
  { types: ['access.denied'], one: 'refused attempt', several: 'refused attempts' },
] as const;

type Total = Readonly<{ count: number; isExact: boolean }>;

const countHere = (events: readonly AuditEvent[]): readonly Total[] =>
  COUNTED.map(({ types }) => ({ count: events.filter(({ type }) => isOneOf(types, type)).length, isExact: true }));

const isOneOf = (types: readonly string[], type: string): boolean => types.includes(type);

const plus = ({ count, isExact }: Total, more: Total | undefined): Total => ({
  count: count + (more?.count ?? 0),
  isExact,
});

/** Counts of the service, for a day of which not all events are read. */
async function countThere(filter: Filter, day: string, signal: AbortSignal): Promise<readonly Total[]> {
  const [from, to] = [midnightOf(day), midnightOf(day, 1)];
  const count = async (type: AuditEvent['type']): Promise<Total> => {
    const { meta } = await service.audit.events({ ...filter, type, from, to, per_page: 1 }, { signal }).page();
    return { count: meta.total, isExact: meta.total_is_exact !== false };
  };
  return Promise.all(
    COUNTED.map(async ({ types }) => {
      const counts = await Promise.all(
        types.filter((type) => filter.type === undefined || filter.type === type).map(count),
      );
      return {
        count: counts.reduce((sum, one) => sum + one.count, 0),
        isExact: counts.every(({ isExact }) => isExact),
      };
    }),
  );
}

type Props = Readonly<{
  day: string;
  filter: Filter;
  /** All events of the day; undefined where more may follow. */
  events: readonly AuditEvent[] | undefined;
  /** Events that the list has and the filter does not find. */
  joined: readonly AuditEvent[];
}>;

/** The head of a day in the activity, with what happened on it in numbers. */
export function DayHead({ day, filter, events, joined }: Props): ReactNode {
  const found = useQuery({
    queryKey: ['events-of-day', day, filter],
    queryFn: ({ signal }) => countThere(filter, day, signal),
    enabled: events === undefined,
    staleTime: 30_000,
  });
  const more = countHere(joined.filter(({ occurred_at: at }) => dayOf(at) === day));
  const totals = events === undefined ? found.data?.map((one, index) => plus(one, more[index])) : countHere(events);
  const words = COUNTED.flatMap(({ one, several }, index) => {
    const { count = 0, isExact = true } = totals?.[index] ?? {};
    return count === 0 ? [] : [`${plural(count, one, several)}${isExact ? '' : ' or more'}`];
  });
  return (
    <tr className="event-day">
      <th colSpan={3} scope="rowgroup">
        {formatDayName(day)}
        {words.length > 0 && <span className="event-totals">{words.join(', ')}</span>}
      </th>
    </tr>
  );
}
