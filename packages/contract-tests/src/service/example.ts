import { given } from './answer.ts';
import { filled, operationsOf } from './operations.ts';
import { anItem, anUploadRequest } from './upload-request.ts';
import { ABSENT_ID, aFile, aLink, aRoom, join, replacing, until, type World } from './world.ts';

/** Milliseconds in which a store destroys two files. */
const DESTROYING_MS = 20_000;
const PASSWORD = 'correct horse battery';

/** Ids by the preceding path segment, such as `rooms`. */
export type Ids = Readonly<Record<string, string>>;

/** One item of each kind, created by the first owner. `again` adds another of each kind to the same lists. */
export type Example = Readonly<{ ids: Ids; again: () => Promise<void> }>;

export async function anExample(world: World): Promise<Example> {
  const { owner } = world;
  const me = await given(owner.get('/me'));
  await given(owner.post('/me/password', { new_password: PASSWORD }), 200);
  const signIn = () => given(world.visitor.post('/sessions', { email: me.email, password: PASSWORD }), 201);
  await signIn();
  const [room, doomed] = [await aRoom(owner, 'C1', { bin_days: 30 }), await aRoom(owner)];
  const bin = async () => given(owner.delete(`/files/${(await aFile(owner, room)).id}`), 200);
  await bin();
  const file = await aFile(owner, room);
  const folder = await given(owner.post(`/rooms/${room.id}/folders`, { path: 'made' }), 201);
  const group = await given(owner.post(`/rooms/${room.id}/groups`, { name: 'Bidder A' }), 201);
  const replace = () => given(replacing(owner, room, file), 200);
  for (const make of [() => aFile(owner, room), replace]) await make();
  const unit = await given(owner.post('/org-units', { name: 'Legal' }), 201);
  const enlist = ({ id }: { id: string }) =>
    given(owner.post(`/org-units/${unit.id}/members`, { user_id: id, role: 'member' }), 201);
  const ada = await world.person();
  await join(owner, room, ada, 'viewer');
  await given(owner.post(`/rooms/${room.id}/groups/${group.id}/members`, { user_id: ada.id }), 201);
  for (const person of [me, ada]) await enlist(person);
  for (const _ of [1, 2]) await aFile(owner, doomed);
  const link = await aLink(owner, file);
  const request = await anUploadRequest(owner, room);
  const item = await anItem(world.visitor, request);
  const { receipt_id } = await given(owner.delete(`/rooms/${doomed.id}`));
  // A job destroys the files, with a row for each. A service that never has two fails in the tests of its lists.
  const latest = Date.now() + DESTROYING_MS;
  await until(
    () => owner.get(`/destruction-receipts/${receipt_id}/files`),
    ({ list }) => list.length === 2 || Date.now() > latest,
  );
  const hook = () => given(owner.post('/webhooks', { url: 'https://127.0.0.1/x', types: ['room.adopted'] }), 201);
  const webhook = await hook();
  const deliver = () => given(owner.post(`/webhooks/${webhook.id}/deliveries`, {}), 200);
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
      shares: link.id,
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
      await given(owner.post(`/rooms/${room.id}/groups`, { name: 'again' }), 201);
      await aFile(owner, room, { folder: 'again' });
      await aLink(owner, file);
      await anItem(world.visitor, await anUploadRequest(owner, room));
      await given(owner.post('/tokens', { name: 'again' }), 201);
      const bob = await world.person();
      await join(owner, room, bob, 'viewer');
      await enlist(bob);
      const other = await given(owner.post('/org-units', { name: 'Sales' }), 201);
      await given(owner.post(`/org-units/${other.id}/members`, { user_id: me.id, role: 'member' }), 201);
      await given(owner.delete(`/rooms/${(await aRoom(owner)).id}`));
    },
  };
}

/** The path of every list of the interface, for an example. */
export async function listsOf(world: World, { ids }: Example): Promise<readonly string[]> {
  const operations = await operationsOf(world.visitor);
  return operations.filter(({ isList }) => isList).map(({ path }) => filled(path, ids, ABSENT_ID));
}

/** Every leaf value of an answer, with its field name. */
export const valuesIn = (found: unknown, name = ''): readonly (readonly [name: string, value: unknown])[] =>
  typeof found === 'object' && found !== null
    ? Object.entries(found).flatMap(([key, value]) => valuesIn(value, Array.isArray(found) ? name : key))
    : [[name, found]];
