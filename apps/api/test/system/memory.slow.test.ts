import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { memorySettings } from '../../../../scripts/start/memory.ts';
import { build } from '../support/built.ts';
import type { Caller } from '../support/caller.ts';
import { aFile, aLink, anUpload, aRoom, given, redeem, times } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

const MINUTES = 60_000;
const FILES = 300;
const CALLERS = 64;
const REQUESTS = 20_000;
const IDLE_MB = 100;
const LOADED_MB = 150;
const UNLIMITED = '1000000000';

/** The same flags as with `npm start` and in the image. */
const { flags, environment } = memorySettings();

let place: Place;
let service: ServiceProcess;
beforeAll(async () => {
  await build();
  place = await Place.make();
  service = await place.start(
    {
      ...environment,
      NODE_DISABLE_COMPILE_CACHE: '1', // which only tests have
      STRONGROOM_RATE_LIMIT: UNLIMITED,
      STRONGROOM_UPLOADS_PER_MINUTE: UNLIMITED,
      STRONGROOM_PENDING_FILES: '100000',
      STRONGROOM_PENDING_FILES_PER_ROOM: '100000',
    },
    { flags },
  );
}, 2 * MINUTES);
afterAll(() => place.end());

/** Resident memory in MiB: now, or the most so far. */
async function resident(which: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

const shown = (what: string, megabytes: number): void =>
  console.log(`${what}: ${megabytes.toFixed(0)} MB (load of the machine ${loadavg()[0]?.toFixed(1)})`);

async function inTurn<T>(number: number, callers: number, work: (index: number) => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < number) done.push(await work(next++));
  };
  await Promise.all(times(callers, caller));
  return done;
}

/** Reads and writes of every kind, as often. */
async function requestsOf(owner: Caller): Promise<readonly (() => Promise<unknown>)[]> {
  const room = await aRoom(owner);
  const files = await inTurn(FILES, 16, () => aFile(owner, room));
  const [file = room] = files;
  const { token } = await aLink(owner, file);
  return [
    () => given(owner.get(`/rooms/${room.id}`)),
    () => given(owner.get(`/rooms/${room.id}/files?per_page=20`)),
    () => given(owner.get('/rooms?per_page=20')),
    () => given(owner.get(`/files/${file.id}/download-url`)),
    () => anUpload(owner, room),
    () => aLink(owner, file),
    () => given(redeem(owner, token)),
    () => aRoom(owner),
  ];
}

if (process.platform === 'linux')
  test(
    'the service takes less than 100 MB idle, and less than 150 MB after reads and writes by 64 callers',
    async () => {
      // Memory of the start is given back within seconds.
      const idle = await eventually('less memory', async () => {
        const megabytes = await resident('VmRSS');
        return megabytes < IDLE_MB ? megabytes : undefined;
      });
      shown('idle', idle);
      const requests = await requestsOf(service.as(await place.ownerToken()));
      await inTurn(REQUESTS, CALLERS, (index) => requests[index % requests.length]?.() ?? Promise.resolve());
      const loaded = await resident('VmRSS');
      shown('after the load', loaded);
      shown('at most', await resident('VmHWM'));
      expect(loaded).toBeLessThan(LOADED_MB);
    },
    10 * MINUTES,
  );
