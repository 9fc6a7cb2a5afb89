import { systemClock } from '@strongroom/adapter-local';
import { inspectModule as inspect } from '@strongroom/adapter-module';
import type { AdapterPort, Inspection } from '@strongroom/ports';
import type { ModuleSettings } from '../service/stores.ts';

/** Inspects with a package as it is found from the current folder, in which the service starts too. */
export const inspectModule: (port: AdapterPort, settings: ModuleSettings) => Promise<Inspection> = (
  port,
  { name, settings },
) => inspect(port, { name, folder: process.cwd() }, { settings, clock: systemClock });
