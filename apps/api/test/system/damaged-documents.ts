import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { aRoom } from '../support/people-of-process.ts';
import { type Environment, Place, type ServiceProcess } from '../support/service-process.ts';

/** `folder`: the data folder of the service. Resolves with the number of documents that were changed. */
export type Damaged = Readonly<{ settings: Environment; folder: string; collection: string; id: string | undefined }>;

export type Damageable = Readonly<{
  settings: () => Environment | Promise<Environment>;
  /** Writes the body of one document of a collection, or of all of them, while the service rests. */
  write: (at: Damaged, body: string) => Promise<number>;
  /** Bodies that a failing disk, or another program, may leave behind in this database. */
  bodies: readonly string[];
}>;

/** Documents without which no service starts, in the order of a start. */
const OF_THE_STORE = ['settings', 'organisations', 'schemas', 'audit-keeping', 'store-place'] as const;

/** Registers tests that a damaged document is refused by its name, and that everything else works. */
export function goesOnBesideDamage({ settings: make, write, bodies }: Damageable): void {
  let place: Place;
  let settings: Environment;
  let service: ServiceProcess;
  let token: string;
  beforeEach(async () => {
    place = await Place.make();
    settings = await make();
    service = await place.start(settings);
    token = settings.STRONGROOM_OWNER_TOKEN ?? (await place.ownerToken());
  }, 60_000);
  afterEach(() => place.end());

  async function damage(collection: string, id: string | undefined, body: string): Promise<void> {
    service.signal('SIGTERM');
    await service.ended();
    expect(await write({ settings, folder: place.data, collection, id }, body)).toBeGreaterThan(0);
  }

  test.each(bodies)('a room that is %s is refused by name, and left out of lists', async (body) => {
    const owner = service.as(token);
    const [room, other] = [await aRoom(owner), await aRoom(owner)];
    await damage('rooms', room.id, body);
    service = await place.start(settings);
    const after = service.as(token);
    expect(await after.get(`/rooms/${room.id}`)).toMatchObject({
      status: 500,
      body: { error: { code: 'INTERNAL_ERROR' } },
    });
    const word = encodeURIComponent(other.name.split(' ', 1)[0] ?? '');
    for (const path of ['/me', `/rooms/${other.id}`]) expect((await after.get(path)).status).toBe(200);
    for (const path of ['/rooms', `/rooms?q=${word}&may=true`])
      expect(await after.get(path)).toMatchObject({ status: 200, body: { data: [{ id: other.id }] } });
    const named = { error: 'DocumentDamaged', document: `rooms/${room.id}` };
    for (const message of ['a request failed', 'a damaged document is left out of lists; restore a backup'])
      expect(service.lines()).toContainEqual(expect.objectContaining({ ...named, message }));
  });

  test.each(OF_THE_STORE.flatMap((collection) => bodies.map((body) => [collection, body] as const)))(
    'a document of %s that is %s is named by the refused start',
    async (collection, body) => {
      await damage(collection, undefined, body);
      const { code, err } = await place.refusal(settings);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(`the document \\S+ of ${collection} is damaged; restore a`),
      ]);
    },
  );

  test('a damaged list of processes is written again', async () => {
    await damage('processes', undefined, '{}');
    service = await place.start(settings);
    expect((await service.as(token).get('/me')).status).toBe(200);
  });
}
