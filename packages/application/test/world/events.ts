import { type AuditEvent, type EventType, isUuid } from '@strongroom/domain';
import type { World } from './service.ts';

type Seen = Pick<World, 'ports' | 'configuration'>;

/** Part of every name and address that a test invents. */
export const MARK = 'sesame';

/** Every event there is, oldest first. */
export async function eventsOf(world: Seen): Promise<readonly AuditEvent[]> {
  const labels = ['', ...world.configuration.labelRules.scheme.map(({ label }) => label)];
  return (await world.ports.documents.audit.list({ labels }, { limit: 100_000 })).toReversed();
}

export const eventsOfType = async (world: Seen, type: EventType): Promise<readonly AuditEvent[]> =>
  (await eventsOf(world)).filter((event) => event.type === type);

/** Events that `work` recorded, oldest first. */
export async function recordedBy(world: Seen, work: () => Promise<unknown>): Promise<readonly AuditEvent[]> {
  const before = new Set((await eventsOf(world)).map((event) => event.id));
  await work();
  return (await eventsOf(world)).filter((event) => !before.has(event.id));
}

/** Words that an event may hold besides ids, numbers, moments, addresses and labels. */
const WORD = /^[a-z]+(?:[_:.-][a-z]+)*$/;
/** The id of a grant, and the thumbprint of a client's key. */
const OF_GRANT = /^(?:[\w-]{22}|[\w-]{43})$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Throws if an event holds anything but ids, numbers and fixed words. */
export async function assertEventsTellNothing(world: Seen): Promise<void> {
  const labels = new Set<string>(world.configuration.labelRules.scheme.map(({ label }) => label));
  for (const event of await eventsOf(world)) {
    const { request, ...whole } = event;
    // The log names itself, its keys, its checkpoints and the numbers of its events.
    const content = event.type.startsWith('log.') || event.type === 'audit.erased' ? { ...whole, data: {} } : whole;
    if (request !== null && request.ip !== null && !/^(?:192\.0\.2\.|2001:db8:)/.test(request.ip))
      throw new Error('an event tells another address than the caller’s');
    for (const text of textsIn(content)) {
      const isFine = isUuid(text) || MOMENT.test(text) || labels.has(text) || WORD.test(text) || OF_GRANT.test(text);
      if (!isFine || text.includes(MARK)) throw new Error(`the event ${event.type} tells "${text}"`);
    }
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
