import { DAY, EPOCH, earlier, formatInstant, HOUR, type Instant, type NewEvent, plus } from '@strongroom/domain';
import { isOver } from '@strongroom/ports';
import type { Deps } from '../kernel/deps.ts';
import { eraseMatching, everyLabel } from '../steps/audit/erase-events.ts';
import { logEvent } from '../steps/audit/log-event.ts';
import {
  AUDIT_KEEPING,
  type AuditKeeping,
  auditKeeping,
  changeKeeping,
  type ErasureMark,
  NOTHING_KEPT,
} from '../store/audit-keeping.ts';
import { refTo, stateOf } from '../store/collection.ts';

/** Batches of one run, so that the jobs after it do not wait long. */
const BATCHES = 10;
/** From the mark to the erasure: a clock that is wrong for less than that erases nothing. */
const MARKED_FOR = DAY;

type EraseOldEventsDeps = Pick<
  Deps,
  'documents' | 'clock' | 'ids' | 'orgId' | 'labelRules' | 'auditKeepDays' | 'auditKeepIpDays'
>;
type Part = 'event' | 'address';

/**
 * Erases the events, and the addresses, that are older than the operator keeps them, in two steps: marks with an event what
 * reaches that age within a day, and erases a day later what was marked. Once an hour, by one of the processes. Call it only
 * while the clock agrees with a second one.
 */
export async function eraseOldEvents(deps: EraseOldEventsDeps): Promise<void> {
  if (deps.auditKeepDays === undefined && deps.auditKeepIpDays === undefined) return;
  const run = await claimed(deps);
  if (run === undefined) return;
  const { version, before } = run;
  const event = await advance(deps, 'event', deps.auditKeepDays, before);
  const address = await advance(deps, 'address', deps.auditKeepIpDays, before);
  // The next sweep, a minute later, erases the rest.
  const startedAt = event.isDone && address.isDone ? deps.clock.now() : EPOCH;
  const { event: _, address: __, marks: ___, ...others } = before;
  const marks = {
    ...(event.mark && { event: event.mark }),
    ...(address.mark && { address: address.mark }),
  };
  const events = [event.announced, address.announced].filter((announced) => announced !== undefined);
  await changeKeeping(
    deps,
    { ...others, startedAt, event: event.until, address: address.until, marks },
    version,
    events,
  );
}

type Reached = Readonly<{
  isDone: boolean;
  until: AuditKeeping[Part];
  mark: ErasureMark | undefined;
  announced?: NewEvent;
}>;

async function advance(
  deps: EraseOldEventsDeps,
  part: Part,
  days: number | undefined,
  before: AuditKeeping,
): Promise<Reached> {
  const from = before[part];
  if (days === undefined) return { isDone: true, until: from, mark: undefined };
  const now = deps.clock.now();
  const marked = before.marks?.[part];
  // A clock that ran ahead wrote a mark of the future: it no longer counts.
  const mark = marked !== undefined && marked.at <= now ? marked : undefined;
  if (mark !== undefined && now < mark.at + MARKED_FOR) return { isDone: true, until: from, mark };
  const until = mark === undefined ? undefined : earlier(mark.until, plus(now, -days * DAY));
  if (until !== undefined && (from === null || from < until)) {
    const labels = everyLabel(deps.labelRules.scheme);
    const filter = { labels, until, ...(from !== null && { from }) };
    const { isDone } = await eraseMatching(deps, { orgId: deps.orgId, filter, part }, BATCHES);
    if (!isDone) return { isDone, until: from, mark };
  }
  return { isDone: true, ...(await marking(deps, part, days, { now, from: until ?? from })) };
}

/** Marks what reaches the end of its term within a day, if there is something. */
async function marking(
  deps: EraseOldEventsDeps,
  part: Part,
  days: number,
  { now, from }: Readonly<{ now: Instant; from: Instant | null }>,
): Promise<Omit<Reached, 'isDone'>> {
  const until = plus(now, -days * DAY + MARKED_FOR);
  const labels = everyLabel(deps.labelRules.scheme);
  const count = await deps.documents.audit.count({ labels, until, ...(from !== null && { from }) }, MAX_COUNTED);
  if (count === 0) return { until: from, mark: undefined };
  const data = { part, until: formatInstant(until), count };
  const announced = logEvent(deps, deps.orgId, 'audit.erasure_marked', data);
  return { until: from, mark: { until, at: now }, announced };
}

/** A larger number is not counted to its end. */
const MAX_COUNTED = 1_000_000;

/** The progress so far, unless a run began within the hour. Of several processes one begins. */
async function claimed(
  deps: EraseOldEventsDeps,
): Promise<Readonly<{ before: AuditKeeping; version: number }> | undefined> {
  const [document] = await deps.documents.read([refTo(auditKeeping, AUDIT_KEEPING)]);
  const before = document === undefined ? NOTHING_KEPT : stateOf(auditKeeping, document);
  const now = deps.clock.now();
  if (document !== undefined && !isOver(before.startedAt + HOUR, HOUR, now)) return undefined;
  const version = document?.version ?? 0;
  return (await changeKeeping(deps, { ...before, startedAt: now }, version))
    ? { before, version: version + 1 }
    : undefined;
}
