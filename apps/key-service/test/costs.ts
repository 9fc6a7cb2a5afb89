import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Cost, type CostRow, costOf, endRequests } from '@strongroom/test-servers/request-costs';
import type { Setting } from './setting.ts';

export type MeasuredKeyService = Readonly<{ cost: (row: CostRow) => Promise<Cost>; end: () => Promise<void> }>;

/** Runs the compiled key service of a setting in a process of its own, whose processor time is that of nothing else. */
export async function startMeasured(setting: Setting): Promise<MeasuredKeyService> {
  await setting.stop();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../dist/main.js'), 'serve'], {
    env: { PATH: '/usr/bin:/bin', ...setting.environment },
    stdio: 'ignore',
  });
  await setting.ready();
  return {
    cost: (row) => costOf({ url: setting.url, pid: child.pid ?? 0 }, row),
    end: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      endRequests();
    },
  };
}
