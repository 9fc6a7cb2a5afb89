import { Outage, systemTimers } from '@strongroom/store-kit';
                                              

/** By address. An outage that documents notice begins for limits too, so that a request waits for one of them only. */
const databases = new Map                     ();

/** An outage of the database behind `sessions`. `probe` is the cheapest statement of the kind that is tracked. */
export function outageOf(sessions          , probe                        )         {
  const all = databases.get(sessions.url) ?? new Set();
  databases.set(sessions.url, all);
  return new Outage(probe, systemTimers, all);
}
