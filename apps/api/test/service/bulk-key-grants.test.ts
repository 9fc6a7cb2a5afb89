import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { grantSigner, signingKeyFrom } from '@strongroom/adapter-local';
import { aFile, aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

const CLIENT = 'A'.repeat(43);

let world: World;
let ada: Person;
beforeAll(async () => {
  const grants = grantSigner(signingKeyFrom(`${'x'.repeat(42)}A`));
  world = await startService({
    ports: (memory) => ({ ...memory, grants }),
    keyService: {
      url: 'https://keys.example',
      issuer: () => 'https://rooms.example',
      hint: async () => null,
      proof: () => 'grant',
      linked: async () => undefined,
    },
  });
  ada = await aPerson(world);
});
afterAll(() => world.stop());

const claimsOf = (grant: string): { jti: string; file: string; op: string; evt: string; cnf: { jkt: string } } =>
  JSON.parse(Buffer.from(grant.split('.')[1] ?? '', 'base64url').toString());

test('each of many downloads has a grant of its own, which its event names', async () => {
  const rooms = [await aRoom(ada.caller), await aRoom(ada.caller)];
  const files = await Promise.all(rooms.map((room) => aFile(ada.caller, room)));
  const items = files.map((file_id) => ({ file_id }));
  const { data } = (await ada.caller.post('/files/bulk-download-urls', { items, client_jkt: CLIENT })).body;
  const granted = data.map((row: { data: { key_grant: string } }) => claimsOf(row.data.key_grant));
  expect(granted).toMatchObject(files.map((file) => ({ file, op: 'open', cnf: { jkt: CLIENT } })));
  expect(new Set(granted.map(({ jti }: { jti: string }) => jti)).size).toBe(files.length);
  for (const [index, room] of rooms.entries()) {
    const { jti, evt } = granted[index];
    const [event] = (await ada.caller.get(`/audit-events?room_id=${room}&type=file.downloaded`)).body.data;
    expect(event).toMatchObject({ id: evt, data: { grant: { jti, jkt: CLIENT, op: 'open' } } });
  }
});

test('downloads for no client have no grant, and their events name none', async () => {
  const room = await aRoom(ada.caller);
  const items = [{ file_id: await aFile(ada.caller, room) }];
  const { data } = (await ada.caller.post('/files/bulk-download-urls', { items })).body;
  expect(data[0].data).toMatchObject({ key_grant: null, key_grant_missing: null });
  const [event] = (await ada.caller.get(`/audit-events?room_id=${room}&type=file.downloaded`)).body.data;
  expect(event.data).not.toHaveProperty('grant');
});
