import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Json, SearchText } from '@strongroom/domain';
import { folderId } from '../../src/store/folders.ts';
import { aFile, aLink, aMember, aPerson, aRoom } from '../world/mothers.ts';
import { openWorld, type World } from '../world/world.ts';

/** Lists with a document that another program, or a failing disk, changed: it is left out, and named. */

let world: World;

/** A list of two things, and the document without which it lacks the first of them. */
type Row = Readonly<{
  collection: string;
  id: string;
  first: string;
  second: string;
  list: () => Promise<readonly string[]>;
}>;
const rows = new Map<string, Row>();

beforeAll(async () => {
  world = await openWorld();
  const { app, owner } = world;
  const ada = await aPerson(world);
  const [room, other] = [await aRoom(world, ada), await aRoom(world, ada)];
  const [ben, cleo] = [await aMember(world, room, 'contributor', ada), await aMember(world, room, 'viewer', ada)];
  const officer = await aPerson(world, 'security_officer');
  const inRoom = { roomId: room.id };
  const [file, another] = [await aFile(world, ada, room), await aFile(world, ada, room)];
  const [link, next] = [await aLink(world, ada, file), await aLink(world, ada, file)];
  const [folder, below] = [
    await ada.ask(app.folders.create, { ...inRoom, path: 'a' } as never),
    await ada.ask(app.folders.create, { ...inRoom, path: 'b' } as never),
  ] as unknown as readonly Readonly<{ folder: Readonly<{ id: string }> }>[];
  await ada.ask(app.rooms.edit, { ...inRoom, binDays: 7 });
  const [gone, thrown] = [await aFile(world, ada, room), await aFile(world, ada, room)];
  for (const { id } of [gone, thrown]) await ada.ask(app.files.delete, { fileId: id });
  // The root is older than its groups.
  world.clock.advance(1);
  const [unit, branch] = [
    (await owner.ask(app.orgUnits.create, { name: 'Sesame unit' })).unit,
    (await owner.ask(app.orgUnits.create, { name: 'Sesame branch' })).unit,
  ];
  for (const { id: userId } of [ben, cleo])
    await owner.ask(app.orgUnits.addMember, { unitId: unit.id, userId, role: 'member' });
  await owner.ask(app.orgUnits.addMember, { unitId: branch.id, userId: ben.id, role: 'member' });
  const hook = (await owner.ask(app.webhooks.create, { url: 'https://one.example/' })).webhook;
  const receiver = (await owner.ask(app.webhooks.create, { url: 'https://two.example/' })).webhook;
  const [empty, full] = [await aRoom(world, ada), await aRoom(world, ada)];
  await aFile(world, ada, full);
  const receipt = await ada.ask(app.rooms.delete, { roomId: empty.id });
  const later = await ada.ask(app.rooms.delete, { roomId: full.id });
  await world.app.worker.runDue();

  const ids = (items: readonly Readonly<{ id: string }>[]) => items.map(({ id }) => id);
  const row = (name: string, collection: string, [id, first, second]: readonly string[], list: Row['list']) =>
    rows.set(name, { collection, id: id ?? '', first: first ?? '', second: second ?? '', list });
  const roomsOf = async (input: Parameters<typeof app.rooms.list>[1]) =>
    ids((await ada.ask(app.rooms.list, { may: true, ...input })).items.map((one) => one.room));
  for (const [name, input] of [
    ['', {}],
    [' that are sought', { q: 'room' as SearchText }],
  ] as const) {
    row(`rooms${name}`, 'rooms', [room.id, room.id, other.id], () => roomsOf(input));
    row(`rooms${name} of memberships`, 'memberships', [`${room.id}/${ada.id}`, room.id, other.id], () =>
      roomsOf(input),
    );
  }
  row('overseen rooms', 'rooms', [room.id, room.id, other.id], async () =>
    ids((await officer.ask(app.rooms.listOverseen, { may: true })).items.map((one) => one.room)),
  );
  const members = async () =>
    (await ada.ask(app.rooms.listMembers, { ...inRoom, may: true })).items.map(({ membership }) => membership.userId);
  row('members', 'memberships', [`${room.id}/${ben.id}`, ben.id, cleo.id], members);
  const filesBy = (input: object) => async () =>
    ids((await ada.ask(app.files.list, { ...inRoom, may: true, ...input } as never)).items);
  row('files', 'files', [file.id, file.id, another.id], filesBy({}));
  row(
    'files by name',
    'files',
    [file.id, file.id, another.id],
    filesBy({ sort: { column: 'name', isFalling: false } }),
  );
  row(
    'folders',
    'folders',
    [folderId(room.id, 'a' as never), folder?.folder.id ?? '', below?.folder.id ?? ''],
    async () => (await ada.ask(app.folders.list, { ...inRoom })).items.flatMap(({ id }) => id ?? []),
  );
  row('bin', 'files', [gone.id, gone.id, thrown.id], async () =>
    ids((await ada.ask(app.bin.list, { ...inRoom, may: true })).items.map(({ file: { id } }) => ({ id }))),
  );
  row('links of a file', 'share-links', [link.link.id, link.link.id, next.link.id], async () =>
    ids((await ada.ask(app.shares.list, { fileId: file.id, may: true })).items.map((one) => one.link)),
  );
  row('links of a room', 'share-links', [link.link.id, link.link.id, next.link.id], async () =>
    ids((await ada.ask(app.shares.listOfRoom, { ...inRoom, may: true })).items.map((one) => one.link)),
  );
  row('users', 'users', [ben.id, ben.id, cleo.id], async () =>
    ids((await owner.ask(app.users.list, { may: true })).items.map(({ user }) => user)),
  );
  row('units', 'org-units', [branch.id, branch.id, unit.id], async () =>
    ids((await owner.ask(app.orgUnits.list, { may: true })).items.map((one) => one.unit)),
  );
  row('members of a unit', 'unit-memberships', [`${unit.id}/${ben.id}`, ben.id, cleo.id], async () =>
    (await owner.ask(app.orgUnits.listMembers, { unitId: unit.id })).items.map((one) => one.membership.userId),
  );
  row('users of a directory', 'users', [ben.id, ben.id, cleo.id], async () =>
    ids((await app.directory.users(await owner.enter(), { offset: 0, limit: 100 })).items),
  );
  row('groups of a directory', 'org-units', [branch.id, branch.id, unit.id], async () =>
    ids((await app.directory.groups(await owner.enter(), { offset: 0, limit: 100 })).items),
  );
  const unitsOfBen = async () =>
    (await owner.ask(app.orgUnits.ofUser, { userId: ben.id })).items.map((one) => one.unit.id);
  row('units of a user', 'org-units', [branch.id, branch.id, unit.id], unitsOfBen);
  row('webhooks', 'webhooks', [hook.id, hook.id, receiver.id], async () =>
    ids((await owner.ask(app.webhooks.list, {})).items),
  );
  row('receipts', 'receipts', [receipt.id, receipt.id, later.id], async () =>
    ids((await ada.ask(app.receipts.list, {})).items),
  );
});

const NAMES = [
  'rooms',
  'rooms of memberships',
  'rooms that are sought',
  'rooms that are sought of memberships',
  'overseen rooms',
  'members',
  'files',
  'files by name',
  'folders',
  'bin',
  'links of a file',
  'links of a room',
  'users',
  'units',
  'members of a unit',
  'units of a user',
  'users of a directory',
  'groups of a directory',
  'webhooks',
  'receipts',
] as const;

async function bodyOf({ collection, id }: Row): Promise<Json> {
  const [document] = await world.ports.documents.read([{ collection, id }]);
  if (document === undefined) throw new Error(`${collection} has no ${id}`);
  return document.body;
}

async function write({ collection, id }: Row, body: Json): Promise<void> {
  const [document] = await world.ports.documents.read([{ collection, id }]);
  if (document === undefined) throw new Error(`${collection} has no ${id}`);
  await world.ports.documents.commit([{ collection, replace: { ...document, version: document.version + 1, body } }]);
}

describe.each(NAMES)('a list of %s', (name) => {
  const row = (): Row => {
    const found = rows.get(name);
    if (found === undefined) throw new Error(`no row ${name}`);
    return found;
  };

  test('leaves a damaged document out, and names it', async () => {
    const body = await bodyOf(row());
    expect(await row().list()).toEqual(expect.arrayContaining([row().first, row().second]));
    for (const damaged of [null, 'x', [], {}, { id: row().id }]) {
      await write(row(), damaged);
      const shown = await row().list();
      expect(shown).toContain(row().second);
      expect(shown).not.toContain(row().first);
    }
    await write(row(), body);
    expect(world.ports.log.warnings).toContainEqual({
      message: 'a damaged document is left out of lists; restore a backup',
      fields: expect.objectContaining({
        error: 'DocumentDamaged',
        document: expect.stringContaining(`${row().collection}/${row().id.split('/', 1)[0]}`),
      }),
    });
  });

  test('shows the other things, whichever property of one is damaged', async () => {
    const body = await bodyOf(row());
    const failed: string[] = [];
    for (const property of Object.keys(body as object))
      for (const value of [null, 7, 'x', {}, [], undefined]) {
        await write(row(), JSON.parse(JSON.stringify({ ...(body as object), [property]: value })));
        const shown = await row()
          .list()
          .catch((error: unknown) => [`${property}=${JSON.stringify(value)} ${String(error)}`]);
        if (!shown.includes(row().second)) failed.push(shown.join(' '));
      }
    await write(row(), body);
    expect(failed).toEqual([]);
  });
});

describe('pages by number', () => {
  test('repeat and skip nothing beside a damaged document, and a cursor goes on after it', async () => {
    const { app } = world;
    const by = await aPerson(world);
    const made: string[] = [];
    for (let at = 0; at < 7; at++) {
      made.unshift((await aRoom(world, by)).id);
      world.clock.advance(1000);
    }
    const damaged = { collection: 'memberships', id: `${made[1]}/${by.id}` } as Row;
    const body = await bodyOf(damaged);
    await write(damaged, null);
    const asked = (input: object) => by.ask(app.rooms.list, { perPage: 3, ...input } as never);
    const shown = async (input: object) => (await asked(input)).items.map(({ room }) => room.id);
    const pages = [await shown({ page: 1 }), await shown({ page: 2 }), await shown({ page: 3 })];
    expect(pages.flat()).toEqual(made.filter((id) => id !== made[1]));
    expect(await shown({ cursor: (await asked({})).meta.nextCursor })).toEqual(pages[1]);
    await write(damaged, body);
  });
});
