import type { AddressOptions } from './signed-addresses.ts';
import type { SetAlarm } from './until.ts';

/** Options of every store whose bytes pass through the service. */
export type GatewayOptions = AddressOptions &
  Readonly<{
    /** Number of keys per page of a list, 1000 by default. */
    pageSize?: number | undefined;
    /** Timer that cuts uploads when their address expires; tests pass their own. */
    setAlarm?: SetAlarm | undefined;
  }>;
