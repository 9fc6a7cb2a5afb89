import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';

const COUNT = 6000;

let place: Place;
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const ready = (service: ServiceProcess) =>
  eventually('readiness', async () => (await fetch(`${service.url}/readyz`)).status === 200 || undefined);

/** The file as the earlier version left it: without the tables of the log, with its events as documents. */
function leaveOlderLog(): void {
  const database = new DatabaseSync(join(place.data, 'strongroom.db'));
  database.exec('DROP TABLE events; DROP TABLE event_ids; DROP TABLE postings; DROP TABLE blocks; DROP TABLE tiles');
  database.exec('DROP TABLE log; PRAGMA user_version = 1');
  for (const at of ['written', 'begun'])
    database.exec(`UPDATE documents SET body = json_set(body, '$.${at}.events', 1) WHERE collection = 'schemas'`);
  const id = `printf('%08x-0000-4000-8000-000000000000', n)`;
  const body = `json_object('id', ${id}, 'type', 'room.edited', 'outcome', 'allowed', 'rule', NULL,
    'occurredAt', 1700000000000 + n, 'actor', json_object('type', 'system'), 'target', json_object('type', 'room',
    'id', ${id}, 'roomId', ${id}, 'label', 'C2'), 'request', NULL, 'data', json_object('n', n))`;
  const all = `WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${COUNT})`;
  database.exec(`${all} INSERT INTO documents SELECT 'events', ${id}, 1, 1, 1700000000000 + n, '["C2|||"]', '[]', ${body}
    FROM numbers; ${all} INSERT INTO keys SELECT 'events', 'C2|||', 1700000000000 + n, ${id} FROM numbers`);
  database.close();
}

test('moves the events of an older version to the log before it serves, also after a kill -9', async () => {
  const first = await place.start();
  const token = await place.ownerToken();
  first.signal('SIGTERM');
  await first.ended();
  leaveOlderLog();

  const killed = await place.start();
  expect((await killed.as(token).get('/me')).status).toBe(503);
  await killed.kill();

  const both = await Promise.all([place.start(), place.start()]);
  for (const service of both) {
    await ready(service);
    const { body } = await service.as(token).get('/audit-events?type=room.edited&per_page=3');
    expect(body.meta).toMatchObject({ total: COUNT, total_is_exact: true });
    const seqs = body.data.map(({ seq }: { seq: number }) => seq);
    expect(seqs).toEqual([COUNT, COUNT - 1, COUNT - 2]);
    expect(body.data[0].data).toEqual({ n: COUNT - 1 });
    const started = await service.as(token).get('/audit-events?type=log.started');
    expect(started.body.data).toMatchObject([{ seq: 0, data: { before: COUNT }, actor: { type: 'system' } }]);
  }
});
