import type { Caller } from '../support/caller.ts';
import { aFile, aPerson, aRoom, type Person, type Populated } from '../support/people-in-memory.ts';
import { anItem, anUploadRequest } from '../support/upload-requests.ts';

/** The people of the authorization table, by their place in the organisation or in the room. */
export type People = Awaited<ReturnType<typeof peopleOf>>;
export type Cast = Awaited<ReturnType<typeof castOf>>;

async function peopleOf(world: Populated) {
  const [owner, admin, officer, auditor] = [
    await aPerson(world, 'owner'),
    await aPerson(world, 'domain_admin'),
    await aPerson(world, 'security_officer'),
    await aPerson(world, 'auditor'),
  ];
  return {
    owner,
    admin,
    officer,
    auditor,
    /** Administers the unit `own`. */
    unitAdmin: await aPerson(world, 'department_admin'),
    /** Owner of the room, who created everything in it. */
    roomOwner: await aPerson(world),
    contributor: await aPerson(world),
    viewer: await aPerson(world),
    /** A member of the organisation, but of no room and no unit. */
    outsider: await aPerson(world),
  };
}

/** Everything that the rows of the authorization table use. */
export async function castOf(world: Populated) {
  const people = await peopleOf(world);
  const { roomOwner, contributor, viewer, outsider, unitAdmin } = people;
  const room = await aRoom(roomOwner.caller);
  await join(roomOwner.caller, room, contributor, 'contributor');
  await join(roomOwner.caller, room, viewer, 'viewer');
  const file = await aFile(roomOwner.caller, room);
  await dataOf(roomOwner.caller.patch(`/rooms/${room}`, { bin_days: 30 }));
  const binned = await aFile(roomOwner.caller, room);
  await dataOf(contributor.caller.delete(`/files/${binned}`));
  const folder: string = (await dataOf(roomOwner.caller.post(`/rooms/${room}/folders`, { path: 'made' }))).id;
  /** The viewer is in it. */
  const group: string = (await dataOf(roomOwner.caller.post(`/rooms/${room}/groups`, { name: 'Viewers' }))).id;
  await dataOf(roomOwner.caller.post(`/rooms/${room}/groups/${group}/members`, { user_id: viewer.id }));
  const upload = { name: 'p', size: 5, content_type: 'text/plain' };
  const pending = await dataOf(roomOwner.caller.post(`/rooms/${room}/files/upload-url`, upload));
  await fetch(pending.upload_url, { method: 'PUT', body: 'hello' });
  const share = await dataOf(roomOwner.caller.post(`/files/${file}/share`, { expires_in: 3600 }));
  const [asked, toRevoke] = [
    await anUploadRequest(roomOwner.caller, room),
    await anUploadRequest(roomOwner.caller, room),
  ];
  const unit = async (name: string, more: object = {}): Promise<string> =>
    (await dataOf(world.owner.post('/org-units', { name, ...more }))).id;
  const own = await unit('Own');
  const units = { own, below: await unit('Below', { parent_id: own }), other: await unit('Other') };
  const inUnit = await aPerson(world);
  await dataOf(world.owner.post(`/org-units/${own}/members`, { user_id: unitAdmin.id, role: 'department_admin' }));
  await dataOf(world.owner.post(`/org-units/${units.below}/members`, { user_id: inUnit.id, role: 'member' }));
  const deactivated = await aPerson(world);
  await dataOf(world.owner.post(`/users/${deactivated.id}/deactivate`));
  const token: string = (await dataOf(outsider.caller.post('/tokens', { name: 'x' }))).id;
  const deleted = await aRoom(roomOwner.caller);
  const receipt: string = (await dataOf(roomOwner.caller.delete(`/rooms/${deleted}`))).receipt_id;
  return {
    people,
    inUnit,
    deactivated,
    room,
    file,
    folder,
    group,
    /** Deleted by the contributor. */
    binned,
    pending: pending.file_id as string,
    share,
    asked,
    toRevoke,
    item: await anItem(world.visitor, asked),
    toRefuse: await anItem(world.visitor, asked),
    units,
    token,
    receipt,
  };
}

async function join(by: Caller, room: string, { id }: Person, role: string): Promise<void> {
  await dataOf(by.post(`/rooms/${room}/members`, { user_id: id, role }));
}

async function dataOf(reply: ReturnType<Caller['get']>) {
  const { status, body, text } = await reply;
  if (status >= 300) throw new TypeError(text);
  return body.data;
}
