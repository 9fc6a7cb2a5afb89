import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { grantSigner, signingKeyFrom } from '@strongroom/adapter-local';
import { parseExposition, type ScrapedSample } from '@strongroom/test-servers/exposition';
import { KEY_METRICS } from '../src/container/metrics.ts';
import { aClient, type Client, Setting, type WrappedFileKey } from './setting.ts';

let setting: Setting;
let client: Client;
let file: WrappedFileKey;
beforeAll(async () => {
  setting = await Setting.start({ STRONGROOM_KEY_SERVICE_METRICS_PORT: '0' });
  client = aClient();
  file = await setting.aFile();
});
afterAll(() => setting.end());

const unwrap = (grant: string) =>
  setting.post('/v1/unwrap', { grant, wrapped_dek: file.wrappedDek, client_key: client.jwk });

async function scrape(): Promise<readonly ScrapedSample[]> {
  const line = setting.logged.map((text) => JSON.parse(text)).find(({ message }) => message === 'metrics');
  return parseExposition(await (await fetch(`http://127.0.0.1:${line.port}/metrics`)).text());
}

const seriesOf = (samples: readonly ScrapedSample[], name: string): Readonly<Record<string, number>> =>
  Object.fromEntries(samples.filter(({ family }) => family === name).map(({ series, value }) => [series, value]));

test('metrics count releases and refusals of keys, refused grants by reason, and the time of the vault', async () => {
  expect((await unwrap(setting.grant(file, client))).status).toBe(200);
  const other = grantSigner(signingKeyFrom(randomBytes(32).toString('base64url')));
  expect((await unwrap(other.sign(setting.claims(file, client), file.wrappedDek))).status).toBe(403);
  const samples = await scrape();
  expect(seriesOf(samples, 'strongroom_keys_released_total')).toEqual({ strongroom_keys_released_total: 1 });
  expect(seriesOf(samples, 'strongroom_keys_refused_total')).toEqual({
    'strongroom_keys_refused_total{code="GRANT_INVALID"}': 1,
  });
  expect(seriesOf(samples, 'strongroom_grants_refused_total')).toEqual({
    'strongroom_grants_refused_total{reason="unknown key"}': 1,
  });
  expect(seriesOf(samples, 'strongroom_ready')).toEqual({ strongroom_ready: 1 });
  expect(seriesOf(samples, 'strongroom_dependency_duration_seconds')).toHaveProperty(
    ['strongroom_dependency_duration_seconds_count{dependency="keys",call="unwrap"}'],
    1,
  );
  expect(Object.values(seriesOf(samples, 'strongroom_room_keys_age_seconds'))[0]).toBeLessThan(60);
  const known = new Set(Object.values(KEY_METRICS).map(({ name }) => name));
  const ours = samples.map(({ family }) => family).filter((name) => name.startsWith('strongroom_'));
  expect(ours.filter((name) => !known.has(name))).toEqual([]);
});

test('nothing of a grant, a key or a file is in a scrape', async () => {
  const text = (await scrape()).map(({ series }) => series).join('\n');
  for (const secret of [file.file, file.room, file.kmsKeyId, file.wrappedDek]) expect(text).not.toContain(secret);
});
