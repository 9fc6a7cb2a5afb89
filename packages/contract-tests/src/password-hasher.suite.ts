import { expect } from '@jest/globals';
import type { PasswordHash } from '@strongroom/domain';
import { type PasswordHasher, type Requester, Unavailable } from '@strongroom/ports';
import { type Harness, type PromiseTest, registerSuite } from './base/promise.ts';

export type PasswordHasherHarness = Harness & Readonly<{ hasher: PasswordHasher }>;

const PASSWORD = 'correct horse battery staple é';
const ADA: Requester = { narrow: '192.0.2.1', wide: '192.0.2.1' };
const STRANGER: Requester = { narrow: '2001:db8:1:2::/64', wide: '2001:db8:1::/48' };
const NEIGHBOUR: Requester = { ...STRANGER, narrow: '2001:db8:1:3::/64' };
const PHC = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;

/** Shortest of five durations: the work itself, without the load of the machine. */
const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let time = 0; time < 5; time++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return Math.min(...times);
};

async function expectItsTurn(hasher: PasswordHasher, requester: Requester): Promise<void> {
  let done = 0;
  const many = Array.from({ length: 16 }, async () => {
    await hasher.verify(PASSWORD, undefined, STRANGER);
    done++;
  });
  await hasher.verify(PASSWORD, undefined, requester);
  const before = done;
  await Promise.all(many);
  expect(before).toBeLessThan(8);
}

async function expectService(hasher: PasswordHasher, requester: Requester): Promise<void> {
  const calls = Array.from({ length: 500 }, () => hasher.verify(PASSWORD, undefined, STRANGER));
  const many = Promise.allSettled(calls);
  expect(await hasher.verify(PASSWORD, undefined, requester)).toBe(false);
  const refused = (await many).filter((outcome) => outcome.status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  for (const { reason } of refused) expect(reason).toBeInstanceOf(Unavailable);
}

/** Every promise of the password hasher as a test. */
export const passwordHasherPromises: readonly PromiseTest<PasswordHasherHarness>[] = [
  {
    id: 'PH-01',
    title: 'verifies the right password and no other',
    run: async ({ hasher }) => {
      const hash = await hasher.hash(PASSWORD, ADA);
      expect(await hasher.verify(PASSWORD, hash, ADA)).toBe(true);
      for (const other of ['', PASSWORD.toUpperCase(), `${PASSWORD} `, PASSWORD.normalize('NFD'), PASSWORD.slice(1)])
        expect(await hasher.verify(other, hash, ADA)).toBe(false);
    },
  },
  {
    id: 'PH-02',
    title: 'makes hashes that are PHC strings of argon2id',
    run: async ({ hasher }) => {
      expect(await hasher.hash(PASSWORD, ADA)).toMatch(PHC);
    },
  },
  {
    id: 'PH-03',
    title: 'makes a different hash of the same password each time',
    run: async ({ hasher }) => {
      expect(await hasher.hash(PASSWORD, ADA)).not.toBe(await hasher.hash(PASSWORD, ADA));
    },
  },
  {
    id: 'PH-04',
    title: 'returns false without a hash, after comparable work',
    run: async ({ hasher }) => {
      const hash = await hasher.hash(PASSWORD, ADA);
      expect(await hasher.verify(PASSWORD, undefined, ADA)).toBe(false);
      const known = await milliseconds(() => hasher.verify('wrong', hash, ADA));
      const unknown = await milliseconds(() => hasher.verify('wrong', undefined, ADA));
      // Skipping the work would be a thousand times faster; a busy machine is not.
      expect(unknown).toBeGreaterThan(known / 10);
    },
  },
  {
    id: 'PH-05',
    title: 'returns false for a hash of another form, without an error',
    run: async ({ hasher }) => {
      const hash = await hasher.hash(PASSWORD, ADA);
      const forms = [
        '',
        'x',
        hash.slice(1),
        hash.replace('argon2id', 'argon2i'),
        hash.replace(/m=\d+/, 'm=1'),
        `${hash}$`,
      ];
      for (const form of forms) expect(await hasher.verify(PASSWORD, form as PasswordHash, ADA)).toBe(false);
    },
  },
  {
    id: 'PH-06',
    title: 'serves a call before most of the earlier calls of another network',
    run: ({ hasher }) => expectItsTurn(hasher, ADA),
  },
  {
    id: 'PH-06',
    title: 'serves a call before most of the earlier calls of another narrow network in the same wide network',
    run: ({ hasher }) => expectItsTurn(hasher, NEIGHBOUR),
  },
  {
    id: 'PH-07',
    title: 'throws Unavailable to a network with too many calls and serves another network',
    run: ({ hasher }) => expectService(hasher, ADA),
  },
  {
    id: 'PH-07',
    title: 'throws Unavailable to a narrow network with too many calls and serves another of the same wide network',
    run: ({ hasher }) => expectService(hasher, NEIGHBOUR),
  },
];

/** Registers the suite with Jest for one adapter. */
export const passwordHasherSuite = (name: string, harness: () => Promise<PasswordHasherHarness>): void =>
  registerSuite(name, passwordHasherPromises, harness);
