import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { GrantClaims } from '@strongroom/domain';
import { aClient, type Client, Setting } from './setting.ts';

let setting: Setting;
let client: Client;

beforeAll(async () => {
  setting = await Setting.start();
  await setting.stop();
  await setting.open({ STRONGROOM_KEY_SERVICE_POLICY: setting.policy({ C3: { keys_per_hour: 2 } }) });
  client = aClient();
});
afterAll(() => setting.end());

async function asked(sub: string, claims: Partial<GrantClaims>) {
  // Each in a room of its own: the label of a room does not fall again.
  const file = await setting.aFile();
  const grant = setting.grant(file, client, { sub, ...claims });
  return setting.post('/v1/unwrap', { grant, wrapped_dek: file.wrappedDek, client_key: client.jwk });
}

test('the policy limits the keys per hour of a label and of higher ones, and no other keys', async () => {
  const [anna, ben] = [1, 2].map(() => `user:${randomUUID()}`) as [string, string];
  // A file has at least the label of its room, and a link is read like a file.
  for (const claims of [{ label: 'C4' }, { room_label: 'C3', op: 'export' }] as const)
    expect((await asked(anna, claims)).status).toBe(200);
  const { status, json, headers } = await asked(anna, { label: 'C3' });
  expect([status, json.error]).toMatchObject([
    429,
    {
      code: 'RATE_LIMIT_EXCEEDED',
      message: expect.stringMatching(
        /^This is more than 2 keys of files labelled C3 or higher in an hour; the next keys are released at \d{4}-.*Z\.$/,
      ),
    },
  ]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500);
  expect((await asked(anna, { label: 'C2' })).status).toBe(200);
  expect((await asked(anna, { label: 'C4', op: 'seal' })).status).toBe(200);
  expect((await asked(ben, { label: 'C3' })).status).toBe(200);
  const refused = (await setting.record()).filter(({ type }) => type === 'key.refused');
  expect(refused).toMatchObject([{ rule: 'rate-of-person', actor: { id: anna.slice('user:'.length) } }]);
});
