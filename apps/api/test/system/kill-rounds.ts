import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { ROOT } from '../support/built.ts';
import type { Place } from '../support/service-process.ts';
import { Load } from './load.ts';

/** More requests than a test can make. */
export const UNLIMITED = { STRONGROOM_RATE_LIMIT: '1000000000' };

/** Kills a service in the middle of writes and checks the store after the restart, for a number of rounds. */
export async function killAgainAndAgain(place: Place, rounds: number): Promise<void> {
  let service = await place.start(UNLIMITED);
  const token = await place.ownerToken();
  const load = await Load.on(service, token);
  for (let round = 1; round <= rounds; round++) {
    const running = service;
    await load.until(running, 20 + Math.floor(Math.random() * 120), () => running.kill());
    service = await place.start(UNLIMITED);
    expect(await load.disagreements(service)).toEqual([]);
    await load.settle(service);
    expect(await load.counted(service)).toEqual(load.done);
    expect(await load.disagreements(service)).toEqual([]);
  }
  const { files, rooms, downloads } = load.done;
  expect(Math.min(files, rooms, ...downloads)).toBeGreaterThan(0);
  expect(diagnosis(place.data)).toEqual({ status: 0, fails: [] });
}

/** Findings of the doctor in a data folder. */
export function diagnosis(data: string): { status: number | null; fails: readonly string[] } {
  const command = join(ROOT, 'apps/admin/dist/main.js');
  const { status, stdout } = spawnSync(process.execPath, [command, 'doctor', '--data-dir', data], { encoding: 'utf8' });
  return { status, fails: stdout.split('\n').filter((line) => line.startsWith('fail')) };
}
