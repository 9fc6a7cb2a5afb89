import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aFile, aPerson, aRoom, IV, type Person, TAG } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startService();
  ada = await aPerson(world, 'member', 'C4');
});
afterAll(() => world.stop());

test('a request for a deleted file is shown to full clearance only, without its room', async () => {
  const bob = await aPerson(world);
  const auditor = await aPerson(world, 'auditor', 'C3');
  const room = await aRoom(ada.caller, 'C4');
  const file = await aFile(ada.caller, room);
  expect((await ada.caller.delete(`/files/${file}`)).status).toBe(200);
  expect((await bob.caller.get(`/files/${file}`)).status).toBe(404);
  const query = `/audit-events?actor_id=${bob.id}&outcome=denied`;
  expect((await auditor.caller.get(query)).body).toMatchObject({ data: [], meta: { total: 0 } });
  const { body, text } = await world.owner.get(query);
  expect(body.data).toMatchObject([{ target: { type: 'file', id: file, room_id: null } }]);
  expect(text).not.toContain(room);
});

test('a token for scopes that the caller lacks is refused and recorded, also under an Idempotency-Key that succeeded before', async () => {
  const asked = { name: 'more', scopes: ['read:users', 'write:tokens'] };
  const key = { 'Idempotency-Key': 'more scopes' };
  expect((await ada.caller.post('/tokens', asked, key)).status).toBe(201);
  const narrow = await ada.caller.post('/tokens', { name: 'narrow', scopes: ['write:tokens'] });
  const limited = ada.caller.as(narrow.body.data.token);
  for (const headers of [{}, key])
    expect((await limited.post('/tokens', asked, headers)).body.error?.code).toBe('INSUFFICIENT_SCOPE');
  const { body } = await world.owner.get(`/audit-events?actor_id=${ada.id}&outcome=denied`);
  const refused = { rule: 'scope:read:users', target: { type: 'token' }, data: { action: 'token.create' } };
  expect(body.data).toMatchObject([refused, refused]);
});

test('an administrator who sees a room by archiving it again is recorded as an overseer', async () => {
  const admin = await aPerson(world, 'domain_admin');
  const room = await aRoom(ada.caller);
  for (const action of ['unarchive', 'archive', 'archive'])
    expect((await admin.caller.post(`/rooms/${room}/${action}`)).status).toBe(200);
  const { body } = await world.owner.get(`/audit-events?actor_id=${admin.id}&room_id=${room}`);
  expect(body.data.map(({ type }: { type: string }) => type).sort()).toEqual([
    'room.archived',
    'room.overseen',
    'room.overseen',
  ]);
});

test('a request for another user’s receipt is shown to full clearance only, without its room', async () => {
  const bob = await aPerson(world);
  const auditor = await aPerson(world, 'auditor', 'C1');
  const room = await aRoom(ada.caller, 'C4');
  const { receipt_id } = (await ada.caller.delete(`/rooms/${room}`)).body.data;
  expect((await bob.caller.get(`/destruction-receipts/${receipt_id}`)).status).toBe(404);
  const query = `/audit-events?actor_id=${bob.id}&outcome=denied`;
  expect((await auditor.caller.get(query)).body).toMatchObject({ data: [], meta: { total: 0 } });
  const { body, text } = await world.owner.get(query);
  expect(body.data).toMatchObject([{ target: { type: 'receipt', id: receipt_id, room_id: null } }]);
  expect(text).not.toContain(room);
});

test('the removal of a deactivated member is recorded in each room, and the number of rooms nowhere', async () => {
  const bob = await aPerson(world, 'member', 'C4');
  const [open, secret] = [await aRoom(ada.caller, 'C1'), await aRoom(ada.caller, 'C4')];
  for (const room of [open, secret])
    expect((await ada.caller.post(`/rooms/${room}/members`, { user_id: bob.id, role: 'viewer' })).status).toBe(201);
  const admin = await aPerson(world, 'security_officer', 'C3');
  expect((await admin.caller.post(`/users/${bob.id}/deactivate`)).status).toBe(200);
  const ofRoom = async (room: string) =>
    (await ada.caller.get(`/audit-events?room_id=${room}&type=member.removed`)).body.data;
  for (const room of [open, secret])
    expect(await ofRoom(room)).toMatchObject([
      { actor: { type: 'user', id: admin.id }, target: { id: room }, data: { user_id: bob.id, role: 'viewer' } },
    ]);
  const auditor = await aPerson(world, 'auditor', 'C1');
  const seen = (await auditor.caller.get(`/audit-events?actor_id=${admin.id}`)).body.data;
  expect(seen.map(({ type }: { type: string }) => type)).toEqual(
    expect.arrayContaining(['user.deactivated', 'member.removed']),
  );
  expect(JSON.stringify(seen)).not.toContain(secret);
  expect(seen.find(({ type }: { type: string }) => type === 'user.deactivated').data).toEqual({});
});

test('changes and denials are listed, filtered, paged and exported', async () => {
  const [eve, bob] = [await aPerson(world), await aPerson(world)];
  const room = await aRoom(eve.caller, 'C2');
  await aFile(eve.caller, room);
  await world.owner.post(`/rooms/${room}/archive`);
  expect((await bob.caller.get(`/rooms/${room}`)).status).toBe(404);
  const all = await eve.caller.get(`/audit-events?room_id=${room}&per_page=2`);
  expect(all.status).toBe(200);
  expect(all.body.meta.total).toBe(4);
  const next = await eve.caller.get(`/audit-events?room_id=${room}&per_page=2&cursor=${all.body.meta.next_cursor}`);
  expect(next.body.data).toHaveLength(2);
  const denied = await world.owner.get(`/audit-events?room_id=${room}&outcome=denied&actor_id=${bob.id}`);
  expect(denied.body.data).toMatchObject([
    { type: 'access.denied', rule: 'overseer', actor: { id: bob.id }, target: { id: room } },
  ]);
  expect((await bob.caller.get('/audit-events')).body.error.code).toBe('INSUFFICIENT_ROLE');
  expect((await bob.caller.get(`/audit-events?room_id=${room}`)).body.error.code).toBe('ROOM_NOT_FOUND');
  expect((await world.owner.get('/audit-events?type=nothing')).status).toBe(400);
  const exported = await world.owner.get(`/audit-events/export?room_id=${room}`);
  expect(exported.headers.get('Content-Type')).toContain('application/x-ndjson');
  expect(exported.text.trim().split('\n')).toHaveLength(6);
  await eve.caller.delete(`/rooms/${room}`);
  expect((await world.owner.get(`/audit-events?room_id=${room}&type=room.deleted`)).body.data).toHaveLength(1);
});

test('a refusal is in the log of the room that the request named, whether the thing is hidden or absent', async () => {
  const { owner } = world;
  const [bob, third] = [await aPerson(world), await aPerson(world, 'member', 'C3')];
  const room = await aRoom(owner, 'C2', { structure: 'owners' });
  await owner.post(`/rooms/${room}/members`, { user_id: bob.id, role: 'contributor' });
  await owner.post(`/rooms/${room}/members`, { user_id: third.id, role: 'owner' });
  const hidden = (await owner.post(`/rooms/${room}/folders`, { path: 'Hidden' })).body.data.id;
  await owner.put(`/rooms/${room}/folders/${hidden}/access`, { groups: [] });
  const file = await aFile(owner, room, { folder: 'Hidden' });
  const absent = randomUUID();
  for (const id of [hidden, absent])
    expect((await bob.caller.get(`/rooms/${room}/folders/${id}`)).body.error.code).toBe('FOLDER_NOT_FOUND');
  for (const id of [file, absent])
    expect((await bob.caller.post(`/rooms/${room}/files/${id}/confirm`, { iv: IV, tag: TAG })).status).toBe(404);
  expect((await bob.caller.get(`/files/${file}`)).status).toBe(404);
  const query = `/audit-events?room_id=${room}&outcome=denied`;
  const targets = (await owner.get(query)).body.data.map(({ target }: { target: object }) => target);
  expect(targets).toEqual([
    { type: 'file', id: absent, room_id: room, label: 'C4' },
    { type: 'file', id: file, room_id: room, label: 'C4' },
    { type: 'folder', id: absent, room_id: room, label: 'C4' },
    { type: 'folder', id: hidden, room_id: room, label: 'C4' },
  ]);
  expect((await third.caller.get(query)).body).toMatchObject({ data: [], meta: { total: 0 } });
});

test('an upload to a folder that gives no right to add files is refused and recorded', async () => {
  const { owner } = world;
  const bob = await aPerson(world);
  const room = await aRoom(owner, 'C2', { structure: 'owners' });
  await owner.post(`/rooms/${room}/members`, { user_id: bob.id, role: 'contributor' });
  const folder = (await owner.post(`/rooms/${room}/folders`, { path: 'Read' })).body.data.id;
  const group = (await owner.post(`/rooms/${room}/groups`, { name: 'Readers' })).body.data.id;
  await owner.post(`/rooms/${room}/groups/${group}/members`, { user_id: bob.id });
  await owner.put(`/rooms/${room}/folders/${folder}/access`, { groups: [{ group_id: group, role: 'viewer' }] });
  const upload = { name: 'a.pdf', size: 5, content_type: 'application/pdf', folder: 'Read' };
  const refused = await bob.caller.post(`/rooms/${room}/files/upload-url`, upload);
  expect(refused.body.error.code).toBe('INSUFFICIENT_ROOM_ROLE');
  const { body } = await owner.get(`/audit-events?room_id=${room}&outcome=denied`);
  expect(body.data).toMatchObject([{ actor: { id: bob.id }, target: { id: room } }]);
});
