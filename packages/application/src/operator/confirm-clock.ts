import { formatInstant, SECOND } from '@strongroom/domain';
import type { Ports } from '../kernel/deps.ts';
import { SettingsUnfit } from '../kernel/settings-unfit.ts';
import { logEvent } from '../steps/audit/log-event.ts';
import { type ClockVerdict, judgeClock, MAX_STEP } from '../steps/clock/known-time.ts';
import { AUDIT_KEEPING, auditKeeping, changeKeeping, NOTHING_KEPT } from '../store/audit-keeping.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { organisationOf } from './organisation-of.ts';

type ConfirmClockDeps = Pick<Ports, 'documents' | 'clock' | 'ids'>;

/**
 * Records the word of an operator that the clock of this machine is right although it is far from the last time that the
 * store knows: after a long rest, or because a wrong clock was confirmed. Returns the verdict before; changes nothing where
 * the clock agrees. Throws SettingsUnfit for a clock that differs from the database's and for an empty store, and
 * Unavailable.
 */
export async function confirmClock(ports: ConfirmClockDeps): Promise<ClockVerdict> {
  const { id: orgId } = await organisationOf(ports.documents);
  for (;;) {
    const seen = await judgeClock(ports);
    if (seen.verdict === 'agrees' && seen.known <= seen.now + MAX_STEP) return seen;
    if (seen.verdict === 'differs-from-database')
      throw new SettingsUnfit(
        `The clock of this machine differs from that of the database by ${Math.round(Math.abs(seen.offset ?? 0) / SECOND)} seconds. Set both by NTP, then try again.`,
      );
    const [document] = await ports.documents.read([refTo(auditKeeping, AUDIT_KEEPING)]);
    const state = document === undefined ? NOTHING_KEPT : stateOf(auditKeeping, document);
    const data = { known: formatInstant(seen.known), seconds_ahead: Math.round((seen.now - seen.known) / SECOND) };
    const event = logEvent(ports, orgId, 'log.clock_confirmed', data);
    if (await changeKeeping(ports, { ...state, knownAt: seen.now }, document?.version ?? 0, [event])) return seen;
  }
}
