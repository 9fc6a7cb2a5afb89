import { keyUnwrapperSuite, keyVaultSuite } from '@strongroom/contract-tests';
import { inspectKeyVault, openKeyUnwrapper, openKeyVault } from '../src/index.js';
import { LocalKms } from './local-kms.js';

/** Where the SDK looks first. local-kms takes any. */
Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' });

/** @type {LocalKms} */
let server;
beforeAll(async () => {
  server = await LocalKms.start();
});
afterAll(() => server.stop());

const clock = { now: () => 1_900_000_000_000, pause: async () => undefined };
const opening = () => ({ settings: { REGION: 'eu-central-1', ENDPOINT: server.url }, clock });
const NEVER_MADE = 'arn:aws:kms:eu-central-1:111122223333:key/00000000-0000-4000-8000-000000000000';

/** local-kms does not authenticate the name of the key inside a wrapped key, as AWS does. */
const notShown = 'local-kms accepts a change in the part that names the key';

keyVaultSuite(
  'keys in KMS',
  async () => {
    const [vault, unwrapper] = [await openKeyVault(opening()), await openKeyUnwrapper(opening())];
    return {
      vault,
      neverMade: NEVER_MADE,
      unwrap: ({ wrappedDek, kmsKeyId }) => unwrapper.unwrap(wrappedDek, kmsKeyId),
      later: async () => undefined,
      end: async () => {
        await unwrapper.close();
        vault.close();
      },
    };
  },
  { 'KV-09': notShown },
);

keyUnwrapperSuite(
  'unwrapping in KMS',
  async () => {
    const [vault, unwrapper] = [await openKeyVault(opening()), await openKeyUnwrapper(opening())];
    return {
      vault,
      unwrapper,
      neverMade: NEVER_MADE,
      lose: () => {
        server.freeze();
        return () => server.thaw();
      },
      end: async () => {
        await unwrapper.close();
        vault.close();
      },
    };
  },
  { 'KU-04': notShown },
);

test('a change in the encrypted part of a wrapped key is refused, and so is the key of another room', async () => {
  const [vault, unwrapper] = [await openKeyVault(opening()), await openKeyUnwrapper(opening())];
  const of = (/** @type {string} */ roomId) => vault.createKey({ orgId: 'o', roomId });
  const { wrappedDek, kmsKeyId } = await vault.wrapNewDataKey(await of('a'), {});
  const bytes = Buffer.from(wrappedDek, 'base64');
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  for (const [wrapped, key] of [
    [flipped.toString('base64'), kmsKeyId],
    [bytes.subarray(1).toString('base64'), kmsKeyId],
    [wrappedDek, await of('b')],
  ])
    await expect(unwrapper.unwrap(wrapped, key)).rejects.toMatchObject({ name: 'NotAuthentic' });
});

test('the doctor learns whether KMS answers, and which setting is wrong', async () => {
  expect(await inspectKeyVault(opening())).toEqual({ state: 'fits', text: 'reaches KMS in eu-central-1' });
  const away = { REGION: 'eu-central-1', ENDPOINT: 'http://127.0.0.1:1' };
  expect(await inspectKeyVault({ settings: away, clock })).toMatchObject({ state: 'unreachable' });
  expect(await inspectKeyVault({ settings: {}, clock })).toMatchObject({
    state: 'unfit',
    reason: expect.stringContaining('STRONGROOM_KEYS_MODULE_REGION'),
  });
  const soon = { ...away, DELETE_AFTER: '3' };
  expect(await inspectKeyVault({ settings: soon, clock })).toMatchObject({ state: 'unfit' });
});
