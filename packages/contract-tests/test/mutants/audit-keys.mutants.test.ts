import { memoryAuditKeys } from '@strongroom/adapter-local';
import type { AuditKey, AuditKeys } from '@strongroom/ports';
import { type AuditKeysHarness, auditKeysPromises, type Mutant, registerMutants } from '../../src/index.ts';

const broken = (
  breaks: string,
  how: string,
  change: (keys: AuditKeys) => Partial<AuditKeys>,
): Mutant<AuditKeysHarness> => ({
  breaks,
  how,
  harness: async () => {
    const keys = memoryAuditKeys();
    return { keys: { ...keys, ...change(keys) }, end: async () => {} };
  },
});

const signingLess = (key: AuditKey): AuditKey => ({ ...key, sign: (text) => key.sign(text.trimEnd()) });

/** Adds one call after the other, so that only calls at the same time lose a key. */
function withoutLock(keys: AuditKeys): Partial<AuditKeys> {
  let kept: readonly AuditKey[] = [];
  const add = async (origin: string): Promise<AuditKey> => {
    const known = kept;
    const key = await keys.add(origin);
    kept = [...known, key];
    return key;
  };
  return { add, read: async () => kept, first: async (origin) => kept[0] ?? add(origin) };
}

const mutants: readonly Mutant<AuditKeysHarness>[] = [
  broken('AK-01', 'returns the newest key first', (keys) => ({ read: async () => (await keys.read()).toReversed() })),
  broken('AK-01', 'forgets all keys but the last', (keys) => ({ read: async () => (await keys.read()).slice(-1) })),
  broken('AK-02', 'creates a first key for each caller', (keys) => ({ first: (origin) => keys.add(origin) })),
  broken('AK-02', 'returns the newest key as the first', (keys) => ({
    first: async (origin) => {
      const key = await keys.first(origin);
      return (await keys.read()).at(-1) ?? key;
    },
  })),
  broken('AK-03', 'signs a text without its last newline', (keys) => ({
    read: async () => (await keys.read()).map(signingLess),
  })),
  broken('AK-03', 'keeps the name of a key that is renamed', (keys) => ({
    add: async (origin) => {
      const key = await keys.add(origin);
      return { ...key, under: () => key };
    },
  })),
  broken('AK-04', 'keeps the first checkpoint', (keys) => ({
    noteSigned: async (text) => {
      if ((await keys.lastSigned()) === undefined) await keys.noteSigned(text);
    },
  })),
  broken('AK-04', 'drops blank lines at the end', (keys) => ({
    noteSigned: (text) => keys.noteSigned(text.trimEnd()),
  })),
  broken('AK-05', 'replaces the keys by those that it read before', withoutLock),
];

registerMutants('audit keys', auditKeysPromises, mutants);
