import { MemoryKeyring } from '@strongroom/adapter-local';
import { LocalUnwrapper } from '@strongroom/adapter-local/unwrapper';
import type { Instant, KmsKeyId } from '@strongroom/domain';
import { KeyDestroyed, type KeyUnwrapper, NotAuthentic, Unavailable } from '@strongroom/ports';
import { type KeyUnwrapperHarness, keyUnwrapperPromises, type Mutant, registerMutants } from '../../src/index.ts';

/** The unwrapper of a memory keyring with some parts replaced by broken ones, which may call the intact one. */
const broken = (
  breaks: string,
  how: string,
  replaced: (whole: KeyUnwrapper) => Partial<KeyUnwrapper> & Record<string, unknown>,
): Mutant<KeyUnwrapperHarness> => ({
  breaks,
  how,
  harness: async () => {
    const vault = new MemoryKeyring({ clock: { now: () => 1_900_000_000_000 as Instant } });
    const whole = new LocalUnwrapper(vault);
    let isLost = false;
    const intact: KeyUnwrapper = {
      scope: whole.scope,
      unwrap: (wrapped, kmsKeyId) => whole.unwrap(wrapped, kmsKeyId),
      check: async () => {
        if (isLost) throw new Unavailable('keys');
        await whole.check();
      },
      close: () => whole.close(),
    };
    return {
      vault,
      unwrapper: { ...intact, ...replaced(intact) },
      neverMade: 'local:00000000-0000-4000-8000-000000000000' as KmsKeyId,
      lose: () => {
        isLost = true;
        return () => {
          isLost = false;
        };
      },
      end: async () => {},
    };
  },
});

const ZEROS = (): Uint8Array => new Uint8Array(32);

registerMutants('key unwrapper', keyUnwrapperPromises, [
  broken('KU-01', 'returns half of the key', (whole) => ({
    unwrap: async (...asked) => (await whole.unwrap(...asked)).slice(16),
  })),
  broken('KU-01', 'returns the key of the first file for every file', (whole) => {
    let first: Promise<Uint8Array> | undefined;
    return {
      unwrap: async (...asked) => {
        first ??= whole.unwrap(...asked);
        return Uint8Array.from(await first);
      },
    };
  }),
  broken('KU-02', 'keeps the key and returns it again', (whole) => {
    const kept = new Map<string, Uint8Array>();
    return {
      unwrap: async (wrapped, ...asked) => {
        const key = kept.get(wrapped) ?? (await whole.unwrap(wrapped, ...asked));
        kept.set(wrapped, key);
        return key;
      },
    };
  }),
  broken('KU-03', 'says that an unknown key is not authentic', (whole) => ({
    unwrap: (...asked) =>
      whole.unwrap(...asked).catch((error: unknown) => {
        throw error instanceof KeyDestroyed ? new NotAuthentic() : error;
      }),
  })),
  broken('KU-03', 'unwraps with a destroyed key that it has used before', (whole) => {
    const kept = new Map<string, Uint8Array>();
    return {
      unwrap: async (wrapped, kmsKeyId, binding) => {
        const known = kept.get(wrapped + kmsKeyId);
        if (known !== undefined) return Uint8Array.from(known);
        const key = await whole.unwrap(wrapped, kmsKeyId, binding);
        kept.set(wrapped + kmsKeyId, Uint8Array.from(key));
        return key;
      },
    };
  }),
  broken('KU-04', 'does not authenticate', (whole) => ({
    unwrap: (...asked) =>
      whole.unwrap(...asked).catch((error: unknown) => {
        if (error instanceof NotAuthentic) return ZEROS();
        throw error;
      }),
  })),
  broken('KU-05', 'wraps, too', () => ({ wrapNewDataKey: async () => '' })),
  broken('KU-07', 'passes its check without its keys', (whole) => {
    let isClosed = false;
    return {
      check: async () => {
        if (isClosed) throw new Unavailable('keys');
      },
      close: async () => {
        isClosed = true;
        await whole.close();
      },
    };
  }),
  broken('KU-07', 'never passes its check again', (whole) => {
    let hasFailed = false;
    return {
      check: async () => {
        if (hasFailed) throw new Unavailable('keys');
        await whole.check().catch((error: unknown) => {
          hasFailed = true;
          throw error;
        });
      },
    };
  }),
  broken('KU-08', 'opens nothing without a binding', (whole) => ({
    unwrap: async (wrapped, kmsKeyId, binding) => {
      if (binding === undefined) throw new NotAuthentic();
      return whole.unwrap(wrapped, kmsKeyId, binding);
    },
  })),
  broken('KU-06', 'serves on after it was closed', () => ({ close: async () => {}, check: async () => {} })),
]);
