import { keyUnwrapperSuite, keyVaultSuite } from '@strongroom/contract-tests';
import { openKeyUnwrapper, openKeyVault } from '../src/index.js';

/** An opener gets these. Each variable STRONGROOM_KEYS_MODULE_NAME is one of `settings`. */
const opening = {
  settings: {},
  clock: { now: () => Date.now(), pause: async () => undefined },
  baseUrl: () => 'http://127.0.0.1:8080',
  signingKey: new Uint8Array(32),
};

/** The form of your keys' ids, for a key that was never made. */
const neverMade = 'yours:00000000-0000-4000-8000-000000000000';

keyVaultSuite('keys in your system', async () => {
  const [vault, unwrapper] = [await openKeyVault(opening), await openKeyUnwrapper(opening)];
  return {
    vault,
    neverMade,
    unwrap: ({ wrappedDek, kmsKeyId }) => unwrapper.unwrap(wrappedDek, kmsKeyId),
    // Advance the clock here, if your system stores times.
    later: async () => undefined,
    end: () => unwrapper.close(),
  };
});

keyUnwrapperSuite('unwrapping in your system', async () => {
  const [vault, unwrapper] = [await openKeyVault(opening), await openKeyUnwrapper(opening)];
  return {
    vault,
    unwrapper,
    neverMade,
    // Take the keys out of reach, and return a function that brings them back.
    lose: () => () => undefined,
    end: () => unwrapper.close(),
  };
});
