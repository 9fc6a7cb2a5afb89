import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { aRoom } from '../support/people-of-process.ts';
import { Place, type ServiceProcess } from '../support/service-process.ts';

/** Documents that another program, or a failing disk, changed in the database of a service. */

let place: Place;
let service: ServiceProcess;
let token: string;
beforeEach(async () => {
  place = await Place.make();
  service = await place.start();
  token = await place.ownerToken();
});
afterEach(() => place.end());

/** Writes the body of a document while the service rests. */
async function damage(collection: string, id: string | undefined, body: string): Promise<void> {
  service.signal('SIGTERM');
  await service.ended();
  const database = new DatabaseSync(join(place.data, 'strongroom.db'));
  const { changes } = database
    .prepare('UPDATE documents SET body = ? WHERE collection = ? AND id = coalesce(?, id)')
    .run(body, collection, id ?? null);
  database.close();
  expect(Number(changes)).toBeGreaterThan(0);
}

test.each(['null', '{', '{"id":"x"}'])(
  'a room that is %s is refused by name, and the service goes on',
  async (body) => {
    const owner = service.as(token);
    const [room, other] = [await aRoom(owner), await aRoom(owner)];
    await damage('rooms', room.id, body);
    service = await place.start();
    const after = service.as(token);
    expect(await after.get(`/rooms/${room.id}`)).toMatchObject({
      status: 500,
      body: { error: { code: 'INTERNAL_ERROR' } },
    });
    for (const path of ['/me', `/rooms/${other.id}`]) expect((await after.get(path)).status).toBe(200);
    expect(service.lines()).toContainEqual(
      expect.objectContaining({ error: 'DocumentDamaged', document: `rooms/${room.id}` }),
    );
  },
);

test.each(['settings', 'organisations', 'schemas', 'audit-keeping', 'store-place'])(
  'a document of %s that no service can do without is named by the refused start',
  async (collection) => {
    await damage(collection, undefined, '{');
    const { code, err } = await place.refusal();
    expect([code, err]).toEqual([1, expect.stringMatching(`the document \\S+ of ${collection} is damaged; restore a`)]);
  },
);

test('a damaged list of processes is written again', async () => {
  await damage('processes', undefined, '{}');
  service = await place.start();
  expect((await service.as(token).get('/me')).status).toBe(200);
});
