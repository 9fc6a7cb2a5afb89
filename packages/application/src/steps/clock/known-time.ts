import { DAY, earlier, HOUR, type Instant, later, MINUTE } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import type { Ports } from '../../kernel/deps.ts';
import { AUDIT_KEEPING, auditKeeping, changeKeeping, NOTHING_KEPT } from '../../store/audit-keeping.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { labelsOfStore } from '../../store/organisation.ts';

/** Beyond it the clock of this process and that of the database do not agree. */
export const MAX_OFFSET = MINUTE;

/**
 * A clock may be this far ahead of the last time that the store knows: a service may rest for a week. A clock that is further
 * ahead needs the word of an operator before anything ends for good.
 */
export const MAX_STEP = 7 * DAY;

type KnownTimeDeps = Pick<Ports, 'documents' | 'clock'>;

/**
 * Whether the clock of this process agrees with a second one.
 * `offset`: milliseconds by which it is ahead of the clock of the database; undefined without one.
 * `known`: the last time that the store knows.
 */
export type ClockVerdict = Readonly<{
  verdict: 'agrees' | 'differs-from-database' | 'ahead-of-store';
  now: Instant;
  offset: number | undefined;
  known: Instant;
}>;

/** Milliseconds by which the clock is ahead of that of the database; undefined without one. Throws Unavailable. */
export async function offsetOf({ documents, clock }: KnownTimeDeps): Promise<number | undefined> {
  if (documents.now === undefined) return undefined;
  const asked = clock.now();
  const there = await documents.now();
  const answered = clock.now();
  // The server read its clock between the two. A slow answer proves nothing.
  if (there < asked) return asked - there;
  return there > answered ? answered - there : 0;
}

/**
 * Compares the clock with that of the database and with the last time that the store knows, and notes the time if they agree.
 * The store begins with the time of its newest event. Throws Unavailable.
 */
export async function judgeClock(deps: KnownTimeDeps): Promise<ClockVerdict> {
  const offset = await offsetOf(deps);
  const [document] = await deps.documents.read([refTo(auditKeeping, AUDIT_KEEPING)]);
  const state = document === undefined ? NOTHING_KEPT : stateOf(auditKeeping, document);
  const now = deps.clock.now();
  const known = state.knownAt ?? earlier((await newestEvent(deps)) ?? now, now);
  const seen = { now, offset, known };
  if (offset !== undefined && Math.abs(offset) > MAX_OFFSET) return { verdict: 'differs-from-database', ...seen };
  const isAhead = now > known + MAX_STEP;
  // Noted also where it does not agree: the newest event may soon be one of this clock.
  const next = isAhead ? known : later(known, now);
  if (state.knownAt === undefined || next - known >= HOUR)
    await changeKeeping(deps, { ...state, knownAt: next }, document?.version ?? 0).catch(whileReadOnly);
  return { verdict: isAhead ? 'ahead-of-store' : 'agrees', ...seen };
}

/** A store that takes no writes now is noted later. */
const whileReadOnly = (error: unknown): void => {
  if (!(error instanceof Unavailable)) throw error;
};

async function newestEvent({ documents }: Pick<KnownTimeDeps, 'documents'>): Promise<Instant | undefined> {
  const labels = ['', ...(await labelsOfStore(documents))];
  const [newest] = await documents.audit.list({ labels }, { limit: 1 });
  return newest?.occurredAt;
}
