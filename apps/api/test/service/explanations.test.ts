import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aFile, aPerson, aRoom, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
let ada: Person;
let low: Person;
let guest: Person;
let officer: Person;
let outsider: Person;
let room: string;
let high: string;
let file: string;
let secret: string;
beforeAll(async () => {
  world = await startService();
  ada = await aPerson(world, 'member', 'C4');
  low = await aPerson(world, 'member', 'C1');
  guest = await aPerson(world);
  officer = await aPerson(world, 'security_officer');
  outsider = await aPerson(world);
  room = await aRoom(ada.caller);
  high = await aRoom(ada.caller, 'C3');
  for (const [to, person, role] of [
    [room, low, 'contributor'],
    [room, guest, 'viewer'],
    [high, low, 'owner'],
  ] as const)
    await ada.caller.post(`/rooms/${to}/members`, { user_id: person.id, role });
  file = await aFile(ada.caller, room);
  secret = await aFile(ada.caller, room, { classification: 'C4' });
});
afterAll(() => world.stop());

async function explained(person: Person, action: string, about: object) {
  const answer = await officer.caller.post('/access/explain', { user_id: person.id, action, ...about });
  expect(answer.status).toBe(200);
  const { effect, reasons } = answer.body.data as {
    effect: string;
    reasons: readonly { rule: string; holds: boolean }[];
  };
  return { effect, failed: reasons.filter(({ holds }) => !holds).map(({ rule }) => rule), reasons };
}

describe('an explanation agrees with what the operation answers', () => {
  test.each(['file.download', 'file.delete', 'share.create', 'share.list', 'share.revoke', 'file.see'])(
    '%s of a file above the clearance of a member',
    async (action) => {
      const { effect, failed } = await explained(low, action, { file_id: secret });
      expect([effect, failed.includes('cleared-for-file')]).toEqual(['deny', true]);
    },
  );

  test.each([
    'room.see',
    'room.edit',
    'room.archive',
    'room.unarchive',
    'room.delete',
    'room.members.list',
    'room.members.add',
    'room.members.remove',
    'file.list',
    'file.upload',
    'audit.read',
  ])('%s in a room above the clearance of its owner', async (action) => {
    const { effect, failed } = await explained(low, action, { room_id: high });
    expect([effect, failed.includes('cleared-for-room')]).toEqual(['deny', true]);
  });

  test('allows what the operation allows', async () => {
    expect((await explained(low, 'file.download', { file_id: file })).effect).toBe('allow');
    expect((await explained(guest, 'file.list', { room_id: room })).effect).toBe('allow');
    expect((await explained(ada, 'room.delete', { room_id: high })).effect).toBe('allow');
  });

  test('a row names each rule once', async () => {
    const { reasons } = await explained(ada, 'file.download', { file_id: file });
    const rules = reasons.map(({ rule }) => rule);
    expect(new Set(rules).size).toBe(rules.length);
  });

  test('explains an action without a place', async () => {
    expect((await explained(ada, 'room.create', {})).effect).toBe('allow');
    expect((await explained(officer, 'audit.read', {})).effect).toBe('allow');
    expect((await explained(officer, 'audit.read', { room_id: high })).effect).toBe('allow');
  });

  test('user.add of an erased person', async () => {
    const gone = await aPerson(world);
    expect((await world.owner.post(`/users/${gone.id}/erase`)).status).toBe(200);
    const added = await ada.caller.post(`/rooms/${room}/members`, { user_id: gone.id, role: 'viewer' });
    expect([added.status, added.body.error.code]).toEqual([409, 'USER_ERASED']);
    const { effect, failed } = await explained(ada, 'user.add', { target_user_id: gone.id });
    expect([effect, failed.includes('user-not-erased')]).toEqual(['deny', true]);
  });

  test("explains who may revoke another user's link", async () => {
    const about = { file_id: file };
    expect((await explained(ada, 'share.revoke', about)).effect).toBe('allow');
    expect((await explained(officer, 'share.revoke', about)).effect).toBe('allow');
    expect((await explained(low, 'share.revoke', about)).effect).toBe('deny');
    expect((await explained(guest, 'share.revoke', about)).effect).toBe('deny');
    expect((await explained(outsider, 'share.revoke', about)).effect).toBe('deny');
  });
});

test('a repeated question is answered as it was, and asked again under another key', async () => {
  const bob = await aPerson(world);
  const body = { user_id: bob.id, action: 'room.create' };
  const key = { 'Idempotency-Key': 'the same question' };
  const first = await bob.caller.post('/access/explain', body, key);
  expect([first.status, first.body.data.effect, first.headers.get('idempotency-replayed')]).toEqual([
    200,
    'allow',
    null,
  ]);
  await world.owner.patch(`/users/${bob.id}/role`, { role: 'auditor' });
  const again = await bob.caller.post('/access/explain', body, key);
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
  expect((await bob.caller.post('/access/explain', { ...body, action: 'user.list' }, key)).status).toBe(422);
  expect((await bob.caller.post('/access/explain', body)).body.data.effect).toBe('deny');
});

describe('a question without its place is refused', () => {
  const ask = (action: string, about: object = {}) =>
    officer.caller.post('/access/explain', { user_id: guest.id, action, ...about });

  test.each([
    ['room.see', 'room_id'],
    ['room.delete', 'room_id'],
    ['room.members.add', 'room_id'],
    ['file.list', 'room_id'],
    ['file.upload', 'room_id'],
    ['file.see', 'file_id'],
    ['file.download', 'file_id'],
    ['share.revoke', 'file_id'],
  ])('%s needs %s', async (action, field) => {
    const { status, body } = await ask(action);
    expect([status, body.error.code, body.error.details]).toEqual([
      400,
      'VALIDATION_ERROR',
      [{ field, rule: 'required', message: `${field} is required for ${action}` }],
    ]);
  });

  test('an action on a file needs the file, not only its room', async () => {
    expect((await ask('file.download', { room_id: room })).status).toBe(400);
    expect((await ask('file.download', { file_id: file })).status).toBe(200);
  });

  test('a file names its room', async () => {
    expect((await ask('room.edit', { file_id: file })).status).toBe(200);
  });

  test.each(['room.create', 'user.list', 'user.invite', 'org_unit.manage', 'audit.read'])(
    '%s happens in no room and needs none',
    async (action) => {
      expect((await ask(action)).status).toBe(200);
    },
  );
});
