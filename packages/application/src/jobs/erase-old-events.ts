import { DAY, EPOCH, HOUR, plus } from '@strongroom/domain';
import { DuplicateKey, VersionConflict } from '@strongroom/ports';
import type { Deps } from '../kernel/deps.ts';
import { eraseMatching, everyLabel } from '../steps/audit/erase-events.ts';
import { AUDIT_KEEPING, type AuditKeeping, auditKeeping } from '../store/audit-keeping.ts';
import { documentOf, refTo, stateOf } from '../store/collection.ts';

/** Batches of one run, so that the jobs after it do not wait long. */
const BATCHES = 10;

type Needs = Pick<Deps, 'documents' | 'clock' | 'ids' | 'orgId' | 'labelRules' | 'auditKeepDays' | 'auditKeepIpDays'>;

/** Erases the events, and the addresses, that are older than the operator keeps them. Once an hour, by one of the processes. */
export async function eraseOldEvents(deps: Needs): Promise<void> {
  if (deps.auditKeepDays === undefined && deps.auditKeepIpDays === undefined) return;
  const run = await claimed(deps);
  if (run === undefined) return;
  const { version, before } = run;
  const events = await eraseOlder(deps, 'event', deps.auditKeepDays, before.event);
  const addresses = await eraseOlder(deps, 'address', deps.auditKeepIpDays, before.address);
  // The next sweep, a minute later, erases the rest.
  const startedAt = events.isDone && addresses.isDone ? deps.clock.now() : EPOCH;
  const state: AuditKeeping = { startedAt, event: events.until, address: addresses.until };
  await stored(deps, state, version + 1);
}

type Reached = Readonly<{ isDone: boolean; until: AuditKeeping['event'] }>;

async function eraseOlder(
  deps: Needs,
  part: 'event' | 'address',
  days: number | undefined,
  from: AuditKeeping['event'],
): Promise<Reached> {
  const until = plus(deps.clock.now(), -(days ?? 0) * DAY);
  if (days === undefined || (from !== null && from >= until)) return { isDone: true, until: from };
  const labels = everyLabel(deps.labelRules.scheme);
  const filter = { labels, until, ...(from !== null && { from }) };
  const { isDone } = await eraseMatching(deps, { orgId: deps.orgId, filter, part }, BATCHES);
  return { isDone, until: isDone ? until : from };
}

/** The progress so far, unless a run began within the hour. Of several processes one begins. */
async function claimed(deps: Needs): Promise<Readonly<{ before: AuditKeeping; version: number }> | undefined> {
  const [document] = await deps.documents.read([refTo(auditKeeping, AUDIT_KEEPING)]);
  const before = document === undefined ? NOTHING : stateOf(auditKeeping, document);
  const now = deps.clock.now();
  if (document !== undefined && now - before.startedAt < HOUR) return undefined;
  const version = (document?.version ?? 0) + 1;
  return (await stored(deps, { ...before, startedAt: now }, version)) ? { before, version } : undefined;
}

const NOTHING: AuditKeeping = { startedAt: EPOCH, event: null, address: null };

async function stored({ documents }: Needs, state: AuditKeeping, version: number): Promise<boolean> {
  const document = documentOf(auditKeeping, state, version);
  const change = version === 1 ? { insert: document } : { replace: document };
  try {
    await documents.commit([{ collection: auditKeeping.name, ...change }]);
    return true;
  } catch (error) {
    if (error instanceof VersionConflict || error instanceof DuplicateKey) return false;
    throw error;
  }
}
