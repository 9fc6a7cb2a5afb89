import { expect } from '@jest/globals';
import type { PasswordHash } from '@strongroom/domain';
import type { PasswordHasher } from '@strongroom/ports';
import { type Ending, type Promised, registerSuite } from './promise.ts';

export type PasswordHasherHarness = Ending & Readonly<{ hasher: PasswordHasher }>;

const PASSWORD = 'correct horse battery staple é';
const PHC = /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;

/** Thread-pool work of one call, which neither the load of the machine nor a shortcut hides. */
const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const times: number[] = [];
  for (let time = 0; time < 5; time++) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return Math.min(...times);
};

/** Every promise of the password hasher as a test. */
export const passwordHasherPromises: readonly Promised<PasswordHasherHarness>[] = [
  {
    id: 'PH-01',
    title: 'a password is known again, and nothing else is taken for it',
    run: async ({ hasher }) => {
      const hash = await hasher.hash(PASSWORD);
      expect(await hasher.verify(PASSWORD, hash)).toBe(true);
      for (const other of ['', PASSWORD.toUpperCase(), `${PASSWORD} `, PASSWORD.normalize('NFD'), PASSWORD.slice(1)])
        expect(await hasher.verify(other, hash)).toBe(false);
    },
  },
  {
    id: 'PH-02',
    title: 'a hash is a PHC string of argon2id',
    run: async ({ hasher }) => {
      expect(await hasher.hash(PASSWORD)).toMatch(PHC);
    },
  },
  {
    id: 'PH-03',
    title: 'the same password has another hash each time',
    run: async ({ hasher }) => {
      expect(await hasher.hash(PASSWORD)).not.toBe(await hasher.hash(PASSWORD));
    },
  },
  {
    id: 'PH-04',
    title: 'without a hash the answer is no, after comparable work',
    run: async ({ hasher }) => {
      const hash = await hasher.hash(PASSWORD);
      expect(await hasher.verify(PASSWORD, undefined)).toBe(false);
      const known = await milliseconds(() => hasher.verify('wrong', hash));
      const unknown = await milliseconds(() => hasher.verify('wrong', undefined));
      // Skipping the work would be a thousand times faster; a busy machine is not.
      expect(unknown).toBeGreaterThan(known / 10);
    },
  },
  {
    id: 'PH-05',
    title: 'a hash of another form is refused without an error',
    run: async ({ hasher }) => {
      const hash = await hasher.hash(PASSWORD);
      const forms = [
        '',
        'x',
        hash.slice(1),
        hash.replace('argon2id', 'argon2i'),
        hash.replace(/m=\d+/, 'm=1'),
        `${hash}$`,
      ];
      for (const form of forms) expect(await hasher.verify(PASSWORD, form as PasswordHash)).toBe(false);
    },
  },
];

/** Registers the suite with Jest for one adapter. */
export const passwordHasherSuite = (name: string, harness: () => Promise<PasswordHasherHarness>): void =>
  registerSuite(name, passwordHasherPromises, harness);
