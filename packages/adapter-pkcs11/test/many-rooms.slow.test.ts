import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { KmsKeyId } from '@strongroom/domain';
import type { Pkcs11Vault } from '../src/index.ts';
import { A_FILE, A_ROOM, Place } from './setting.ts';

const ROOMS = 1000;

let at: Place;
let vault: Pkcs11Vault;
let keys: readonly KmsKeyId[];
beforeAll(async () => {
  at = new Place();
  vault = await at.vault();
  const made: KmsKeyId[] = [];
  for (let room = 0; room < ROOMS; room++) made.push(await vault.createKey(A_ROOM));
  keys = made;
}, 300_000);
afterAll(() => at?.end());

/** Milliseconds a call. */
async function timed(calls: number, work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / calls;
}

test('a wrap does not search among the keys of 1,000 rooms again, and does not block the event loop', async () => {
  const wrapAll = () => Promise.all(keys.map((key) => vault.wrapNewDataKey(key, A_FILE)));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const kept = await timed(ROOMS, wrapAll);
  delay.disable();
  const another = await at.vault();
  const sample = keys.slice(0, 20);
  const searched = await timed(sample.length, async () => {
    for (const key of sample) await another.wrapNewDataKey(key, A_FILE);
  });
  const destroyed = await timed(20, async () => {
    for (const key of keys.slice(-20)) await vault.destroyKey(key);
  });
  console.log(
    `${ROOMS} keys: a wrap ${kept.toFixed(2)} ms, the first in a process ${searched.toFixed(1)} ms, a destruction ${destroyed.toFixed(1)} ms, event loop at most ${(delay.max / 1e6).toFixed(0)} ms`,
  );
  expect(kept).toBeLessThan(searched / 3);
  // Every wrap is some milliseconds for the library when it searches; the service hears of none.
  expect(delay.max / 1e6).toBeLessThan(ROOMS * kept);
});
