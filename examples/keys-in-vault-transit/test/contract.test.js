import { keyUnwrapperSuite, keyVaultSuite } from '@strongroom/contract-tests';
import { inspectKeyVault, openKeyUnwrapper, openKeyVault } from '../src/index.js';
import { TransitEngine } from './transit-engine.js';

/** @type {TransitEngine} */
let engine;
beforeAll(async () => {
  engine = await TransitEngine.start();
});
afterAll(() => engine.stop());

const clock = { now: () => 1_900_000_000_000, pause: async () => undefined };
/** @param {string} token */
const opening = (token) => ({ settings: { URL: engine.url, TOKEN: token }, clock });
const NEVER_MADE = 'strongroom-00000000-0000-4000-8000-000000000000';

const both = async () => ({
  vault: await openKeyVault(opening('rooms')),
  unwrapper: await openKeyUnwrapper(opening('keys')),
});

keyVaultSuite('keys in Transit', async () => {
  const { vault, unwrapper } = await both();
  return {
    vault,
    neverMade: NEVER_MADE,
    unwrap: ({ wrappedDek, kmsKeyId }) => unwrapper.unwrap(wrappedDek, kmsKeyId),
    // The age of a mark is in seconds.
    later: () => new Promise((resolve) => setTimeout(resolve, 1100)),
    end: async () => {
      await unwrapper.close();
      vault.close();
    },
  };
});

keyUnwrapperSuite('unwrapping in Transit', async () => {
  const { vault, unwrapper } = await both();
  return {
    vault,
    unwrapper,
    neverMade: NEVER_MADE,
    lose: () => {
      engine.cut();
      return () => engine.join();
    },
    end: async () => {
      await unwrapper.close();
      vault.close();
    },
  };
});

test('neither half can do the work of the other', async () => {
  const { vault } = await both();
  const { wrappedDek, kmsKeyId } = await vault.wrapNewDataKey(await vault.createKey({ orgId: 'o', roomId: 'r' }), {});
  const asRooms = await openKeyUnwrapper(opening('rooms'));
  const asKeys = await openKeyVault(opening('keys'));
  await expect(asRooms.unwrap(wrappedDek, kmsKeyId)).rejects.toMatchObject({ name: 'Unavailable' });
  await expect(asKeys.wrapNewDataKey(kmsKeyId, {})).rejects.toMatchObject({ name: 'Unavailable' });
  await expect(asKeys.destroyKey(kmsKeyId)).rejects.toMatchObject({ name: 'Unavailable' });
});

test('a wrapped key with another version is refused, also with version 0, which Transit takes for 1', async () => {
  const { vault, unwrapper } = await both();
  const { wrappedDek, kmsKeyId } = await vault.wrapNewDataKey(await vault.createKey({ orgId: 'o', roomId: 'r' }), {});
  for (const version of [0, 2, 16_777_217]) {
    const changed = Buffer.from(wrappedDek, 'base64');
    changed.writeUInt32BE(version);
    await expect(unwrapper.unwrap(changed.toString('base64'), kmsKeyId)).rejects.toMatchObject({
      name: 'NotAuthentic',
    });
  }
});

test('the doctor learns whether Vault answers, and which setting is wrong', async () => {
  expect(await inspectKeyVault(opening('rooms'))).toEqual({ state: 'fits', text: `reaches Vault at ${engine.url}` });
  const away = { URL: 'http://127.0.0.1:1', TOKEN: 't' };
  expect(await inspectKeyVault({ settings: away, clock })).toMatchObject({ state: 'unreachable' });
  expect(await inspectKeyVault({ settings: { TOKEN: 't' }, clock })).toMatchObject({
    state: 'unfit',
    reason: expect.stringContaining('STRONGROOM_KEYS_MODULE_URL'),
  });
  expect(await inspectKeyVault({ settings: { URL: away.URL }, clock })).toMatchObject({ state: 'unfit' });
});
