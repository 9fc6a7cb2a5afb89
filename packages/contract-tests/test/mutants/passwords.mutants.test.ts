import { Argon2Hasher } from '@strongroom/adapter-local';
import type { PasswordHash } from '@strongroom/domain';
import type { PasswordHasher } from '@strongroom/ports';
import { type Mutant, type PasswordHasherHarness, passwordHasherPromises, registerMutants } from '../../src/index.ts';

const broken = (
  breaks: string,
  how: string,
  replace: (whole: PasswordHasher) => Partial<PasswordHasher>,
): Mutant<PasswordHasherHarness> => ({
  breaks,
  how,
  harness: async () => {
    const whole = new Argon2Hasher();
    const methods: PasswordHasher = {
      hash: (password, requester) => whole.hash(password, requester),
      verify: (password, hash, requester) => whole.verify(password, hash, requester),
    };
    return { hasher: { ...methods, ...replace(methods) }, end: async () => undefined };
  },
});

const mutants: readonly Mutant<PasswordHasherHarness>[] = [
  broken('PH-01', 'trims passwords', (whole) => ({
    hash: (password, requester) => whole.hash(password.trim(), requester),
    verify: (password, hash, requester) => whole.verify(password.trim(), hash, requester),
  })),
  broken('PH-01', 'normalises passwords', (whole) => ({
    verify: (password, hash, requester) => whole.verify(password.normalize('NFC'), hash, requester),
  })),
  broken('PH-02', 'makes hashes of another form', (whole) => ({
    hash: async (password, requester) => (await whole.hash(password, requester)).slice(1) as PasswordHash,
  })),
  broken('PH-03', 'returns the same hash of the same password', (whole) => {
    const known = new Map<string, PasswordHash>();
    return {
      hash: async (password, requester) => {
        const hash = known.get(password) ?? (await whole.hash(password, requester));
        known.set(password, hash);
        return hash;
      },
    };
  }),
  broken('PH-04', 'does no work without a hash', (whole) => ({
    verify: async (password, hash, requester) => hash !== undefined && (await whole.verify(password, hash, requester)),
  })),
  broken('PH-05', 'throws for a hash of another form', (whole) => ({
    verify: (password, hash, requester) => {
      if (hash !== undefined && !hash.startsWith('$argon2id$')) throw new TypeError('no hash');
      return whole.verify(password, hash, requester);
    },
  })),
  broken('PH-06', 'serves calls in the order of arrival', (whole) => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      verify: (password, hash, requester) => {
        const mine = last.then(() => whole.verify(password, hash, requester));
        last = mine.catch(() => undefined);
        return mine;
      },
    };
  }),
  broken('PH-06', 'alternates between wide networks only', (whole) => ({
    verify: (password, hash, { wide }) => whole.verify(password, hash, { wide, narrow: wide }),
  })),
  broken('PH-07', 'has one queue for all networks', (whole) => ({
    verify: (password, hash) => whole.verify(password, hash, { wide: 'all', narrow: 'all' }),
  })),
  broken('PH-07', 'limits wide networks only', (whole) => ({
    verify: (password, hash, { wide }) => whole.verify(password, hash, { wide, narrow: wide }),
  })),
];

registerMutants('password hasher', passwordHasherPromises, mutants);
