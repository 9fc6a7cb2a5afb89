import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Json } from '@strongroom/domain';
import { aFile, aMember, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { openWorld, type World } from '../world/world.ts';

/** Documents that another program, or a failing disk, made of ours. */

let world: World;
let ada: Person;
beforeEach(async () => {
  world = await openWorld();
  ada = await aPerson(world);
});

async function damage(collection: string, id: string, change: (body: Json) => Json): Promise<void> {
  const { documents } = world.ports;
  const [document] = await documents.read([{ collection, id }]);
  if (document === undefined) throw new Error(`${collection} has no ${id}`);
  await documents.commit([
    { collection, replace: { ...document, version: document.version + 1, body: change(document.body) } },
  ]);
}

const BODIES: Readonly<Record<string, Json>> = {
  null: null,
  'a text': 'x',
  'a list': [],
  'an empty object': {},
  'an object of another id': { id: 'x', label: 'C1' },
};

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => ({ value }),
    (error: unknown) => error,
  );

describe.each(Object.keys(BODIES))('a document that is %s', (what) => {
  test('fails the read of a room, file or user with an error that names it', async () => {
    const room = await aRoom(world, ada);
    const file = await aFile(world, ada, room);
    const ben = await aMember(world, room, 'viewer', ada);
    const reads: readonly (readonly [string, string, () => Promise<unknown>])[] = [
      ['files', file.id, () => ada.ask(world.app.files.get, { fileId: file.id })],
      ['users', ben.id, () => world.owner.ask(world.app.users.get, { userId: ben.id })],
      ['rooms', room.id, () => ada.ask(world.app.rooms.get, { roomId: room.id })],
    ];
    for (const [collection, id, read] of reads) {
      await read();
      await damage(collection, id, () => BODIES[what] ?? null);
      expect(await outcomeOf(read())).toMatchObject({ name: 'DocumentDamaged', collection, documentId: id });
    }
  });
});

test('a damaged job stops no other one', async () => {
  const { documents } = world.ports;
  const job = { id: 'damaged', version: 1, schema: 1, position: world.clock.now(), keys: ['runnable'], uniqueKeys: [] };
  const [listed] = await documents.list('jobs', { anyOf: ['runnable'] }, { limit: 1 });
  await documents.commit([
    { collection: 'jobs', insert: { ...job, ...(listed && { keys: listed.keys }), body: null } },
  ]);
  // By the link of a mail, which a job sends.
  expect(await aPerson(world)).toBeDefined();
});

/** Fields that decide about rights, and the collection that has them. */
const DECIDING = [
  ['files', 'roomId'],
  ['files', 'status'],
  ['files', 'effectiveLabel'],
  ['users', 'role'],
  ['users', 'status'],
  ['rooms', 'label'],
  ['rooms', 'status'],
] as const;

test.each(DECIDING)('%s whose %s is missing or of another kind give no right', async (collection, field) => {
  const room = await aRoom(world, ada);
  const file = await aFile(world, ada, room);
  const ben = await aMember(world, room, 'viewer', ada);
  const id = { files: file.id, users: ben.id, rooms: room.id }[collection];
  const read = () => ben.ask(world.app.files.get, { fileId: file.id });
  const [document] = await world.ports.documents.read([{ collection, id }]);
  for (const bad of [null, 'x', 7, {}, []]) {
    await damage(collection, id, () => ({ ...(document?.body as object), [field]: bad }));
    expect(await outcomeOf(read())).toBeInstanceOf(Error);
  }
  await damage(collection, id, () => document?.body ?? null);
  expect(await outcomeOf(read())).toMatchObject({ value: expect.anything() });
});
