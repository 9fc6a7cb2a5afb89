import { once } from 'node:events';
import type { Configuration } from '../../src/index.ts';
import { intercepted } from '../world/intercepted.ts';
import { folderPorts, type TestPorts } from '../world/ports.ts';
import { serve } from '../world/service.ts';
import { FastClock } from './fast-clock.ts';
import { KilledAt } from './killed-at.ts';

type Work = Readonly<{
  folder: string;
  clock: FastClock;
  /** Number of the external call around which it kills itself; not at all without a number. */
  at: string;
  moment: string;
  configuration: Partial<Configuration>;
  ports: Partial<TestPorts>;
}>;

/** Runs the jobs of a folder by a fast clock until its standard input ends, or until it kills itself. */
export async function workAsChild({ folder, clock, at, moment, configuration, ports: own }: Work): Promise<void> {
  const killed = new KilledAt(at, moment);
  const ports = intercepted({ ...(await folderPorts(folder, clock)), ...own }, killed.around);
  const { app } = await serve(ports, clock, folder, configuration);
  killed.isCounting = true;
  app.worker.start();
  process.stdin.resume();
  await once(process.stdin, 'end');
  killed.isCounting = false;
  await app.worker.stop();
  await ports.documents.close();
}
