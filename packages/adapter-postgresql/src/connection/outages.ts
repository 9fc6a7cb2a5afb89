import { Outage, systemTimers } from '@strongroom/store-kit';
import type { Sessions } from './sessions.ts';

/** By address. An outage that documents notice begins for limits too, so that a request waits for one of them only. */
const databases = new Map<string, Set<Outage>>();

/** An outage of the database behind `sessions`. `probe` is the cheapest statement of the kind that is tracked. */
export function outageOf(sessions: Sessions, probe: () => Promise<unknown>): Outage {
  const all = databases.get(sessions.url) ?? new Set();
  databases.set(sessions.url, all);
  return new Outage(probe, systemTimers, all);
}
