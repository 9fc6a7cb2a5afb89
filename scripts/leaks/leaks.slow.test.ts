import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import jest from '../../jest.config.ts';
import { LEAKS, type Leak } from './leaks.ts';

const ROOT = join(import.meta.dirname, '../..');
const JEST = join(ROOT, 'node_modules/jest/bin/jest.js');
const [[ALL, SWC]] = Object.entries(jest.transform ?? {}) as [[string, [string, object]]];
const CONFIG = JSON.stringify({
  ...jest,
  rootDir: ROOT,
  transform: { [ALL]: [join(import.meta.dirname, 'leaking-transform.ts'), SWC[1]] },
});
const FLAGS = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];

/** The exit code of the tests that find the leak, and what they print. */
async function testsOf({ how, found }: Leak): Promise<Readonly<{ code: unknown; printed: string }>> {
  const args = [...FLAGS, JEST, '--config', CONFIG, '-i', '--forceExit', found];
  // oxlint-disable-next-line node/no-process-env -- the tests get what these have
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, LEAK: how } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      printed += piece.toString();
    });
  const [code] = (await once(child, 'close')) as readonly unknown[];
  return { code, printed };
}

const FAILED = /^Tests: +\d+ failed/m;

test.each(LEAKS.map((leak) => [leak.how, leak] as const))(
  'a test fails for a service that %s',
  async (_, leak) => {
    const { code, printed } = await testsOf(leak);
    expect({ code, failed: FAILED.test(printed) ? 'tests' : printed }).toEqual({ code: 1, failed: 'tests' });
  },
  300_000,
);
