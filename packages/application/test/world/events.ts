import { type AuditEvent, type EventType, isUuid } from '@strongroom/domain';
import { stateOf } from '../../src/store/collection.ts';
import { eventKey, events } from '../../src/store/events.ts';
import type { World } from './service.ts';

type Seen = Pick<World, 'ports' | 'configuration'>;

/** Stands in every name and address that a test makes up. */
export const MARK = 'sesame';

/** Every event there is, oldest first. */
export async function eventsOf(world: Seen): Promise<readonly AuditEvent[]> {
  const labels = ['', ...world.configuration.classification.scheme.map(({ label }) => label)];
  const documents = await world.ports.documents.list(
    events.name,
    { anyOf: labels.map((label) => eventKey({ label })) },
    { limit: 100_000, order: 'oldest' },
  );
  return documents.map((document) => stateOf(events, document));
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
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Throws where an event holds anything but ids, numbers and fixed words. */
export async function assertEventsTellNothing(world: Seen): Promise<void> {
  const labels = new Set<string>(world.configuration.classification.scheme.map(({ label }) => label));
  for (const event of await eventsOf(world)) {
    const { request, ...content } = event;
    if (request !== null && !/^(?:192\.0\.2\.|2001:db8:)/.test(request.ip))
      throw new Error('an event tells another address than the caller’s');
    for (const text of textsIn(content)) {
      const isFine = isUuid(text) || MOMENT.test(text) || labels.has(text) || WORD.test(text);
      if (!isFine || text.includes(MARK)) throw new Error(`the event ${event.type} tells "${text}"`);
    }
  }
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
