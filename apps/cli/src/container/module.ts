import { systemClock } from '@strongroom/adapter-local';
import { inspectModule as inspect } from '@strongroom/adapter-module';
import type { Embedded } from '../command/embedded.ts';

/** Inspects with a package as it is found from the current folder, in which the service starts too. */
export const inspectModule: Embedded['inspectModule'] = (port, { name, settings }) =>
  inspect(port, { name, folder: process.cwd() }, { settings, clock: systemClock });
