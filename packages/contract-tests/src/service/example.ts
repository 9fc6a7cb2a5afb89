import { dataOf } from './answer.ts';
import { fillPath, operationsOf } from './operations.ts';
import { anInboxItem, anUploadRequest } from './upload-request.ts';
import { ABSENT_ID, addMember, aFile, aLink, aRoom, replaceFile, type World, waitUntil } from './world.ts';

/** Milliseconds in which a store destroys two files. */
const DESTROYING_MS = 20_000;
const PASSWORD = 'correct horse battery';

/** Ids by the preceding path segment, such as `rooms`. */
export type ExampleIds = Readonly<Record<string, string>>;

/** One item of each kind, created by the first owner. `again` adds another of each kind to the same lists. */
export type Example = Readonly<{ ids: ExampleIds; again: () => Promise<void> }>;

export async function anExample(world: World): Promise<Example> {
  const { owner } = world;
  const me = await dataOf(owner.get('/me'));
  await dataOf(owner.post('/me/password', { new_password: PASSWORD }), 200);
  const signIn = () => dataOf(world.visitor.post('/sessions', { email: me.email, password: PASSWORD }), 201);
  await signIn();
  const [room, doomed] = [await aRoom(owner, 'C1', { bin_days: 30 }), await aRoom(owner)];
  const bin = async () => dataOf(owner.delete(`/files/${(await aFile(owner, room)).id}`), 200);
  await bin();
  const file = await aFile(owner, room);
  const folder = await dataOf(owner.post(`/rooms/${room.id}/folders`, { path: 'made' }), 201);
  const group = await dataOf(owner.post(`/rooms/${room.id}/groups`, { name: 'Bidder A' }), 201);
  const replace = () => dataOf(replaceFile(owner, room, file), 200);
  const other = await aFile(owner, room);
  await replace();
  const unit = await dataOf(owner.post('/org-units', { name: 'Legal' }), 201);
  const enlist = ({ id }: { id: string }) =>
    dataOf(owner.post(`/org-units/${unit.id}/members`, { user_id: id, role: 'member' }), 201);
  const ada = await world.person();
  await addMember(owner, room, ada, 'viewer');
  await dataOf(owner.post(`/rooms/${room.id}/groups/${group.id}/members`, { user_id: ada.id }), 201);
  for (const person of [me, ada]) await enlist(person);
  for (const _ of [1, 2]) await aFile(owner, doomed);
  const link = await aLink(owner, file);
  const items = [{ file_id: file.id }, { file_id: other.id }];
  const together = await dataOf(owner.post(`/rooms/${room.id}/packages`, { items, expires_in: 3600 }), 201);
  const request = await anUploadRequest(owner, room);
  const item = await anInboxItem(world.visitor, request);
  const { receipt_id } = await dataOf(owner.delete(`/rooms/${doomed.id}`));
  // A job destroys the files, with a row for each. A service that never has two fails in the tests of its lists.
  const latest = Date.now() + DESTROYING_MS;
  await waitUntil(
    () => owner.get(`/destruction-receipts/${receipt_id}/files`),
    ({ list }) => list.length === 2 || Date.now() > latest,
  );
  const hook = () => dataOf(owner.post('/webhooks', { url: 'https://127.0.0.1/x', types: ['room.adopted'] }), 201);
  const webhook = await hook();
  const deliver = () => dataOf(owner.post(`/webhooks/${webhook.id}/deliveries`, {}), 200);
  await deliver();
  const { id } = (await owner.get('/tokens')).list[0] ?? { id: ABSENT_ID };
  return {
    ids: {
      rooms: room.id,
      files: file.id,
      folders: folder.id,
      groups: group.id,
      users: me.id,
      members: ada.id,
      // Of two files, so that the list of them has pages.
      shares: together.id,
      'upload-requests': request.id,
      'upload-requests/by-token': request.token,
      inbox: item,
      tokens: id,
      'org-units': unit.id,
      'by-token': link.token,
      versions: '1',
      'destruction-receipts': receipt_id,
      webhooks: webhook.id,
    },
    again: async () => {
      await signIn();
      await aRoom(owner);
      await bin();
      await replace();
      await hook();
      await deliver();
      await dataOf(owner.post(`/rooms/${room.id}/groups`, { name: 'again' }), 201);
      await aFile(owner, room, { folder: 'again' });
      await aLink(owner, file);
      await anInboxItem(world.visitor, await anUploadRequest(owner, room));
      await dataOf(owner.post('/tokens', { name: 'again' }), 201);
      const bob = await world.person();
      await addMember(owner, room, bob, 'viewer');
      await enlist(bob);
      const sales = await dataOf(owner.post('/org-units', { name: 'Sales' }), 201);
      await dataOf(owner.post(`/org-units/${sales.id}/members`, { user_id: me.id, role: 'member' }), 201);
      await dataOf(owner.delete(`/rooms/${(await aRoom(owner)).id}`));
    },
  };
}

/** The path of every list of the interface, for an example. */
export async function listPaths(world: World, { ids }: Example): Promise<readonly string[]> {
  const operations = await operationsOf(world.visitor);
  return operations.filter(({ isList }) => isList).map(({ path }) => fillPath(path, ids, ABSENT_ID));
}

/** Every leaf value of an answer, with its field name. */
export const valuesIn = (found: unknown, name = ''): readonly (readonly [name: string, value: unknown])[] =>
  typeof found === 'object' && found !== null
    ? Object.entries(found).flatMap(([key, value]) => valuesIn(value, Array.isArray(found) ? name : key))
    : [[name, found]];
