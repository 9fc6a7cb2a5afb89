import { type Instant, type NewEvent, type OrgId, SECOND } from '@strongroom/domain';
import { DuplicateKey, type StoredDocument, Unavailable, VersionConflict } from '@strongroom/ports';
import type { Ports } from '../../kernel/deps.ts';
import { MAX_ATTEMPTS, pauseAfter } from '../../kernel/retry.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { oldEventKey, oldEvents } from '../../store/old-events.ts';
import { ORGANISATION, organisations } from '../../store/organisation.ts';
import { logStarted } from './log-started.ts';

type MoveEventsDeps = Pick<Ports, 'documents' | 'clock' | 'ids' | 'log'>;

/** Maximum number of events in one commit. */
const AT_ONCE = 200;
const COUNTED_AT_ONCE = 2000;
/** Interval of progress messages in the log. */
const TELL_EVERY = 2 * SECOND;

/** The first event of the log of a store that keeps its events as documents, with their number. */
export async function firstEventOf(ports: MoveEventsDeps): Promise<NewEvent> {
  const { orgId } = await homeOf(ports);
  return logStarted(ports, orgId, { before: await countOldEvents(ports) });
}

/** Walks them all: an event may have a label that the organisation does not have any more. */
async function countOldEvents({ documents }: MoveEventsDeps): Promise<number> {
  let count = 0;
  for (let after: string | undefined; ; ) {
    const stretch = { below: oldEvents.schema, limit: COUNTED_AT_ONCE, ...(after !== undefined && { after }) };
    const found = await documents.outdated(oldEvents.name, stretch);
    count += found.length;
    after = found.at(-1)?.id;
    if (after === undefined) return count;
  }
}

/**
 * Moves the events that earlier versions kept as documents to the audit log, oldest first, and returns their number. A
 * commit moves an event or leaves it, so this may be interrupted anywhere, and several processes may do it. Throws
 * Unavailable.
 */
export async function moveEvents(ports: MoveEventsDeps): Promise<number> {
  const { documents, clock, log } = ports;
  const { keys } = await homeOf(ports);
  let moved = 0;
  let failures = 0;
  let toldAt: Instant = clock.now();
  for (;;) {
    try {
      const found = await nextEvents(documents, keys);
      if (found.length === 0) return moved;
      await documents.commit(
        found.map(({ id, version }) => ({ collection: oldEvents.name, remove: { id, version } })),
        found.map((document) => stateOf(oldEvents, document)),
      );
      moved += found.length;
      failures = 0;
    } catch (error) {
      // Events that another process moved, or whose move was stored without an answer, are not found again.
      if (error instanceof Unavailable && ++failures >= MAX_ATTEMPTS) throw error;
      const isConflict = error instanceof VersionConflict || error instanceof DuplicateKey;
      if (!isConflict && !(error instanceof Unavailable)) throw error;
      await pauseAfter(clock, failures);
    }
    if (clock.now() - toldAt < TELL_EVERY) continue;
    toldAt = clock.now();
    log.info('upgrading the store', { collection: oldEvents.name, documents: moved });
  }
}

async function nextEvents(documents: Ports['documents'], keys: readonly string[]): Promise<readonly StoredDocument[]> {
  const found = await documents.list(oldEvents.name, { anyOf: keys }, { limit: AT_ONCE, order: 'oldest' });
  // Events of a label that the organisation does not have any more come last.
  return found.length > 0 ? found : documents.outdated(oldEvents.name, { below: oldEvents.schema, limit: AT_ONCE });
}

/** The organisation, and the keys under which the events of its labels are listed. */
async function homeOf({ documents }: MoveEventsDeps): Promise<Readonly<{ orgId: OrgId; keys: readonly string[] }>> {
  const [document] = await documents.read([refTo(organisations, ORGANISATION)]);
  if (document === undefined) throw new TypeError('a store without an organisation is upgraded');
  const { id, scheme } = stateOf(organisations, document);
  return { orgId: id, keys: ['', ...scheme.map(({ label }) => label)].map(oldEventKey) };
}
