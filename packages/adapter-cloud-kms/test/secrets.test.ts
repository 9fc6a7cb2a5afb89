import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { A_FILE, A_ROOM, aPlace, type Place } from './setting.ts';

let place: Place;
beforeEach(async () => {
  // oxlint-disable-next-line node/no-process-env -- set by operators who debug
  process.env.GOOGLE_SDK_NODE_LOGGING = 'all';
  place = await aPlace();
});
afterEach(async () => {
  // oxlint-disable-next-line node/no-process-env -- as before
  delete process.env.GOOGLE_SDK_NODE_LOGGING;
  jest.restoreAllMocks();
  await place.end();
});

test('the vault wipes the plaintext data key before it returns the wrapped key or fails', async () => {
  const vault = await place.open();
  const key = await vault.createKey(A_ROOM);
  const clear: Uint8Array[] = [];
  const { client } = place;
  const encrypt = client.encrypt.bind(client) as (...given: unknown[]) => unknown;
  jest.spyOn(client, 'encrypt').mockImplementation((...given: unknown[]) => {
    clear.push((given[0] as { plaintext: Uint8Array }).plaintext);
    return encrypt(...given) as never;
  });
  const wrapped = await vault.wrapNewDataKey(key, A_FILE);
  place.server.meddling = async (_, answer) => ({ ...answer(), verifiedPlaintextCrc32c: false });
  await expect(vault.wrapNewDataKey(key, A_FILE)).rejects.toThrow('keys cannot serve');
  expect(clear).toHaveLength(4);
  expect(clear.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(clear.map(() => '00'.repeat(32)));
  expect(place.server.service.unwrap(wrapped).every((byte) => byte === 0)).toBe(false);
});

test("the library's own logging of requests with their data keys stays off", async () => {
  const printed = [jest.spyOn(console, 'error'), jest.spyOn(console, 'log')].map((spy) =>
    spy.mockImplementation(() => undefined),
  );
  const vault = await place.open();
  await vault.wrapNewDataKey(await vault.createKey(A_ROOM), A_FILE);
  expect(printed.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test('the vault binds a wrapped key to its file: it unwraps only with the returned AAD', async () => {
  const vault = await place.open({ isBound: true });
  const { service } = place.server;
  const wrapped = await vault.wrapNewDataKey(await vault.createKey(A_ROOM), A_FILE);
  const { aad = '', ...bare } = wrapped;
  expect(service.unwrap(wrapped)).toHaveLength(32);
  expect(Buffer.from(aad, 'base64').toString()).toBe(
    `strongroom-data-key:${A_FILE.orgId}/${A_FILE.roomId}/${A_FILE.fileId}`,
  );
  expect(() => service.unwrap(bare)).toThrow(/invalid/);
  const other = Buffer.from(`strongroom-data-key:${A_FILE.orgId}/${A_FILE.roomId}/${A_FILE.roomId}`);
  expect(() => service.unwrap({ ...bare, aad: other.toString('base64') })).toThrow(/invalid/);
});

test('an answer without a binding carries only the wrapped key', async () => {
  const vault = await place.open();
  const wrapped = await vault.wrapNewDataKey(await vault.createKey(A_ROOM), A_FILE);
  expect(Object.keys(wrapped)).toEqual(['wrappedDek', 'kmsKeyId']);
});
