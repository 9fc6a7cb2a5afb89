import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aFile, aPerson, aRoom, mailedSecret, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  world = await startService();
  ada = await aPerson(world);
  bob = await aPerson(world);
});
afterAll(() => world.stop());

describe('passwords and sessions', () => {
  const PASSWORD = 'correct horse battery';

  test('a first password is set with a session, then opens further ones, and ends the others', async () => {
    expect((await ada.caller.post('/me/password', { new_password: PASSWORD })).body.error.code).toBe(
      'INSUFFICIENT_SCOPE',
    );
    expect((await ada.session.post('/me/password', { new_password: PASSWORD })).status).toBe(200);
    const signedIn = await world.visitor.post('/sessions', { email: ada.email.toUpperCase(), password: PASSWORD });
    expect(signedIn.status).toBe(201);
    expect(signedIn.body.data.user.id).toBe(ada.id);
    const second = world.visitor.as(signedIn.body.data.token);
    expect((await second.get('/me')).body.data.token_id).toBeNull();
    const wrong = await second.post('/me/password', { current_password: 'wrong', new_password: `${PASSWORD}!` });
    expect(wrong.body.error.code).toBe('INVALID_CREDENTIALS');
    expect(
      (await second.post('/me/password', { current_password: PASSWORD, new_password: `${PASSWORD}!` })).status,
    ).toBe(200);
    expect((await ada.session.get('/me')).body.error.code).toBe('TOKEN_INVALID');
    expect((await second.get('/me')).status).toBe(200);
    expect((await second.delete('/sessions/current')).body.data).toEqual({ ended: true });
    expect((await second.get('/me')).status).toBe(401);
  });

  test('a wrong password and an unknown e-mail are answered alike, ten times a minute', async () => {
    const known = await world.visitor.post('/sessions', { email: bob.email, password: 'x' });
    const unknown = await world.visitor.post('/sessions', { email: 'nobody@example.com', password: 'x' });
    expect(known.status).toBe(401);
    const bare = (text: string) => text.replace(/"request_id":"[^"]+"/, '');
    expect(bare(known.text)).toBe(bare(unknown.text));
    for (let time = 1; time < 10; time++)
      expect((await world.visitor.post('/sessions', { email: bob.email, password: 'x' })).status).toBe(401);
    const late = await world.visitor.post('/sessions', { email: bob.email, password: 'x' });
    expect(late.body.error.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(Number(late.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
  });

  test('an active user without a way in is sent a link that needs a password and ends all sessions', async () => {
    const eve = await aPerson(world);
    expect((await world.owner.post(`/users/${eve.id}/activation-link`)).status).toBe(200);
    const token = await mailedSecret(world, eve.email);
    expect((await world.visitor.post('/invitations/accept', { token, name: 'Eve' })).body.error.details[0].field).toBe(
      'password',
    );
    const accepted = await world.visitor.post('/invitations/accept', { token, name: 'Eve', password: PASSWORD });
    expect(accepted.status).toBe(200);
    expect((await eve.session.get('/me')).status).toBe(401);
    expect((await eve.caller.get('/me')).body.data.name).toBe('Eve');
  });
});

describe('org units', () => {
  test('are made, hold members and rooms, and go only when empty', async () => {
    const root = (await world.owner.get('/org-units')).body.data[0];
    expect(root.parent_id).toBeNull();
    const legal = (await world.owner.post('/org-units', { name: 'Legal' })).body.data;
    expect(legal.parent_id).toBe(root.id);
    expect((await world.owner.post(`/org-units/${legal.id}/members`, { user_id: bob.id, role: 'member' })).status).toBe(
      201,
    );
    expect(
      (await world.owner.post(`/org-units/${legal.id}/members`, { user_id: bob.id, role: 'auditor' })).status,
    ).toBe(200);
    expect(
      (await ada.caller.post('/rooms', { name: 'x', classification: 'C1', org_unit_id: legal.id })).body.error.code,
    ).toBe('ORG_UNIT_NOT_FOUND');
    const room = await aRoom(bob.caller, 'C1', { org_unit_id: legal.id });
    expect((await bob.caller.get(`/org-units/${legal.id}`)).body.data).toMatchObject({
      member_count: 1,
      room_count: 1,
    });
    expect((await ada.caller.get(`/org-units/${legal.id}`)).body.data.room_count).toBe(0);
    expect((await world.owner.delete(`/org-units/${legal.id}`)).body.error.code).toBe('ORG_UNIT_NOT_EMPTY');
    expect((await bob.caller.delete(`/rooms/${room}`)).status).toBe(200);
    expect((await bob.caller.get(`/users/${bob.id}/org-units`)).body.data).toMatchObject([
      { org_unit_id: legal.id, role: 'auditor' },
    ]);
    expect((await ada.caller.get(`/users/${bob.id}/org-units`)).body.error.code).toBe('INSUFFICIENT_ROLE');
    expect((await world.owner.delete(`/org-units/${legal.id}/members/${bob.id}`)).body.data.removed).toBe(true);
    expect((await world.owner.delete(`/org-units/${legal.id}`)).body.data).toEqual({ id: legal.id, status: 'deleted' });
    expect((await world.owner.delete(`/org-units/${root.id}`)).body.error.code).toBe('ORG_UNIT_NOT_EMPTY');
  });

  test('a department admin works below his own', async () => {
    const dora = await aPerson(world, 'department_admin');
    const own = (await world.owner.post('/org-units', { name: 'Own' })).body.data.id;
    const other = (await world.owner.post('/org-units', { name: 'Other' })).body.data.id;
    await world.owner.post(`/org-units/${own}/members`, { user_id: dora.id, role: 'department_admin' });
    const below = await dora.caller.post('/org-units', { name: 'Below', parent_id: own });
    expect(below.status).toBe(201);
    expect((await dora.caller.patch(`/org-units/${below.body.data.id}`, { name: 'Renamed' })).status).toBe(200);
    expect((await dora.caller.patch(`/org-units/${own}`, { name: 'Mine' })).body.error.code).toBe('INSUFFICIENT_ROLE');
    expect((await dora.caller.post('/org-units', { name: 'x', parent_id: other })).body.error.code).toBe(
      'INSUFFICIENT_ROLE',
    );
    expect((await dora.caller.post(`/org-units/${own}/members`, { user_id: ada.id, role: 'member' })).status).toBe(201);
    expect((await dora.caller.get(`/users/${ada.id}/org-units`)).status).toBe(200);
    await aRoom(dora.caller, 'C1', { org_unit_id: below.body.data.id });
  });
});

describe('the audit log', () => {
  test('tells of changes and denials, filtered, paged and exported', async () => {
    const room = await aRoom(ada.caller, 'C2');
    await aFile(ada.caller, room);
    await world.owner.post(`/rooms/${room}/archive`);
    expect((await bob.caller.get(`/rooms/${room}`)).status).toBe(404);
    const all = await ada.caller.get(`/audit-events?room_id=${room}&per_page=2`);
    expect(all.status).toBe(200);
    expect(all.body.meta.total).toBe(4);
    const next = await ada.caller.get(`/audit-events?room_id=${room}&per_page=2&cursor=${all.body.meta.next_cursor}`);
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
    await ada.caller.delete(`/rooms/${room}`);
    expect((await world.owner.get(`/audit-events?room_id=${room}&type=room.deleted`)).body.data).toHaveLength(1);
  });

  test('explains a decision by the rules that make it', async () => {
    const room = await aRoom(ada.caller, 'C2');
    const asked = { user_id: bob.id, action: 'file.upload', room_id: room };
    const explained = await ada.caller.post('/access/explain', asked);
    expect(explained.body.data).toMatchObject({ effect: 'deny', action: 'file.upload' });
    expect(explained.body.data.reasons).toContainEqual(
      expect.objectContaining({ rule: 'room-role:contributor', holds: false }),
    );
    await ada.caller.post(`/rooms/${room}/members`, { user_id: bob.id, role: 'contributor' });
    expect((await ada.caller.post('/access/explain', asked)).body.data.effect).toBe('allow');
    expect((await bob.caller.post('/access/explain', { ...asked, user_id: ada.id })).body.error.code).toBe(
      'INSUFFICIENT_ROOM_ROLE',
    );
    const outside = { user_id: bob.id, action: 'user.invite', room_id: room };
    expect((await ada.caller.post('/access/explain', outside)).body.error.code).toBe('INSUFFICIENT_ROLE');
  });
});

describe('bulk operations', () => {
  test('answer a row for each item, and one refusal for what no item can pass', async () => {
    const room = await aRoom(ada.caller);
    const items = [{ user_id: bob.id, role: 'viewer' }, { user_id: 'nobody', role: 'viewer' }, { user_id: bob.id }];
    const done = await ada.caller.post(`/rooms/${room}/members/bulk`, { items });
    expect(done.body.data.map((row: { status: number }) => row.status)).toEqual([201, 404, 400]);
    expect((await bob.caller.post(`/rooms/${room}/members/bulk`, { items })).status).toBe(403);
    const many = Array.from({ length: 101 }, () => items[0]);
    expect((await ada.caller.post(`/rooms/${room}/members/bulk`, { items: many })).body.error.code).toBe(
      'BULK_LIMIT_EXCEEDED',
    );
    const uploads = Array.from({ length: 3 }, (_, index) => ({
      name: `${index}.txt`,
      size: 1,
      content_type: 'text/plain',
    }));
    const urls = await ada.caller.post(`/rooms/${room}/files/upload-urls`, { items: uploads });
    expect(new Set(urls.body.data.map((row: { data: { wrapped_dek: string } }) => row.data.wrapped_dek)).size).toBe(3);
    const gone = await ada.caller.post(`/rooms/${room}/files/bulk-delete`, {
      items: [{ file_id: urls.body.data[0].data.file_id }, { file_id: 'x' }],
    });
    expect(gone.body.data.map((row: { status: number }) => row.status)).toEqual([200, 404]);
    await ada.caller.post(`/rooms/${room}/archive`);
    expect((await ada.caller.post(`/rooms/${room}/files/upload-urls`, { items: uploads })).body.error.code).toBe(
      'ROOM_ARCHIVED',
    );
    const invited = await world.owner.post('/users/bulk-invite', {
      items: [
        { email: 'x@example.com', role: 'member' },
        { email: bob.email, role: 'member' },
      ],
    });
    expect(invited.body.data.map((row: { status: number }) => row.status)).toEqual([201, 409]);
  });
});

describe('an Idempotency-Key', () => {
  const key = (name: string) => ({ 'Idempotency-Key': name });

  test('makes one room of many requests, with the same answer', async () => {
    const body = { name: 'Once', classification: 'C1' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => ada.caller.post('/rooms', body, key('k1'))));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('Idempotency-Replayed') === 'true')).toHaveLength(19);
    expect((await ada.caller.post('/rooms', { ...body, name: 'Other' }, key('k1'))).body.error.code).toBe(
      'IDEMPOTENCY_MISMATCH',
    );
    expect((await bob.caller.post('/rooms', body, key('k1'))).body.data.id).not.toBe(answers[0]?.body.data.id);
  });

  test('does not tell a secret again, and makes an upload address afresh', async () => {
    const token = await ada.caller.post('/tokens', { name: 'x' }, key('t'));
    const again = await ada.caller.post('/tokens', { name: 'x' }, key('t'));
    expect(again.status).toBe(201);
    expect(again.body.data).toEqual({ ...token.body.data, token: null });
    const room = await aRoom(ada.caller);
    const upload = { name: 'a', size: 5, content_type: 'text/plain' };
    const first = await ada.caller.post(`/rooms/${room}/files/upload-url`, upload, key('u'));
    const second = await ada.caller.post(`/rooms/${room}/files/upload-url`, upload, key('u'));
    expect(second.body.data).toMatchObject({
      file_id: first.body.data.file_id,
      wrapped_dek: first.body.data.wrapped_dek,
    });
    const file = await aFile(ada.caller, room);
    const link = await ada.caller.post(`/files/${file}/share`, { expires_in: 60, max_downloads: 1 }, key('s'));
    expect(
      (await ada.caller.post(`/files/${file}/share`, { expires_in: 60, max_downloads: 1 }, key('s'))).body.data,
    ).toMatchObject({ url: null, token: null, id: link.body.data.id });
    const path = `/shares/by-token/${link.body.data.token}/download`;
    expect((await world.visitor.post(path, undefined, key('d'))).status).toBe(200);
    expect((await world.visitor.post(path, undefined, key('d'))).headers.get('Idempotency-Replayed')).toBe('true');
    expect((await world.visitor.post(path)).body.error.code).toBe('SHARE_EXHAUSTED');
    await ada.caller.delete(`/shares/${link.body.data.id}`);
    expect((await world.visitor.post(path, undefined, key('d'))).body.error.code).toBe('SHARE_REVOKED');
  });

  test('asks for the rights as they are now', async () => {
    const room = await aRoom(ada.caller);
    await ada.caller.post(`/rooms/${room}/members`, { user_id: bob.id, role: 'contributor' });
    const upload = { name: 'a', size: 5, content_type: 'text/plain' };
    expect((await bob.caller.post(`/rooms/${room}/files/upload-url`, upload, key('r'))).status).toBe(200);
    await ada.caller.delete(`/rooms/${room}/members/${bob.id}`);
    expect((await bob.caller.post(`/rooms/${room}/files/upload-url`, upload, key('r'))).body.error.code).toBe(
      'ROOM_NOT_FOUND',
    );
  });
});
