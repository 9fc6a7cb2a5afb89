import type { AuditEvent } from '@strongroom/client';
import { signedIn } from '../../account/session.ts';
import { defineCommand } from '../../command/command.ts';
import { howOf, JSON_OPTION } from '../../command/json-option.ts';
import { countOf } from '../../command/numbers.ts';
import { cleanJson } from '../../print/clean.ts';
import { type Column, printList } from '../../print/print.ts';
import { EVENT_FILTERS, eventFilters } from './event-filters.ts';

const COLUMNS: readonly Column<AuditEvent>[] = [
  ['when', ({ occurred_at: at }) => at],
  ['what', ({ type }) => type],
  ['outcome', ({ outcome, rule }) => (rule === null ? outcome : `${outcome}: ${rule}`)],
  ['who', ({ actor }) => `${actor.type}${actor.id === null ? '' : ` ${actor.id}`}`],
  ['about', ({ target }) => `${target.type} ${target.id}`],
  ['room', ({ target }) => target.room_id],
];

const USUAL = 50;

const auditList = defineCommand({
  name: 'audit list',
  summary: 'Read the audit log, newest first.',
  operands: [],
  options: {
    ...EVENT_FILTERS,
    limit: { value: 'N', text: `Maximum number of events; ${USUAL} by default.` },
    ...JSON_OPTION,
  },
  examples: [
    ['audit --room Falcon --from 24h', 'the last day in a room'],
    ['audit --outcome denied --actor ada@example.com', 'what Ada was refused'],
    ['audit --type file.downloaded --limit 500 --json', 'for a program'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const limit = countOf('--limit', given.text('limit')) ?? USUAL;
    const query = { ...(await eventFilters(given, session)), per_page: Math.min(limit, 100) };
    const events: AuditEvent[] = [];
    for await (const event of session.client.audit.events(query, { signal: session.signal })) {
      if (events.push(event) >= limit) break;
    }
    await printList(howOf(given, world), events, COLUMNS, 'There is no such event.');
    return 0;
  },
});

const auditExport = defineCommand({
  name: 'audit export',
  summary: 'Stream all events that match the filters as JSON lines.',
  operands: [],
  options: { ...EVENT_FILTERS, ...JSON_OPTION },
  examples: [['audit export --from 2027-01-01 --to 2027-02-01 > january.jsonl', 'a month']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const query = await eventFilters(given, session);
    for await (const event of session.client.audit.export(query, { signal: session.signal }))
      world.terminal.out(`${cleanJson(event)}\n`);
    return 0;
  },
});

export const AUDIT_COMMANDS = [auditList, auditExport] as const;
