import { once } from 'node:events';
import { kill, pid } from 'node:process';
import type { Configuration } from '../../src/index.ts';
import { intercepted } from '../world/intercepted.ts';
import { folderPorts, type TestPorts } from '../world/ports.ts';
import { serve } from '../world/service.ts';
import { FastClock } from './fast-clock.ts';

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
  let calls = 0;
  let isWorking = false;
  const ports = intercepted({ ...(await folderPorts(folder, clock)), ...own }, async (_, proceed) => {
    const isLast = isWorking && ++calls === Number(at);
    if (isLast && moment === 'before') kill(pid, 'SIGKILL');
    try {
      return await proceed();
    } finally {
      // Also after a call that failed, as by a conflict: it would be killed at no other one.
      if (isLast) kill(pid, 'SIGKILL');
    }
  });
  const { app } = await serve(ports, clock, folder, configuration);
  isWorking = true;
  app.worker.start();
  process.stdin.resume();
  await once(process.stdin, 'end');
  isWorking = false;
  await app.worker.stop();
  await ports.documents.close();
}
