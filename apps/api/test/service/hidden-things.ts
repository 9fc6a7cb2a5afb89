import { aFile, aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';
import { anItem, anUploadRequest } from '../support/upload-requests.ts';

/** Existing things that a user cannot see, in every possible way. */
export type Hidden = Awaited<ReturnType<typeof hideThings>>;

export async function hideThings(world: World) {
  const { owner } = world;
  const ada = await aPerson(world, 'member', 'C4');
  const bob = await aPerson(world);
  const vic = await aPerson(world);
  const auditor = await aPerson(world, 'auditor');
  const admin = await aPerson(world, 'domain_admin');
  const member = async (room: string, person: Person, role: string) => {
    const added = await ada.caller.post(`/rooms/${room}/members`, { user_id: person.id, role });
    if (added.status !== 201) throw new TypeError(added.text);
  };
  const link = async (file: string, more: object = {}) => {
    const made = await ada.caller.post(`/files/${file}/share`, { expires_in: 3600, ...more });
    if (made.status !== 201) throw new TypeError(made.text);
    return { id: made.body.data.id as string, token: made.body.data.token as string };
  };
  const rooms = {
    /** Bob is a contributor, Vic a viewer. */
    open: await aRoom(ada.caller),
    foreign: await aRoom(ada.caller),
    /** Bob is a contributor without the clearance. */
    high: await aRoom(ada.caller, 'C3'),
    /** Above the auditor's clearance. */
    top: await aRoom(ada.caller, 'C4'),
    deleted: await aRoom(ada.caller),
  };
  for (const room of [rooms.open, rooms.high, rooms.deleted]) await member(room, bob, 'contributor');
  await member(rooms.open, vic, 'viewer');
  const files = {
    open: await aFile(ada.caller, rooms.open),
    foreign: await aFile(ada.caller, rooms.foreign),
    high: await aFile(ada.caller, rooms.high),
    /** Above Bob's clearance, in a room that they can see. */
    above: await aFile(ada.caller, rooms.open, { classification: 'C3', folder: 'above' }),
    pending: '',
    deleted: await aFile(ada.caller, rooms.open),
    binned: '',
    ofDeleted: await aFile(ada.caller, rooms.deleted),
  };
  const made = async (room: string) => (await ada.caller.post(`/rooms/${room}/folders`, { path: 'made' })).body.data.id;
  const folders: Readonly<Record<'open' | 'foreign' | 'high' | 'above', string>> = {
    open: await made(rooms.open),
    foreign: await made(rooms.foreign),
    high: await made(rooms.high),
    /** Only the file above Bob's clearance is in it. */
    above: (await ada.caller.get(`/rooms/${rooms.open}/folders?prefix=above`)).body.data[0].id,
  };
  /** Vic is in it, and Bob is not. */
  const group: string = (await ada.caller.post(`/rooms/${rooms.open}/groups`, { name: 'Vic' })).body.data.id;
  await ada.caller.post(`/rooms/${rooms.open}/groups/${group}/members`, { user_id: vic.id });
  const versioned = await aFile(ada.caller, rooms.open, { classification: 'C3' });
  await aFile(ada.caller, rooms.open, { replaces: versioned, classification: 'C1' });
  const announced = { name: 'p', size: 1, content_type: 'text/plain' };
  const pending = await ada.caller.post(`/rooms/${rooms.open}/files/upload-url`, announced);
  files.pending = pending.body.data.file_id;
  const links = {
    open: await link(files.open),
    foreign: await link(files.foreign),
    high: await link(files.high),
    above: await link(files.above),
    deleted: await link(files.deleted),
    ofDeleted: await link(files.ofDeleted),
  };
  const requests = {
    open: await anUploadRequest(ada.caller, rooms.open),
    foreign: await anUploadRequest(ada.caller, rooms.foreign),
    ofDeleted: await anUploadRequest(ada.caller, rooms.deleted),
  };
  const items = {
    open: await anItem(world.visitor, requests.open),
    foreign: await anItem(world.visitor, requests.foreign),
  };
  await ada.caller.delete(`/files/${files.deleted}`);
  const removed = await ada.caller.delete(`/rooms/${rooms.deleted}`);
  while ((await world.app.worker.runDue()) > 0);
  await ada.caller.patch(`/rooms/${rooms.open}`, { bin_days: 30 });
  files.binned = await aFile(ada.caller, rooms.open);
  await ada.caller.delete(`/files/${files.binned}`);
  const hook = async (room_id: string): Promise<string> =>
    (await ada.caller.post('/webhooks', { url: 'https://127.0.0.1/x', room_id, types: ['room.adopted'] })).body.data.id;
  const webhooks = {
    open: await hook(rooms.open),
    foreign: await hook(rooms.foreign),
    top: await hook(rooms.top),
  };
  const token = async (of: World['owner']): Promise<string> =>
    (await of.post('/tokens', { name: 'hidden' })).body.data.id;
  const unit: string = (await owner.post('/org-units', { name: 'Not theirs' })).body.data.id;
  const ofTop = await owner.get(`/audit-events?room_id=${rooms.top}&type=room.created`);
  /** Meets Bob in a room of their own, and sees no other user of the organisation. */
  const guest = await aPerson(world);
  const shared = await aRoom(bob.caller);
  // Before they are external, who become no owner of a room.
  await bob.caller.post(`/rooms/${shared}/members`, { user_id: guest.id, role: 'owner' });
  await owner.patch(`/users/${guest.id}`, { external: true });
  const closed = await aRoom(ada.caller);
  await ada.caller.patch(`/rooms/${closed}`, { member_visibility: 'owners' });
  await member(closed, guest, 'contributor');
  await member(closed, vic, 'contributor');
  const fileOfVic = await aFile(vic.caller, closed);
  const linkOfVic = (await vic.caller.post(`/files/${fileOfVic}/share`, { expires_in: 3600 })).body.data.id as string;
  const left = await aPerson(world);
  await owner.post(`/users/${left.id}/deactivate`);
  return {
    owner,
    ada,
    bob,
    vic,
    auditor,
    admin,
    left,
    guest,
    shared,
    closed,
    linkOfVic,
    session: (await ada.session.get('/me/sessions')).body.data[0].id as string,
    rooms,
    files,
    folders,
    group,
    /** Its first version is above Bob's clearance. */
    versioned,
    links,
    requests,
    webhooks,
    items,
    unit,
    tokens: { ada: await token(ada.caller), owner: await token(owner) },
    events: { top: ofTop.body.data[0].id as string },
    receipt: removed.body.data.receipt_id as string,
  };
}
