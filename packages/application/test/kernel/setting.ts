import { MemoryDocumentStore, systemIds } from '@strongroom/adapter-local';
import type { AuditEvent, Target, TokenId, UserId } from '@strongroom/domain';
import { DEFAULT_LABELS, DomainError } from '@strongroom/domain';
import { stateOf } from '../../src/kernel/collection.ts';
import { Denied } from '../../src/kernel/denied.ts';
import type { Author } from '../../src/kernel/entry.ts';
import { Journal } from '../../src/kernel/journal.ts';
import { eventKey, events } from '../../src/repositories/events.ts';
import { TestClock } from '../world/clock.ts';
import { type Around, intercepted } from '../world/intercepted.ts';
import { memoryPorts } from '../world/ports.ts';
import { stored, things } from './things.ts';

export const SOMEBODY: Author = {
  actor: { type: 'user', id: systemIds.uuid<UserId>(), tokenId: systemIds.uuid<TokenId>() },
  request: null,
};

export const TARGET = { type: 'organisation', id: systemIds.uuid(), roomId: null, label: null } as const;

/** The keys of all events, those without a label included. */
const EVERY_LABEL = ['', ...DEFAULT_LABELS.map(({ label }) => label)].map((label) => eventKey({ label }));

/** A journal over documents in memory, with one thing in them. */
export async function aJournal(around: Around = (_, proceed) => proceed()) {
  const clock = new TestClock();
  const documents = new MemoryDocumentStore();
  await documents.commit([{ collection: things.name, insert: stored({ id: 'a', count: 0 }) }]);
  const ports = intercepted({ ...memoryPorts(clock), documents }, around);
  const count = async (id = 'a') => {
    const [document] = await documents.read([{ collection: things.name, id }]);
    return document && stateOf(things, document).count;
  };
  const recorded = async (): Promise<readonly AuditEvent[]> =>
    (await documents.list(events.name, { anyOf: EVERY_LABEL }, { limit: 1000, order: 'oldest' })).map((document) =>
      stateOf(events, document),
    );
  return { journal: new Journal(ports, DEFAULT_LABELS), documents, clock, count, recorded };
}

/** Adds one to the thing, records it, and answers with the number it made. */
export const addOne = (journal: Journal, { hot, id = 'a' }: Readonly<{ hot?: string; id?: string }> = {}) =>
  journal.run({
    author: SOMEBODY,
    refs: [{ collection: things.name, id }],
    ...(hot === undefined ? {} : { hot }),
    decide: (at) => {
      const count = (at.find(things, id)?.count ?? 0) + 1;
      at.put(things, { id, count });
      at.record({ type: 'room.edited', target: TARGET, data: { count } });
      return count;
    },
  });

/** A refusal by policy with that code. */
export const refused = (code: ConstructorParameters<typeof DomainError>[0], target: Target = TARGET): Denied =>
  new Denied(
    { action: 'room.see', effect: 'deny', reasons: [], refusal: code, refusedBy: 'room-exists' },
    code,
    target,
  );
