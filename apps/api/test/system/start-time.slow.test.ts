import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { memorySettings } from '../../../../scripts/start/memory.ts';
import { build } from '../support/built.ts';
import { Place } from '../support/service-process.ts';

const LIMIT_MS = 700;
/** Milliseconds of a clock tick in `/proc`. */
const TICK_MS = 10;

/** The same flags as with `npm start` and in the image. */
const { flags, environment } = memorySettings();

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

/** Milliseconds of processor time of a process, all its threads, in user mode and in the kernel. */
function processorTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}

// Time on the clock depends on what else runs; processor time less so.
if (process.platform === 'linux')
  test('a service with nothing configured is ready within 0.7 s of processor time', async () => {
    const spent: number[] = [];
    // Half of eight: other processes slow a start down too.
    while (spent.length < 8) {
      const service = await place.start({ ...environment, NODE_DISABLE_COMPILE_CACHE: '1' }, { flags });
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
      spent.push(processorTime(service.pid));
      await service.kill();
    }
    console.log(`processor time until it is ready: ${spent.join(', ')} ms`);
    expect(spent.toSorted((one, other) => one - other)[3]).toBeLessThan(LIMIT_MS);
  }, 120_000);
