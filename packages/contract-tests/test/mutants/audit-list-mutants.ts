import type { AuditFilter } from '@strongroom/ports';
import type { AuditLogHarness, Mutant } from '../../src/index.ts';
import { brokenLog } from './broken-audit-log.ts';

/** A log that lists and counts by another filter than the one that is asked for. */
const misread = (breaks: string, how: string, read: (filter: AuditFilter) => AuditFilter) =>
  brokenLog(breaks, how, ({ audit }) => ({
    audit: {
      list: (filter, page) => audit.list(read(filter), page),
      count: (filter, atMost) => audit.count(read(filter), atMost),
    },
  }));

const without = (name: 'roomId' | 'actorId' | 'type' | 'outcome') => (filter: AuditFilter) => {
  const { [name]: _, ...rest } = filter;
  return rest;
};

/** Logs that select, order, count or page wrongly. */
export const auditListMutants: readonly Mutant<AuditLogHarness>[] = [
  ...(['roomId', 'actorId', 'type', 'outcome'] as const).map((name) =>
    misread('AL-06', `does not look at ${name}`, without(name)),
  ),
  misread('AL-06', 'shows every label', (filter) => ({ ...filter, labels: ['', 'C1', 'C2', 'C3', 'C4'] })),
  brokenLog('AL-06', 'lists the oldest first', ({ audit }) => ({
    audit: { list: async (filter, page) => (await audit.list(filter, page)).toReversed() },
  })),
  brokenLog('AL-06', 'counts every label', ({ audit }) => ({
    audit: { count: (filter, atMost) => audit.count({ ...filter, labels: ['', 'C1', 'C2', 'C3', 'C4'] }, atMost) },
  })),
  misread('AL-07', 'excludes from', ({ from, ...filter }) =>
    from === undefined ? filter : { ...filter, from: from + 1 },
  ),
  misread('AL-07', 'includes until', ({ until, ...filter }) =>
    until === undefined ? filter : { ...filter, until: until + 1 },
  ),
  brokenLog('AL-07', 'takes the events to be in the order of their times', ({ audit }) => ({
    audit: {
      list: async ({ from, until, ...filter }, page) => {
        const all = await audit.list(filter, page);
        const first = all.findLast(({ occurredAt }) => occurredAt >= (from ?? 0));
        const end = all.findLast(({ occurredAt }) => occurredAt >= (until ?? Infinity));
        return all.filter(({ seq }) => first !== undefined && seq >= first.seq && seq < (end?.seq ?? Infinity));
      },
    },
  })),
  brokenLog('AL-08', 'ignores before', ({ audit }) => ({
    audit: { list: (filter, { limit, offset = 0 }) => audit.list(filter, { limit, offset }) },
  })),
  brokenLog('AL-08', 'repeats the event at the cursor', ({ audit }) => ({
    audit: {
      list: (filter, { before, ...page }) =>
        audit.list(filter, before === undefined ? page : { ...page, before: Math.min(before, 2 ** 52) + 1 }),
    },
  })),
  brokenLog('AL-08', 'ignores since', ({ audit }) => ({
    audit: { list: (filter, page) => audit.list(filter, { ...page, since: 0 }) },
  })),
  brokenLog('AL-08', 'ignores offset', ({ audit }) => ({
    audit: { list: (filter, page) => audit.list(filter, { ...page, offset: 0 }) },
  })),
  brokenLog('AL-08', 'returns one event too many', ({ audit }) => ({
    audit: { list: (filter, { limit, ...page }) => audit.list(filter, { ...page, limit: limit + 1 }) },
  })),
  brokenLog('AL-09', 'counts beyond the bound', ({ audit }) => ({
    audit: { count: (filter) => audit.count(filter, 10_000) },
  })),
  brokenLog('AL-09', 'stops one before the bound', ({ audit }) => ({
    audit: { count: (filter, atMost) => audit.count(filter, Math.max(0, atMost - 1)) },
  })),
  misread('AL-10', 'takes no label for any label', (filter) =>
    filter.labels.length > 0 ? filter : { ...filter, labels: ['', 'C1'] },
  ),
  misread('AL-10', 'shows events without a label to everyone', (filter) =>
    filter.labels.length === 0 ? filter : { ...filter, labels: ['', ...filter.labels] },
  ),
  misread('AL-10', 'compares the beginnings of labels', (filter) => ({
    ...filter,
    labels: filter.labels.flatMap((label) => (label === 'C' ? ['C1'] : [label])),
  })),
  brokenLog('AL-11', 'forgets the last block when it is full', ({ audit }) => ({
    audit: {
      list: async (filter, page) => {
        const { size } = await audit.head();
        return (await audit.list(filter, page)).filter(({ seq }) => size < 80 || seq < 80 || seq >= 120);
      },
    },
  })),
];
