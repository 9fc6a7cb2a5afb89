import { formatSeqRanges } from '@strongroom/audit-proof';
import { type AuditEvent, type EventType, type KeyEventType, type LabelScheme, type OrgId } from '@strongroom/domain';
import type { AuditFilter, ErasedPart } from '@strongroom/ports';
import type { Ports } from '../../kernel/deps.ts';
import { logEvent } from './log-event.ts';

type EraseEventsDeps = Pick<Ports, 'documents' | 'clock' | 'ids'>;

/** Events to erase, or their addresses. `filter` lists them, and `only` chooses among them. */
export type EventErasure = Readonly<{
  orgId: OrgId;
  filter: AuditFilter;
  part: ErasedPart;
  only?: (event: AuditEvent) => boolean;
}>;

/** Events of one erasure. Their numbers fit into one event, and they keep a store busy for milliseconds. */
const AT_ONCE = 1000;

/** Every label, for a filter that sees the whole log. */
export const everyLabel = (scheme: LabelScheme): readonly string[] => ['', ...scheme.map(({ label }) => label)];

/**
 * Erases the events that match, at most `batches` times 1000 of them, newest first. Returns their number and whether none is
 * left. Events of the log about itself stay: without them it cannot be verified. Harmless to interrupt and repeat.
 */
export async function eraseMatching(
  ports: EraseEventsDeps,
  { orgId, filter, part, only = () => true }: EventErasure,
  batches = Number.POSITIVE_INFINITY,
): Promise<Readonly<{ erased: number; isDone: boolean }>> {
  const { audit } = ports.documents;
  let erased = 0;
  let before: number | undefined;
  for (let batch = 0; batch < batches; batch++) {
    const found = await audit.list(filter, { limit: AT_ONCE, ...(before !== undefined && { before }) });
    before = found.at(-1)?.seq;
    if (before === undefined) return { erased, isDone: true };
    const seqs = found.filter((event) => isErasable(event, part) && only(event)).map(({ seq }) => seq);
    await eraseAnnounced(ports, orgId, seqs, part);
    erased += seqs.length;
  }
  return { erased, isDone: false };
}

/**
 * Erases events by their numbers, at most 1000. INVARIANT: an event announces them first, so that a verifier never finds a gap
 * that nothing announces.
 */
export async function eraseAnnounced(
  ports: EraseEventsDeps,
  orgId: OrgId,
  seqs: readonly number[],
  part: ErasedPart,
): Promise<void> {
  if (seqs.length === 0) return;
  const ranges = formatSeqRanges(seqs);
  const named = part === 'event' ? { seqs: ranges } : { addresses: ranges };
  const announcement = logEvent(ports, orgId, 'audit.erased', { part, count: seqs.length, ...named });
  await ports.documents.commit([], [announcement]);
  await ports.documents.audit.erase(seqs, part);
}

export const isErasable = ({ type, request }: Pick<AuditEvent, 'type' | 'request'>, part: ErasedPart): boolean =>
  part === 'address' ? request !== null && request.ip !== null : !isAboutTheLog(type);

const isAboutTheLog = (type: EventType | KeyEventType): boolean => type === 'audit.erased' || type.startsWith('log.');
