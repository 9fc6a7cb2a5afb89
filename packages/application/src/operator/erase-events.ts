import { eventOfText } from '@strongroom/audit-log';
import type { EventId, Instant, Organisation } from '@strongroom/domain';
import type { AuditKeys, ErasedPart } from '@strongroom/ports';
import type { Ports } from '../kernel/deps.ts';
import { eraseAnnounced, eraseMatching, everyLabel, isErasable } from '../steps/audit/erase-events.ts';
import { signCheckpoint } from '../steps/audit/sign-checkpoint.ts';
import { organisationOf } from './organisation-of.ts';

type EraseEventsDeps = Pick<Ports, 'documents' | 'clock' | 'ids'> & Readonly<{ auditKeys: AuditKeys }>;

/** Events by their ids; or older ones than a moment, or those of an actor, or both. `part`: whole, or their addresses. */
export type ErasedEvents = Readonly<{ part: ErasedPart }> &
  (Readonly<{ ids: readonly EventId[] }> | Readonly<{ until?: Instant | undefined; actorId?: string | undefined }>);

/**
 * Erases events for an operator and returns their number. The checkpoint before it covers them, the one after it the event that
 * announces the erasure. Events of the log about itself stay. Throws LogFault, SettingsUnfit for an empty store.
 */
export async function eraseEvents(ports: EraseEventsDeps, wanted: ErasedEvents): Promise<number> {
  const { documents, auditKeys, clock } = ports;
  const signing = { documents, log: documents.audit, auditKeys, clock };
  const organisation = await organisationOf(documents);
  await signCheckpoint(signing);
  const erased =
    'ids' in wanted ? await byIds(ports, organisation, wanted) : await byFilter(ports, organisation, wanted);
  await signCheckpoint(signing);
  return erased;
}

async function byFilter(
  ports: EraseEventsDeps,
  { id: orgId, scheme }: Organisation,
  { part, until, actorId }: Readonly<{ part: ErasedPart; until?: Instant | undefined; actorId?: string | undefined }>,
): Promise<number> {
  const labels = everyLabel(scheme);
  const filter = { labels, ...(until !== undefined && { until }), ...(actorId !== undefined && { actorId }) };
  return (await eraseMatching(ports, { orgId, filter, part })).erased;
}

async function byIds(
  ports: EraseEventsDeps,
  { id: orgId }: Organisation,
  { part, ids }: Readonly<{ part: ErasedPart; ids: readonly EventId[] }>,
): Promise<number> {
  const { audit } = ports.documents;
  const seqs: number[] = [];
  for (const id of ids) {
    const seq = await audit.seqOf(id);
    const [text] = seq === undefined ? [] : await audit.texts(seq, 1);
    // The text does not hold the address, so any event with a request counts as having one.
    if (seq !== undefined && text !== undefined && isErasable(eventOfText(text, ''), part)) seqs.push(seq);
  }
  await eraseAnnounced(ports, orgId, seqs, part);
  return seqs.length;
}
