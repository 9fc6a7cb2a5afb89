import type { AuditEvent, Openings } from '@strongroom/client';
import {
  type Column,
  cleanJson,
  defineCommand,
  JSON_OPTION,
  LIST_OPTIONS,
  listOptionsOf,
  parseCount,
  printList,
  shortId,
  showsNames,
} from '@strongroom/command-line';
import { type Session, signedIn } from '../../account/session.ts';
import { namesOf, type ShownNames } from '../../naming/names.ts';
import { EVENT_FILTERS, eventFilters } from './event-filters.ts';

const COLUMNS: readonly Column<AuditEvent>[] = [
  ['when', ({ occurred_at: at }) => at],
  ['what', ({ type }) => type],
  ['outcome', ({ outcome, rule }) => ((rule ?? null) === null ? outcome : `${outcome}: ${rule}`)],
  ['who', ({ actor }) => `${actor.type}${actor.id === null ? '' : ` ${actor.id}`}`],
  ['about', ({ target }) => `${target.type} ${target.id}`],
  ['room', ({ target }) => target.room_id],
];

const DENIED_BY: Column<AuditEvent> = ['denied by', ({ rule }) => rule ?? null];

const namedColumns = (names: ShownNames, isAnyDenied: boolean): readonly Column<AuditEvent>[] => [
  ['when', ({ occurred_at: at }) => at, 'moment'],
  ['who', ({ actor }) => ACTORS[actor.type](names, actor.id ?? '')],
  ['what', ({ type }) => type, 'word'],
  ['about', ({ target }) => aboutOf(names, target), 'path'],
  ['room', ({ target: { type, room_id: room } }) => (type === 'room' ? '' : room && names.room(room))],
  ...(isAnyDenied ? [DENIED_BY] : []),
];

const ACTORS: Readonly<Record<AuditEvent['actor']['type'], (names: ShownNames, id: string) => string>> = {
  user: (names, id) => names.user(id),
  share: (_, id) => `link ${shortId(id)}`,
  upload_request: (_, id) => `upload request ${shortId(id)}`,
  system: () => 'the service',
};

function aboutOf(names: ShownNames, { type, id }: AuditEvent['target']): string {
  if (type === 'user' || type === 'file' || type === 'room') return names[type](id);
  return type === 'organisation' ? type : `${type.replace('_', ' ')} ${shortId(id)}`;
}

const namesIn = (session: Session, events: readonly AuditEvent[]): Promise<ShownNames> =>
  namesOf(session, {
    users: events.flatMap(({ actor, target }) => [
      ...(actor.type === 'user' && actor.id !== null ? [actor.id] : []),
      ...(target.type === 'user' ? [target.id] : []),
    ]),
    rooms: events.flatMap(({ target }) => target.room_id ?? []),
    files: events.flatMap(({ target }) => (target.type === 'file' ? [{ id: target.id, roomId: target.room_id }] : [])),
  });

const USUAL = 50;

const auditList = defineCommand({
  name: 'audit list',
  summary: 'Read the audit log, newest first.',
  operands: [],
  options: {
    ...EVENT_FILTERS,
    limit: { value: 'N', text: `Maximum number of events; ${USUAL} by default.` },
    ...LIST_OPTIONS,
  },
  examples: [
    ['audit --room Falcon --from 24h', 'the last day in a room'],
    ['audit --outcome denied --actor ada@example.com', 'what Ada was refused'],
    ['audit --type file.downloaded --limit 500 --json', 'for a program'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const limit = parseCount('--limit', given.text('limit')) ?? USUAL;
    const query = { ...(await eventFilters(given, session)), per_page: Math.min(limit, 100) };
    const events: AuditEvent[] = [];
    for await (const event of session.client.audit.events(query, { signal: session.signal })) {
      if (events.push(event) >= limit) break;
    }
    const columns = showsNames(given, world)
      ? namedColumns(
          await namesIn(session, events),
          events.some(({ rule }) => (rule ?? null) !== null),
        )
      : COLUMNS;
    await printList(listOptionsOf(given, world), events, columns, 'There is no such event.');
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
  },
});

const OPENINGS_COLUMNS: readonly Column<Openings>[] = [
  ['who', ({ actor }) => `${actor.type} ${actor.id}`],
  ['file', ({ file_id: file }) => file],
  ['times', ({ count }) => String(count)],
  ['first', ({ first_at: at }) => at],
  ['last', ({ last_at: at }) => at],
];

const namedOpenings = (names: ShownNames): readonly Column<Openings>[] => [
  ['who', ({ actor }) => ACTORS[actor.type](names, actor.id)],
  ['file', ({ file_id: file }) => names.file(file), 'path'],
  ['times', ({ count }) => String(count)],
  ['first', ({ first_at: at }) => at, 'moment'],
  ['last', ({ last_at: at }) => at, 'moment'],
];

const { room: ROOM_OPTION, from: FROM_OPTION, to: TO_OPTION } = EVENT_FILTERS;

const auditOpenings = defineCommand({
  name: 'audit openings',
  summary: 'Report who opened which file, how often, first and last.',
  details:
    'Counted from the audit log, as far as you may read it. A link stands for all of its holders. A use of\na link to several files counts each file whose key went out: keys go out together, up to 100 at once, and the service does not see which files were opened.',
  operands: [],
  options: { room: ROOM_OPTION, from: FROM_OPTION, to: TO_OPTION, ...LIST_OPTIONS },
  examples: [
    ['audit openings --room Falcon', 'of a room'],
    ['audit openings --from 30d --json', 'for a program'],
  ],
  run: async (given, world) => {
    const session = await signedIn(world);
    const only = {
      text: (name: string) => (name === 'room' || name === 'from' || name === 'to' ? given.text(name) : undefined),
    };
    const { room_id: room, from, to } = await eventFilters(only, session);
    const found: Openings[] = [];
    for await (const one of session.client.audit.openings({ room_id: room, from, to }, { signal: session.signal }))
      found.push(one);
    const columns = showsNames(given, world)
      ? namedOpenings(
          await namesOf(session, {
            users: found.flatMap(({ actor }) => (actor.type === 'user' ? [actor.id] : [])),
            rooms: [],
            files: [...new Set(found.map(({ file_id: id }) => id))].map((id) => ({ id, roomId: room ?? null })),
          }),
        )
      : OPENINGS_COLUMNS;
    await printList(listOptionsOf(given, world), found, columns, 'Nobody has opened a file.');
  },
});

export const AUDIT_COMMANDS = [auditList, auditExport, auditOpenings] as const;
