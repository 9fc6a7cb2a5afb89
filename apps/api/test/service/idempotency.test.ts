import { describe, expect, test } from '@jest/globals';
import { aFile, aRoom } from '../support/people-in-memory.ts';
import { twoMembers } from '../support/two-members.ts';

const { world, ada, bob } = await twoMembers();

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
    const link = await ada.caller.post(`/files/${file}/share`, { expires_in: 3600, max_downloads: 1 }, key('s'));
    expect(
      (await ada.caller.post(`/files/${file}/share`, { expires_in: 3600, max_downloads: 1 }, key('s'))).body.data,
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
