import type { Log } from '@strongroom/ports';

/** The log of what a command opens: its failure is the command's own. */
export const QUIET_LOG: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
