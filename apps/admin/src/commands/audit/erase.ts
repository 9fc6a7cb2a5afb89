import {
  confirmByWord,
  DURATIONS,
  defineCommand,
  formatCount,
  secondsOf,
  type TypedArguments,
  UsageProblem,
} from '@strongroom/command-line';
import { EventId, instant, isUuid } from '@strongroom/domain';
import { auditKeysOf } from '../../service/audit-keys.ts';
import { DATA_DIR, dataFolderOf } from '../../service/data-folder.ts';
import { storeOf } from '../../service/store.ts';
import type { ErasedEvents } from '../../service/stores.ts';

const MAX_EVENTS = 100;

const OPTIONS = {
  'older-than': { value: 'AGE', text: `Events that are older than this, ${DURATIONS}.` },
  actor: { value: 'ID', text: 'Events by this user or share link, by id.' },
  event: { value: 'ID', text: `This event, by id; several times, at most ${MAX_EVENTS}.`, isRepeated: true },
  addresses: { text: 'Erase only the addresses of the callers; the events stay.' },
  yes: { text: 'Do not ask.' },
  'data-dir': DATA_DIR,
} as const;

export const auditErase = defineCommand({
  name: 'audit erase',
  summary: 'Erase events from the audit log for good.',
  details:
    'The log still verifies: the hashes of erased events stay, and an event audit.erased names their numbers. The events of\nthe log about itself cannot be erased. The service may be running. Copies in backups and exports are not reached. For\nerasure by age without a command: STRONGROOM_AUDIT_KEEP_DAYS and STRONGROOM_AUDIT_KEEP_IP_DAYS.',
  operands: [],
  options: OPTIONS,
  examples: [
    ['audit erase --older-than 730d --yes', 'two years are enough'],
    ['audit erase --actor 3f2b8c1e-… --addresses', 'where a person was'],
  ],
  run: async (given, world) => {
    const wanted = wantedBy(given, Date.now());
    const what = given.flag('addresses') ? 'addresses' : 'events';
    if (!given.flag('yes')) await confirmByWord(world.terminal, `erase ${what} of the audit log`, 'erase');
    const folder = dataFolderOf(given, world);
    const store = storeOf(world.terminal, folder);
    const erased = await (await import('../../container/audit-log.ts')).eraseEvents(
      store,
      auditKeysOf(world.terminal, folder),
      wanted,
    );
    const done = given.flag('addresses')
      ? `the addresses of ${formatCount(erased, 'event')}`
      : formatCount(erased, 'event');
    world.terminal.out(`Erased: ${done}.\n`);
  },
});

function wantedBy(given: TypedArguments<keyof typeof OPTIONS, never>, now: number): ErasedEvents {
  const part = given.flag('addresses') ? 'address' : 'event';
  const ids = given.texts('event').map(eventId);
  const [age, actorId] = [given.text('older-than'), given.text('actor')];
  if (ids.length > 0) {
    if (age !== undefined || actorId !== undefined) throw new UsageProblem('--event stands alone.');
    if (ids.length > MAX_EVENTS) throw new UsageProblem(`at most ${MAX_EVENTS} events at once.`);
    return { part, ids };
  }
  if (age === undefined && actorId === undefined)
    throw new UsageProblem('say which events: --older-than, --actor or --event.');
  if (actorId !== undefined && !isUuid(actorId)) throw new UsageProblem('--actor is an id, as `audit list` prints it.');
  const until = age === undefined ? undefined : instant(now - secondsOf('--older-than', age) * 1000);
  return { part, until, actorId };
}

function eventId(text: string): EventId {
  if (!EventId.is(text)) throw new UsageProblem('--event is an id, as `audit list --json` prints it.');
  return text;
}
