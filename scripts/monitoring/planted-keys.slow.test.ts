import { randomBytes } from 'node:crypto';
import { afterEach, expect, jest, test } from '@jest/globals';
import { aClient, Setting } from '../../apps/key-service/test/setting.ts';
import { grantSigner, signingKeyFrom } from '../../packages/adapter-local/src/index.ts';
import { parseExposition } from '../../packages/test-servers/src/exposition.ts';
import { freePort } from '../../packages/test-servers/src/free-port.ts';
import { firingAfter } from './firing.ts';

/** Trouble of a real key service, and the alert that it raises. */
jest.setTimeout(120_000);

let setting: Setting;
afterEach(() => setting.end());

/** Starts a key service, and returns the alerts that fire if each minute repeats what came since. */
async function started(more: Readonly<Record<string, string>>): Promise<() => Promise<readonly string[]>> {
  const port = String(await freePort());
  setting = await Setting.start({ STRONGROOM_KEY_SERVICE_METRICS_PORT: port, ...more });
  const scrape = async () => parseExposition(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  const before = await scrape();
  return async () => firingAfter(before, await scrape());
}

test('a room service signs with a key that the key service does not know, a refused key every eight seconds', async () => {
  const alerts = await started({});
  const [file, client] = [await setting.aFile(), aClient()];
  const another = grantSigner(signingKeyFrom(randomBytes(32).toString('base64url')));
  const ask = () =>
    setting.post('/v1/unwrap', {
      grant: another.sign(setting.claims(file, client), file.wrappedDek),
      wrapped_dek: file.wrappedDek,
      client_key: client.jwk,
    });
  expect(await alerts()).toEqual([]);
  for (let times = 0; times < 8; times++) expect((await ask()).status).toBe(403);
  expect(await alerts()).toEqual(['StrongroomGrantsRefused']);
});

test('a program asks for more keys than a person gets in an hour, more than one a second', async () => {
  const alerts = await started({ STRONGROOM_KEY_SERVICE_KEYS_PER_HOUR: '3' });
  const [file, client] = [await setting.aFile(), aClient()];
  const sub = `user:${crypto.randomUUID()}`;
  const ask = () =>
    setting.post('/v1/unwrap', {
      grant: setting.grant(file, client, { sub }),
      wrapped_dek: file.wrappedDek,
      client_key: client.jwk,
    });
  const statuses = new Set<number>();
  for (let times = 0; times < 70; times++) statuses.add((await ask()).status);
  expect([...statuses]).toEqual([200, 429]);
  expect(await alerts()).toEqual(['StrongroomKeysRefused']);
});
