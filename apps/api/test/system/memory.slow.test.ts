import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BothServices } from '../support/both-services.ts';
import { Caller } from '../support/caller.ts';
import { aFile, aLink, anUpload, aRoom, given, redeem, times } from '../support/people-of-process.ts';
import { eventually } from '../support/service-process.ts';

const MINUTES = 60_000;
const FILES = 300;
const CALLERS = 64;
const REQUESTS = 20_000;
/** Of the room service and of both processes. */
const IDLE_MB = { rooms: 90, both: 152 };
const LOADED_MB = { rooms: 150, both: 220 };
const UNLIMITED = '1000000000';

let services: BothServices;
beforeAll(async () => {
  services = await BothServices.start(
    {
      NODE_DISABLE_COMPILE_CACHE: '1', // which only tests have
      STRONGROOM_RATE_LIMIT: UNLIMITED,
      STRONGROOM_ROOMS_PER_MINUTE: UNLIMITED,
      STRONGROOM_UPLOADS_PER_MINUTE: UNLIMITED,
      STRONGROOM_PENDING_FILES: '100000',
      STRONGROOM_PENDING_FILES_PER_ROOM: '100000',
    },
    { pages: true },
  );
}, 5 * MINUTES);
afterAll(() => services.end());

type Memory = Readonly<{ rooms: number; both: number }>;

/** Resident memory in MiB, of which the program of Node is counted in each process: now, or the most so far. */
async function resident(which: 'VmRSS' | 'VmHWM'): Promise<Memory> {
  const [rooms, keys] = await Promise.all([
    residentOf(services.roomProcess(), which),
    residentOf(await services.keyProcess(), which),
  ]);
  return { rooms, both: rooms + keys };
}

async function residentOf(pid: number, which: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
}

const shown = (what: string, { rooms, both }: Memory): void =>
  console.log(
    `${what}: ${rooms.toFixed(0)} MB, with the key service ${both.toFixed(0)} MB (load of the machine ${loadavg()[0]?.toFixed(1)})`,
  );

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
async function requestsOf(owner: Caller): Promise<readonly ((index: number) => Promise<unknown>)[]> {
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
    // A file has at most 200 links.
    (index) => aLink(owner, files[Math.floor(index / 8) % files.length] ?? file),
    () => given(redeem(owner, token)),
    () => aRoom(owner),
  ];
}

if (process.platform === 'linux')
  test(
    'the processes of npm start take less than 152 MB idle, and less than 220 MB after reads and writes by 64 callers',
    async () => {
      // Memory of the start is given back within seconds.
      const idle = await eventually('less memory', async () => {
        const now = await resident('VmRSS');
        return now.rooms < IDLE_MB.rooms && now.both < IDLE_MB.both ? now : undefined;
      });
      shown('idle', idle);
      const requests = await requestsOf(new Caller(`${services.url}/api/v1`, await services.ownerToken()));
      await inTurn(REQUESTS, CALLERS, (index) => requests[index % requests.length]?.(index) ?? Promise.resolve());
      const loaded = await resident('VmRSS');
      shown('after the load', loaded);
      shown('at most', await resident('VmHWM'));
      expect(loaded.rooms).toBeLessThan(LOADED_MB.rooms);
      expect(loaded.both).toBeLessThan(LOADED_MB.both);
    },
    10 * MINUTES,
  );
