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
      hash: (password) => whole.hash(password),
      verify: (password, hash) => whole.verify(password, hash),
    };
    return { hasher: { ...methods, ...replace(methods) }, end: async () => undefined };
  },
});

const mutants: readonly Mutant<PasswordHasherHarness>[] = [
  broken('PH-01', 'trims', (whole) => ({
    hash: (password) => whole.hash(password.trim()),
    verify: (password, hash) => whole.verify(password.trim(), hash),
  })),
  broken('PH-01', 'normalises', (whole) => ({
    verify: (password, hash) => whole.verify(password.normalize('NFC'), hash),
  })),
  broken('PH-02', 'makes hashes of its own form', (whole) => ({
    hash: async (password) => (await whole.hash(password)).slice(1) as PasswordHash,
  })),
  broken('PH-03', 'remembers', (whole) => {
    const known = new Map<string, PasswordHash>();
    return {
      hash: async (password) => {
        const hash = known.get(password) ?? (await whole.hash(password));
        known.set(password, hash);
        return hash;
      },
    };
  }),
  broken('PH-04', 'does no work without a hash', (whole) => ({
    verify: async (password, hash) => hash !== undefined && (await whole.verify(password, hash)),
  })),
  broken('PH-05', 'throws for another form', (whole) => ({
    verify: (password, hash) => {
      if (hash !== undefined && !hash.startsWith('$argon2id$')) throw new TypeError('no hash');
      return whole.verify(password, hash);
    },
  })),
];

registerMutants('password hasher', passwordHasherPromises, mutants);
