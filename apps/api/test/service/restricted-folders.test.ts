import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Reply } from '../support/caller.ts';
import { aFile, aPerson, aRoom, IV, type Person, TAG } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
/** Ada owns the rooms, up to the label C2; Cleo reads labels up to C4, and owns them too. */
let ada: Person;
let cleo: Person;
let ann: Person;
let bea: Person;

beforeAll(async () => {
  world = await startService();
  ada = await aPerson(world);
  cleo = await aPerson(world, 'member', 'C4');
  ann = await aPerson(world, 'member', 'C4');
  bea = await aPerson(world);
});
afterAll(() => world.stop());

const seen = ({ status, body }: Reply) => [status, body.error?.code ?? body.data];
const idOf = ({ body }: Reply): string => body.data.id;

/** A room whose owners make the folders at its top, with Ann as contributor and Bea as viewer, each in a group. */
async function aDeal() {
  const room = await aRoom(ada.caller, 'C1', { structure: 'owners', bin_days: 30 });
  const at = `/rooms/${room}`;
  const roles = [
    [cleo, 'owner'],
    [ann, 'contributor'],
    [bea, 'viewer'],
  ] as const;
  for (const [person, role] of roles) await ada.caller.post(`${at}/members`, { user_id: person.id, role });
  const groups: string[] = [];
  for (const person of [ann, bea]) {
    const group = idOf(await ada.caller.post(`${at}/groups`, { name: person.id }));
    await ada.caller.post(`${at}/groups/${group}/members`, { user_id: person.id });
    groups.push(group);
  }
  const list = (index: number, role = 'contributor') => ({ groups: [{ group_id: groups[index], role }] });
  const restricted = async (path: string, access: object) =>
    idOf(await ada.caller.post(`${at}/folders`, { path, access }));
  return { room, at, list, restricted };
}

const totals = async ({ caller }: Person, at: string): Promise<readonly unknown[]> => {
  const [room, files, folders] = [
    await caller.get(at),
    await caller.get(`${at}/files`),
    await caller.get(`${at}/folders`),
  ];
  return [room.body.data.file_count, files.body.meta.total, folders.body.meta.total];
};

test('a folder that only looks empty stays restricted when it is deleted, and keeps its list when it is made again', async () => {
  const { room, at, list, restricted } = await aDeal();
  const folder = await restricted('Bea', list(1));
  await aFile(cleo.caller, room, { folder: 'Bea', classification: 'C4' });
  expect((await ada.caller.delete(`${at}/folders/${folder}`)).status).toBe(200);
  // Ann is cleared for the file, and would see it in an open folder.
  expect(await totals(ann, at)).toEqual([0, 0, 0]);
  const again = await ada.caller.post(`${at}/folders`, { path: 'Bea' });
  expect([again.status, again.body.data.access]).toEqual([201, { ...list(1), restricted_by: [idOf(again)] }]);
  expect(await totals(ann, at)).toEqual([0, 0, 0]);
  expect(await totals(cleo, at)).toEqual([1, 1, 1]);
  // The folder around it is not empty, though Ada sees nothing in it.
  const inBox = await restricted('Box/Bea', list(1));
  await aFile(cleo.caller, room, { folder: 'Box/Bea', classification: 'C4' });
  expect((await ada.caller.delete(`${at}/folders/${inBox}`)).status).toBe(200);
  const [box] = (await ada.caller.get(`${at}/folders?prefix=Box`)).body.data;
  expect([box.path, seen(await ada.caller.delete(`${at}/folders/${box.id}`))]).toEqual([
    'Box',
    [409, 'FOLDER_NOT_EMPTY'],
  ]);
});

test('a restricted folder that is made where hidden files lie takes them', async () => {
  const { room, at, list, restricted } = await aDeal();
  await aFile(cleo.caller, room, { folder: 'Bea/deep', classification: 'C4', name: 'hidden.pdf' });
  expect(await totals(ann, at)).toEqual([1, 1, 2]);
  expect((await ann.caller.get(`${at}/files?q=hidden`)).body.meta.total).toBe(1);
  // Ada does not see that it is there.
  await restricted('Bea', list(1));
  expect(await totals(ann, at)).toEqual([0, 0, 0]);
  expect((await ann.caller.get(`${at}/files?q=hidden`)).body.meta.total).toBe(0);
  expect(await totals(cleo, at)).toEqual([1, 1, 2]);
});

test('a file whose restricted folder was deleted is restored with that restriction, or not at all', async () => {
  const { room, at, list, restricted } = await aDeal();
  const folder = await restricted('Bea', list(1));
  const [one, other] = [
    await aFile(ada.caller, room, { folder: 'Bea' }),
    await aFile(ada.caller, room, { folder: 'Bea' }),
  ];
  for (const id of [one, other]) await ada.caller.delete(`/files/${id}`);
  expect((await ada.caller.delete(`${at}/folders/${folder}`)).status).toBe(200);
  expect((await ada.caller.post(`/files/${one}/restore`)).status).toBe(200);
  expect(await totals(ann, at)).toEqual([0, 0, 0]);
  expect(await totals(bea, at)).toEqual([1, 1, 1]);
  await ada.caller.delete(`/files/${one}`);
  const [{ id }] = (await ada.caller.get(`${at}/folders`)).body.data;
  expect((await ada.caller.delete(`${at}/folders/${id}`)).status).toBe(200);
  expect((await ada.caller.patch(at, { structure: 'open' })).status).toBe(200);
  expect(seen(await ada.caller.post(`/files/${other}/restore`))).toEqual([409, 'STRUCTURE_OPEN']);
});

test('a folder whose only group is deleted is left to owners of the room', async () => {
  const { room, at, list, restricted } = await aDeal();
  const folder = await restricted('Bea', list(1));
  await aFile(ada.caller, room, { folder: 'Bea' });
  const group = list(1).groups[0]?.group_id;
  expect((await ada.caller.delete(`${at}/groups/${group}`)).status).toBe(200);
  for (const person of [ann, bea]) expect(await totals(person, at)).toEqual([0, 0, 0]);
  const { access } = (await ada.caller.get(`${at}/folders/${folder}`)).body.data;
  expect(access).toEqual({ groups: [], restricted_by: [folder] });
});

test('a restricted folder keeps its list when it moves, and moves into no open place', async () => {
  const { room, at, list, restricted } = await aDeal();
  const folder = await restricted('Deal/Bea', list(1));
  await aFile(ada.caller, room, { folder: 'Deal/Bea', name: 'x.pdf' });
  const deal = (await ada.caller.get(`${at}/folders?prefix=Deal`)).body.data[0];
  // A folder that was made on the way to a restricted one is for owners.
  expect(deal.structure).toBe('owners');
  await ada.caller.post(`${at}/folders`, { path: 'Open' });
  expect(seen(await ada.caller.patch(`${at}/folders/${folder}`, { path: 'Open/Bea' }))).toEqual([
    409,
    'STRUCTURE_OPEN',
  ]);
  expect((await ada.caller.patch(`${at}/folders/${deal.id}`, { path: 'Open/Deal' })).status).toBe(200);
  expect((await ada.caller.get(`${at}/folders/${folder}`)).body.data).toMatchObject({
    path: 'Open/Deal/Bea',
    access: list(1),
  });
  expect(await totals(ann, at)).toEqual([0, 0, 2]);
  expect(await totals(bea, at)).toEqual([1, 1, 3]);
  expect(seen(await ada.caller.delete(`${at}/folders/${deal.id}`))).toEqual([409, 'FOLDER_NOT_EMPTY']);
});

test('the role in a folder takes the place of the role in the room', async () => {
  const { room, at, list, restricted } = await aDeal();
  const [toRead, toAdd] = [await restricted('Read', list(0, 'viewer')), await restricted('Add', list(1))];
  const announced = { name: 'n', size: 5, content_type: 'a/b' };
  // A contributor of the room only reads, and a viewer adds, also folders.
  const upload = (person: Person, folder: string) =>
    person.caller.post(`${at}/files/upload-url`, { ...announced, folder });
  expect(seen(await upload(ann, 'Read'))).toEqual([403, 'INSUFFICIENT_ROOM_ROLE']);
  expect(seen(await ann.caller.post(`${at}/folders`, { path: 'Read/x' }))).toEqual([403, 'INSUFFICIENT_ROOM_ROLE']);
  expect(seen(await ann.caller.delete(`${at}/folders/${toRead}`))).toEqual([403, 'INSUFFICIENT_ROOM_ROLE']);
  const added = (await upload(bea, 'Add')).body.data;
  await fetch(added.upload_url, { method: 'PUT', body: 'hello' });
  const confirmed = await bea.caller.post(`${at}/files/${added.file_id}/confirm`, { iv: IV, tag: TAG });
  expect(confirmed.status).toBe(200);
  expect((await bea.caller.post(`${at}/folders`, { path: 'Add/x' })).status).toBe(201);
  expect(seen(await bea.caller.delete(`${at}/folders/${toAdd}`))).toEqual([403, 'INSUFFICIENT_ROOM_ROLE']);
  expect(seen(await bea.caller.post(`/files/${added.file_id}/share`, { expires_in: 60 }))).toEqual([
    403,
    'INSUFFICIENT_ROOM_ROLE',
  ]);
  // An upload that was announced before its place was closed goes nowhere.
  const pending = (await upload(bea, 'Add')).body.data;
  await fetch(pending.upload_url, { method: 'PUT', body: 'hello' });
  await ada.caller.put(`${at}/folders/${toAdd}/access`, { groups: [] });
  const late = await bea.caller.post(`${at}/files/${pending.file_id}/confirm`, { iv: IV, tag: TAG });
  expect(seen(late)).toEqual([404, 'FILE_NOT_FOUND']);
  expect(room).toBeDefined();
});

test('a room offers new folders where the caller can make them: at its top', async () => {
  const { at } = await aDeal();
  const offered = async () => (await ann.caller.get(at)).body.data.may.includes('folder.create');
  const makes = async (path: string) => (await ann.caller.post(`${at}/folders`, { path })).status === 201;
  expect([await offered(), await makes('Mine')]).toEqual([false, false]);
  expect((await ada.caller.get(at)).body.data.may).toContain('folder.create');
  expect((await ada.caller.patch(at, { structure: 'open' })).status).toBe(200);
  expect([await offered(), await makes('Mine')]).toEqual([true, true]);
});

test('a folder says what the caller may do in it', async () => {
  const { at, list, restricted } = await aDeal();
  const folder = await restricted('Bea', list(1));
  const open = idOf(await ada.caller.post(`${at}/folders`, { path: 'Common' }));
  const inList = async ({ caller }: Person) =>
    (await caller.get(`${at}/folders?may=true`)).body.data.map(
      ({ path, may }: Readonly<{ path: string; may: readonly string[] }>) => [path, may],
    );
  const ofOne = async ({ caller }: Person, id: string) => (await caller.get(`${at}/folders/${id}`)).body.data.may;
  const reads = ['access.folder.explain', 'folder.get'];
  const adds = ['access.folder.explain', 'file.upload', 'folder.create', 'folder.get', 'upload_request.create'];
  const keeps = ['folder.access', 'folder.delete', 'folder.edit', 'folder.structure'];
  const all = [...adds, ...keeps].toSorted();
  // A viewer of the room adds to their own folder only, and its room says so.
  expect(await inList(bea)).toEqual([
    ['Bea', adds],
    ['Common', reads],
  ]);
  expect((await bea.caller.get(at)).body.data.may).not.toContain('file.upload');
  expect(await inList(ann)).toEqual([['Common', adds]]);
  for (const person of [ada, cleo])
    expect(await inList(person)).toEqual([
      ['Bea', all],
      ['Common', all],
    ]);
  expect([await ofOne(bea, folder), await ofOne(ann, open), await ofOne(ada, folder)]).toEqual([adds, adds, all]);
  expect(seen(await ann.caller.get(`${at}/folders/${folder}`))).toEqual([404, 'FOLDER_NOT_FOUND']);
  const listed = (await bea.caller.get(`${at}/folders`)).body.data;
  expect(listed.map((one: object) => 'may' in one)).toEqual([false, false]);
  expect(seen(await bea.caller.get(`${at}/folders?may=yes`))).toEqual([400, 'VALIDATION_ERROR']);
  const made = await bea.caller.post(`${at}/folders`, { path: 'Bea/Offers' });
  expect([made.status, made.body.data.may]).toEqual([201, adds]);
  const many = await bea.caller.post(`${at}/folders/bulk`, { items: [{ path: 'Bea/Answers' }] });
  expect(many.body.data[0]).toMatchObject({ status: 201 });
  expect(many.body.data[0].data).not.toHaveProperty('may');
  // While the room is archived nothing may be added.
  await ada.caller.post(`${at}/archive`);
  expect([await ofOne(bea, folder), await ofOne(ada, folder)]).toEqual([reads, reads]);
  // Owners of the room still read who sees it.
  const accessFor = async ({ caller }: Person) => (await caller.get(`${at}/folders/${folder}`)).body.data.access;
  expect(await accessFor(ada)).toEqual({ ...list(1), restricted_by: [folder] });
  expect(await accessFor(bea)).toBeUndefined();
});

test('an explanation about a folder is for those who see it, and tells others of no folder', async () => {
  const { room, list, restricted } = await aDeal();
  const folder = await restricted('Bea', list(1));
  const ask = async ({ caller }: Person, about: object, of: Person = ann) =>
    seen(await caller.post('/access/explain', { user_id: of.id, ...about }));
  const asked = { action: 'file.upload', folder_id: folder };
  expect(await ask(bea, asked, bea)).toMatchObject([200, { effect: 'allow' }]);
  expect(await ask(ada, asked)).toMatchObject([200, { effect: 'deny' }]);
  const absent = { ...asked, folder_id: crypto.randomUUID() };
  for (const about of [asked, { ...asked, room_id: room }, absent, { ...absent, room_id: room }])
    for (const person of [ann, bea]) expect(await ask(ann, about, person)).toEqual([404, 'FOLDER_NOT_FOUND']);
  const another = await aRoom(ada.caller);
  expect(await ask(ada, { ...asked, room_id: another })).toEqual([404, 'FOLDER_NOT_FOUND']);
  expect(await ask(ada, { ...asked, action: 'room.edit', room_id: room })).toEqual([400, 'VALIDATION_ERROR']);
});

test('owners see files and folders as a viewer in one group does, and no more than before', async () => {
  const { room, at, list, restricted } = await aDeal();
  await restricted('Ann', list(0));
  await restricted('Bea', { groups: [...list(0, 'viewer').groups, ...list(1).groups] });
  await ada.caller.post(`${at}/folders`, { path: 'Common' });
  for (const folder of ['Ann', 'Bea', 'Common']) await aFile(ada.caller, room, { folder });
  await aFile(cleo.caller, room, { folder: 'Bea', classification: 'C4' });
  const [ofAnn, ofBea] = [list(0), list(1)].map(({ groups: [one] }) => one?.group_id);
  for (const path of [
    'files?per_page=10',
    'files?folder=Bea',
    'files?q=a',
    'folders?per_page=10',
    'folders?prefix=B',
  ]) {
    const seenBy = async ({ caller }: Person, as = '') => {
      const { data, meta } = (await caller.get(`${at}/${path}${as}`)).body;
      return { data, meta };
    };
    expect(await seenBy(ada, `&as_group=${ofBea}`)).toEqual(await seenBy(bea));
    expect(await seenBy(ada, `&as_group=${ofAnn}`)).not.toEqual(await seenBy(ada));
    // The owner is not cleared for what members of that group see.
    expect((await seenBy(ada, `&as_group=${ofBea}`)).meta.total).toBeLessThanOrEqual((await seenBy(ada)).meta.total);
    expect(seen(await ada.caller.get(`${at}/${path}&as_group=x`))).toEqual([404, 'GROUP_NOT_FOUND']);
    expect(seen(await ann.caller.get(`${at}/${path}&as_group=${ofAnn}`))).toEqual([403, 'INSUFFICIENT_ROOM_ROLE']);
  }
  const [file] = (await ada.caller.get(`${at}/files?folder=Bea&may=true&as_group=${ofBea}`)).body.data;
  expect(file.may).toContain('file.delete');
});

test('owners see files and folders as a member does, up to their own clearance', async () => {
  const { room, at, list, restricted } = await aDeal();
  const low = await aPerson(world, 'member', 'C1');
  await ada.caller.post(`${at}/members`, { user_id: low.id, role: 'viewer' });
  await restricted('Ann', list(0));
  await restricted('Bea', list(1));
  for (const folder of ['Ann', 'Bea', 'Common']) await aFile(ada.caller, room, { folder });
  await aFile(cleo.caller, room, { folder: 'Ann', classification: 'C4' });
  await aFile(ada.caller, room, { classification: 'C2' });
  for (const path of ['files?per_page=10', 'files?folder=Ann', 'files?q=a', 'files?sort=name', 'folders?prefix=']) {
    const seenBy = async ({ caller }: Person, as = '') => {
      const { data, meta } = (await caller.get(`${at}/${path}${as}`)).body;
      return { data, meta };
    };
    for (const member of [bea, low, cleo]) {
      const viewer = member === cleo ? ada : member;
      expect(await seenBy(ada, `&as_member=${member.id}`)).toEqual(await seenBy(viewer));
    }
    expect(await seenBy(cleo, `&as_member=${ann.id}`)).toEqual(await seenBy(ann));
    const asAnn = await seenBy(ada, `&as_member=${ann.id}`);
    expect(asAnn.data.filter((one: { classification?: string }) => one.classification === 'C4')).toEqual([]);
  }
  // A member who is not cleared for the room gets the same 404, and those who are no members have no place in it.
  const above = `/rooms/${await aRoom(ada.caller, 'C2')}`;
  await ada.caller.post(`${above}/members`, { user_id: low.id, role: 'viewer' });
  for (const path of ['files', 'folders', 'files?q=a']) {
    const as = `${path.includes('?') ? '&' : '?'}as_member=${low.id}`;
    expect(seen(await ada.caller.get(`${above}/${path}${as}`))).toEqual(seen(await low.caller.get(`${above}/${path}`)));
  }
  for (const id of ['x', crypto.randomUUID()])
    expect(seen(await ada.caller.get(`${at}/files?as_member=${id}`))).toEqual([404, 'MEMBER_NOT_FOUND']);
  await ada.caller.delete(`${at}/members/${low.id}`);
  expect(seen(await ada.caller.get(`${at}/files?as_member=${low.id}`))).toEqual([404, 'MEMBER_NOT_FOUND']);
  await world.owner.patch(`/users/${ada.id}`, { external: true });
  expect(seen(await ada.caller.get(`${at}/files?as_member=${ann.id}`))).toEqual([403, 'INSUFFICIENT_ROLE']);
  await world.owner.patch(`/users/${ada.id}`, { external: false });
});

test('the record says of a moved file whether it left a restricted folder', async () => {
  const { room, at, list, restricted } = await aDeal();
  await restricted('Ann', list(0));
  await ada.caller.post(`${at}/folders`, { path: 'Common' });
  const file = await aFile(ada.caller, room, { folder: 'Ann' });
  for (const folder of ['Common', 'Ann'])
    expect((await ada.caller.patch(`/files/${file}`, { folder })).status).toBe(200);
  const moves = (await ada.caller.get(`/audit-events?room_id=${room}&type=file.moved`)).body.data;
  expect(moves.map(({ data }: Readonly<{ data: object }>) => data)).toEqual([{ widened: false }, { widened: true }]);
});

test('the record says of a moved folder whether it left a restricted folder', async () => {
  const { room, at, restricted, list } = await aDeal();
  await restricted('Ann', list(0));
  const inner = idOf(await ada.caller.post(`${at}/folders`, { path: 'Ann/Inner' }));
  for (const path of ['Ann/Other', 'Other', 'Ann/Other'])
    expect((await ada.caller.patch(`${at}/folders/${inner}`, { path })).status).toBe(200);
  const moves = (await ada.caller.get(`/audit-events?room_id=${room}&type=folder.moved`)).body.data;
  const widened = moves.map(({ data }: Readonly<{ data: Readonly<{ widened: boolean }> }>) => data.widened);
  expect(widened).toEqual([false, true, false]);
});

test('a link of a member follows what they may do in the folder', async () => {
  const { room, at, list, restricted } = await aDeal();
  const folder = await restricted('Ann', list(0));
  const file = await aFile(ann.caller, room, { folder: 'Ann' });
  const { token } = (await ann.caller.post(`/files/${file}/share`, { expires_in: 3600 })).body.data;
  const use = async () => (await world.visitor.post(`/shares/by-token/${token}/download`, {})).status;
  expect(await use()).toBe(200);
  await ada.caller.put(`${at}/folders/${folder}/access`, list(1));
  expect(await use()).toBe(410);
  await ada.caller.put(`${at}/folders/${folder}/access`, list(0));
  expect(await use()).toBe(200);
});

test('files go into a folder by its id, also after it got another name, and a hidden folder is an absent one', async () => {
  const { room, at, list, restricted } = await aDeal();
  const mine = await restricted('Ann', list(0));
  const hidden = await restricted('Bea', list(1));
  const [one, two] = [await aFile(ann.caller, room), await aFile(ann.caller, room)];
  const folderOf = async (id: string) => (await ann.caller.get(`/files/${id}`)).body.data.folder;
  const upload = { name: 'b.txt', size: 5, content_type: 'text/plain' };
  const announce = (by: Person, more: object) => by.caller.post(`${at}/files/upload-url`, { ...upload, ...more });
  expect((await announce(ann, { folder: 'Ann', folder_id: mine })).status).toBe(400);
  expect((await ann.caller.patch(`/files/${one}`, { folder: 'Ann', folder_id: mine })).status).toBe(400);
  const { file_id: late, upload_url: url } = (await announce(ann, { folder_id: mine })).body.data;
  await ada.caller.patch(`${at}/folders/${mine}`, { path: 'Anna' });
  await fetch(url, { method: 'PUT', body: 'hello' });
  expect((await ann.caller.post(`${at}/files/${late}/confirm`, { iv: IV, tag: TAG })).body.data.folder).toBe('Anna');
  expect((await ann.caller.patch(`/files/${one}`, { folder_id: mine })).body.data.folder).toBe('Anna');
  expect((await ann.caller.patch(`/files/${one}`, { folder_id: null })).body.data.folder).toBe('');
  const answers = [hidden, crypto.randomUUID(), 'x'].map(async (id) => [
    seen(await announce(ann, { folder_id: id })),
    seen(await announce(bea, { folder_id: id === hidden ? mine : id })),
    seen(await ann.caller.patch(`/files/${one}`, { folder_id: id })),
    seen(await bea.caller.patch(`/files/${one}`, { folder_id: id })),
    (await move([one, two], id)).body.data.map(({ status }: { status: number }) => status),
  ]);
  for (const answer of await Promise.all(answers))
    expect(answer).toEqual([
      [404, 'FOLDER_NOT_FOUND'],
      [403, 'INSUFFICIENT_ROOM_ROLE'],
      [404, 'FOLDER_NOT_FOUND'],
      [403, 'INSUFFICIENT_ROOM_ROLE'],
      [404, 404],
    ]);
  function move(ids: readonly string[], folder: string | null, key = {}) {
    const items = ids.map((file_id) => ({ file_id }));
    return ann.caller.post(`${at}/files/bulk-move`, { items, folder_id: folder }, key);
  }
  const elsewhere = await aFile(ann.caller, (await aDeal()).room);
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const moved = await move([one, elsewhere, two, 'x'], mine, key);
  expect(moved.body.data.map(({ status }: { status: number }) => status)).toEqual([200, 404, 200, 404]);
  expect([await folderOf(one), await folderOf(two), await folderOf(elsewhere)]).toEqual(['Anna', 'Anna', '']);
  expect((await move([one, elsewhere, two, 'x'], mine, key)).text).toBe(moved.text);
  const log = await ada.caller.get(`/audit-events?type=file.moved&room_id=${room}`);
  expect(log.body.data.map(({ target }: { target: { id: string } }) => target.id)).toEqual([two, one, one, one]);
  await ada.caller.post(`${at}/archive`);
  expect(seen(await move([one], null))).toEqual([409, 'ROOM_ARCHIVED']);
});

test('a person comes into groups in the step that adds or invites them', async () => {
  const { at, restricted } = await aDeal();
  const [dora, gus] = [await aPerson(world), await aPerson(world)];
  const group = idOf(await ada.caller.post(`${at}/groups`, { name: 'Dora' }));
  const other = idOf(await ada.caller.post(`${at}/groups`, { name: 'Both' }));
  await restricted('Dora', { groups: [{ group_id: group, role: 'viewer' }] });
  const add = (more: object) => ada.caller.post(`${at}/members`, { user_id: dora.id, role: 'viewer', ...more });
  for (const refused of [[crypto.randomUUID()], [group, 'x']])
    expect(seen(await add({ group_ids: refused }))).toEqual([404, 'GROUP_NOT_FOUND']);
  expect((await dora.caller.get(at)).status).toBe(404);
  expect((await add({ group_ids: [group, group] })).status).toBe(400);
  expect((await add({ group_ids: [group] })).status).toBe(201);
  expect((await dora.caller.get(`${at}/folders`)).body.data.map(({ path }: { path: string }) => path)).toEqual([
    'Dora',
  ]);
  // A member who is there stays in the groups that they are in.
  expect((await add({ group_ids: [other] })).status).toBe(200);
  const email = 'guest@bidder.example';
  const invited = await ada.caller.post(`${at}/invitations`, { email, role: 'viewer', group_ids: [other] });
  expect(invited.status).toBe(201);
  const { body } = await ada.caller.post(`${at}/members/bulk`, {
    items: [
      { user_id: gus.id, role: 'viewer', group_ids: [other] },
      { user_id: ann.id, role: 'contributor', group_ids: [ada.id] },
    ],
  });
  expect(body.data.map(({ status }: { status: number }) => status)).toEqual([201, 404]);
  const membersOf = async (id: string) =>
    (await ada.caller.get(`${at}/members?group_id=${id}`)).body.data.map((one: { user_id: string }) => one.user_id);
  expect(await membersOf(group)).toEqual([dora.id]);
  expect(new Set(await membersOf(other))).toEqual(new Set([dora.id, gus.id, invited.body.data.user_id]));
  expect(seen(await ada.caller.get(`${at}/members?group_id=${ada.id}`))).toEqual([404, 'GROUP_NOT_FOUND']);
  for (const id of [group, ada.id])
    expect(seen(await dora.caller.get(`${at}/members?group_id=${id}`))).toEqual([403, 'INSUFFICIENT_ROOM_ROLE']);
  const events = (await world.owner.get('/audit-events?type=group.member_added')).body.data;
  expect(events.filter(({ data }: { data: { user_id: string } }) => data.user_id === dora.id)).toHaveLength(2);
  expect(seen(await ann.caller.post(`${at}/members`, { user_id: gus.id, role: 'viewer', group_ids: [group] }))[0]).toBe(
    403,
  );
});

test('the same list again makes no event, and one that changes makes one', async () => {
  const { room, at, list, restricted } = await aDeal();
  const folder = await restricted('Ann', list(0));
  const number = async () =>
    (await ada.caller.get(`/audit-events?room_id=${room}&type=folder.access_set`)).body.meta.total;
  expect(await number()).toBe(1);
  expect((await ada.caller.put(`${at}/folders/${folder}/access`, list(0))).status).toBe(200);
  expect(await number()).toBe(1);
  await ada.caller.put(`${at}/folders/${folder}/access`, { groups: null });
  await ada.caller.put(`${at}/folders/${folder}/access`, { groups: null });
  expect(await number()).toBe(2);
});

test('the event of a list has the list that held until then', async () => {
  const { room, at, list, restricted } = await aDeal();
  const folder = await restricted('Ann', list(0, 'viewer'));
  const [first = '', second = ''] = [0, 1].map((index) => list(index).groups[0]?.group_id);
  await ada.caller.put(`${at}/folders/${folder}/access`, list(1, 'contributor'));
  await ada.caller.delete(`${at}/groups/${second}`);
  await ada.caller.put(`${at}/folders/${folder}/access`, { groups: null });
  const { data } = (await ada.caller.get(`/audit-events?room_id=${room}&type=folder.access_set`)).body;
  expect(data.map((event: { data: unknown }) => event.data)).toEqual([
    { before: {}, groups: null },
    { before: { [second]: 'contributor' }, groups: {} },
    { before: { [first]: 'viewer' }, groups: { [second]: 'contributor' } },
    { before: null, groups: { [first]: 'viewer' } },
  ]);
});
