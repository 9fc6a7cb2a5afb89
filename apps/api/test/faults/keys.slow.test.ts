import { rename } from 'node:fs/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { childrenOf } from '../support/on-premise.ts';
import { Place } from '../support/service-process.ts';
import { TokenPlace } from '../support/token-place.ts';
import { UNLIMITED } from '../system/kill-rounds.ts';
import { type Trouble, UnderFaults } from './under-faults.ts';

/** Keys of rooms in an HSM, each fault, and what is seen of it. */
jest.setTimeout(540_000);

let place: Place;
let hsm: TokenPlace;
let seen: UnderFaults;
let stopping: ReturnType<typeof setInterval> | undefined;

beforeAll(async () => {
  await build();
  [place, hsm] = await Promise.all([Place.make(), TokenPlace.make()]);
  const settings = { ...UNLIMITED, ...hsm.settings, STRONGROOM_UPLOADS_PER_MINUTE: '1000000' };
  seen = new UnderFaults({ place, settings });
}, 300_000);
afterAll(async () => {
  clearInterval(stopping);
  await place?.end();
  await hsm?.end();
});

const signalAll = (signal: 'SIGSTOP' | 'SIGCONT'): void => {
  for (const pid of childrenOf(seen.service.pid)) process.kill(pid, signal);
};

/** The service gives up a process of the library that hangs, and starts another, which hangs too. */
async function hang(): Promise<void> {
  signalAll('SIGSTOP');
  stopping = setInterval(() => signalAll('SIGSTOP'), 20);
}

async function goOn(): Promise<void> {
  clearInterval(stopping);
  signalAll('SIGCONT');
}

test.each<Trouble>([
  { fault: 'library hangs', begin: hang, end: goOn },
  { fault: 'token is gone', begin: () => rename(tokens(), gone()), end: () => rename(gone(), tokens()) },
])('a token that fails is named, and serves again by itself: $fault', async (trouble) => {
  expect(await seen.meet('keys', trouble)).toEqual([]);
});

const tokens = (): string => hsm.hsm.tokens;
const gone = (): string => `${tokens()}.gone`;
