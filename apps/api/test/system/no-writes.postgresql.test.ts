import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { freePort } from '@strongroom/test-servers/free-port';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { given } from '../support/people-of-process.ts';
import { onPostgresql } from '../support/postgresql-settings.ts';
import { eventually, Place } from '../support/service-process.ts';

jest.setTimeout(120_000);

let postgresql: PostgresqlServers;
let place: Place;
beforeAll(async () => {
  postgresql = await PostgresqlServers.start();
}, 120_000);
afterAll(() => postgresql?.stop());
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

test('a service on a PostgreSQL that takes no writes serves reads, refuses changes by their name, and says so', async () => {
  const url = await postgresql.aDatabase();
  const name = new URL(url).pathname.slice(1);
  const set = async (change: string): Promise<void> => {
    await postgresql.sql(`ALTER DATABASE ${name} ${change}`);
    await postgresql.sql(
      `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    );
  };
  const metricsPort = await freePort();
  const settings = { ...onPostgresql(url), STRONGROOM_RATE_LIMIT: '60' };
  const service = await place.start({ ...settings, STRONGROOM_METRICS_PORT: String(metricsPort) });
  const owner = service.as(settings.STRONGROOM_OWNER_TOKEN);
  const room = await given(owner.post('/rooms', { name: 'Falcon', classification: 'C2' }));

  await set('SET default_transaction_read_only = on');
  expect((await given(owner.get(`/rooms/${room.id}`))).name).toBe('Falcon');
  const refused = await owner.patch(`/rooms/${room.id}`, { name: 'Hawk' });
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'READ_ONLY' } } });
  expect(refused.body.error.message).toContain('Its operator has to give it room, or to make it writable again');
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await eventually('the metric', async () => (await metrics()).includes('writes_refused{reason="no_writes"} 1'));
  const answer = await fetch(`${service.url}/readyz`);
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { status: 'read_only', checks: { documents: 'no_writes', limits: 'ok' } },
  ]);
  const alarm = { level: 'error', alarm: 'limits', dependency: 'limits', sqlstate: '25006' };
  expect(service.lines()).toContainEqual(expect.objectContaining(alarm));
  // The process counts by itself: within a minute 60 requests of one token pass, and no more.
  const statuses: number[] = [];
  for (let asked = 0; asked < 80; asked += 1) statuses.push((await owner.get('/rooms')).status);
  expect(statuses.slice(-10)).toEqual(Array.from({ length: 10 }, () => 429));
  const start = await place.refusal({ ...settings, STRONGROOM_DATA_DIR: `${place.folder}/other` });
  expect(start).toMatchObject({ code: 1, err: expect.stringContaining('The database takes no writes') });

  await set('RESET default_transaction_read_only');
  await eventually('a change', async () => (await owner.patch(`/rooms/${room.id}`, { name: 'Hawk' })).status === 200);
  const isReady = async (): Promise<boolean> =>
    (await (await fetch(`${service.url}/readyz`)).text()).includes('"ready"');
  await eventually('its readiness', isReady);
});
