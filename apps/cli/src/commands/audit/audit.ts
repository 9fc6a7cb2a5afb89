import type { AuditEvent } from '@strongroom/client';
import { EVENTS } from '@strongroom/domain';
import { type Session, signedIn } from '../../account/session.ts';
import { defineCommand, type Given } from '../../command/command.ts';
import { howOf, JSON_OPTION } from '../../command/json-option.ts';
import { countOf } from '../../command/numbers.ts';
import { isId } from '../../naming/one.ts';
import { userIdOf } from '../../naming/people.ts';
import { roomNamed } from '../../naming/rooms.ts';
import { cleanJson } from '../../print/clean.ts';
import { type Column, printList } from '../../print/print.ts';
import { momentOf } from './moments.ts';

type Type = AuditEvent['type'];
const isType = (text: string): text is Type => Object.hasOwn(EVENTS, text);

const FILTERS = {
  room: { value: 'ROOM', text: 'Only events of this room, by id or name. For a deleted room, by id.' },
  actor: { value: 'USER', text: 'Only actions of this user, by address, id or name; or of a share link, by id.' },
  type: { value: 'TYPE', choices: Object.keys(EVENTS), text: 'Only events of this type.' },
  outcome: { value: 'OUTCOME', choices: ['allowed', 'denied'], text: 'Only allowed, or only denied actions.' },
  from: { value: 'TIME', text: 'Start, included: 2027-01-31, 2027-01-31T08:00:00Z, or a duration ago such as 24h.' },
  to: { value: 'TIME', text: 'End, excluded, in the same form.' },
} as const;

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
    ...FILTERS,
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
    const query = { ...(await filtersFrom(given, session)), per_page: Math.min(limit, 100) };
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
  options: { ...FILTERS, ...JSON_OPTION },
  examples: [['audit export --from 2027-01-01 --to 2027-02-01 > january.jsonl', 'a month']],
  run: async (given, world) => {
    const session = await signedIn(world);
    const query = await filtersFrom(given, session);
    for await (const event of session.client.audit.export(query, { signal: session.signal }))
      world.terminal.out(`${cleanJson(event)}\n`);
    return 0;
  },
});

async function filtersFrom(given: Given<keyof typeof FILTERS, never>, session: Session) {
  const [room, actor] = [given.text('room'), given.text('actor')];
  const [from, to] = [given.text('from'), given.text('to')];
  return {
    // The id of something deleted is still a valid filter.
    room_id: room === undefined || isId(room) ? room : (await roomNamed(session, room)).id,
    actor_id: actor === undefined ? undefined : await userIdOf(session, actor),
    type: [given.text('type') ?? ''].find(isType),
    outcome: (['allowed', 'denied'] as const).find((one) => one === given.text('outcome')),
    from: from === undefined ? undefined : momentOf('--from', from),
    to: to === undefined ? undefined : momentOf('--to', to),
  };
}

export const AUDIT_COMMANDS = [auditList, auditExport] as const;
