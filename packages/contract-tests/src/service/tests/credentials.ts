import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import { fillPath, operationsOf } from '../operations.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, addMember, aFile, aLink, aRoom } from '../world.ts';

const PUBLIC = [
  'GET /openapi.json',
  'GET /service',
  'GET /shares/by-token/{token}',
  'GET /upload-requests/by-token/{token}',
  'POST /device-logins',
  'POST /device-logins/token',
  'POST /email-changes/confirm',
  'POST /invitations/accept',
  'POST /invitations/find',
  'POST /password-reset',
  'POST /sessions',
  'POST /sessions/second-factor',
  'POST /sessions/second-factor/options',
  'POST /shares/by-token/{token}/download',
  'POST /shares/by-token/{token}/resume',
  'POST /upload-requests/by-token/{token}/confirm',
  'POST /upload-requests/by-token/{token}/upload-url',
];

/** Authentication and explanations of decisions. */
export const credentialPromises: readonly ServicePromise[] = [
  {
    id: 'S5-1',
    title: 'refuses calls without a valid token and sends a challenge',
    codes: ['UNAUTHENTICATED', 'TOKEN_INVALID'],
    run: async ({ owner, visitor, harness }) => {
      const challenged = async (call: ReturnType<typeof visitor.get>, code: string) =>
        expect((await expectRefusal(call, 401, code)).headers.get('WWW-Authenticate')).toBe('Bearer');
      for (const header of ['Bearer', 'Basic eDp5', harness.ownerToken, 'Bearer a b'])
        await challenged(visitor.ask('GET', '/rooms', undefined, { Authorization: header }), 'UNAUTHENTICATED');
      for (const wrong of ['x', `${harness.ownerToken}0`, `srt_${'0'.repeat(49)}`])
        await challenged(visitor.as(wrong).get('/rooms'), 'TOKEN_INVALID');
      for (const { method, path } of (await operationsOf(visitor)).filter(({ isPublic }) => !isPublic))
        await challenged(visitor.ask(method, fillPath(path, {}, ABSENT_ID)), 'UNAUTHENTICATED');
      await dataOf(owner.get('/rooms'), 200);
    },
  },
  {
    id: 'S5-1',
    title: 'serves invitations, sign-in, share links and what describes the service without a token',
    codes: ['INVITATION_NOT_FOUND', 'INVALID_CREDENTIALS'],
    run: async ({ owner, visitor }) => {
      const operations = (await operationsOf(visitor)).filter(({ isPublic }) => isPublic);
      expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(PUBLIC);
      const link = await aLink(owner, await aFile(owner, await aRoom(owner)));
      for (const caller of [visitor, visitor.as('x')]) {
        await dataOf(caller.get('/openapi.json'), 200);
        await dataOf(caller.get('/service'), 200);
        await dataOf(caller.get(`/shares/by-token/${link.token}`), 200);
        await dataOf(caller.post(`/shares/by-token/${link.token}/download`), 200);
        await expectRefusal(caller.post('/invitations/accept', { token: 'x', name: 'x' }), 404, 'INVITATION_NOT_FOUND');
        const wrong = caller.post('/sessions', { email: 'a@b.example', password: 'wrong' });
        await expectRefusal(wrong, 401, 'INVALID_CREDENTIALS');
      }
    },
  },
  {
    id: 'S5-8',
    title: 'explains a decision by its rules',
    codes: ['INSUFFICIENT_ROLE', 'ROOM_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const ask = (by: typeof ada, user: typeof ada, action: string) =>
        by.caller.post('/access/explain', { user_id: user.id, action, room_id: room.id });
      const allowed = await ask(ada, ada, 'room.delete');
      expect(allowed.data).toMatchObject({ effect: 'allow', action: 'room.delete' });
      expect(allowed.text).toContain('"holds":true');
      await expectRefusal(ask(bob, bob, 'room.delete'), 404, 'ROOM_NOT_FOUND');
      await addMember(ada.caller, room, bob, 'viewer');
      const denied = await ask(bob, bob, 'file.upload');
      expect(denied.data.effect).toBe('deny');
      expect(denied.text).toContain('"holds":false');
      await dataOf(ask(ada, bob, 'file.upload'), 200);
      await expectRefusal(
        bob.caller.post('/access/explain', { user_id: ada.id, action: 'user.invite' }),
        403,
        'INSUFFICIENT_ROLE',
      );
    },
  },
  {
    id: 'S5-8',
    title: 'explains an action on a room or file only with its target',
    codes: ['VALIDATION_ERROR'],
    run: async ({ owner }) => {
      const { id } = await dataOf(owner.get('/me'));
      const room = await aRoom(owner);
      const ask = (action: string, target: object) => owner.post('/access/explain', { user_id: id, action, ...target });
      await expectRefusal(ask('room.delete', {}), 400, 'VALIDATION_ERROR');
      await expectRefusal(ask('file.download', { room_id: room.id }), 400, 'VALIDATION_ERROR');
      await dataOf(ask('room.delete', { room_id: room.id }), 200);
      await dataOf(ask('room.create', {}), 200);
    },
  },
  {
    id: 'I8-may',
    title: 'says in answers what the caller may do, as an explanation does, and lets them do that',
    codes: ['USER_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'viewer');
      const path = `/rooms/${room.id}`;
      const mayOf = async (by: typeof ada): Promise<readonly string[]> =>
        (await dataOf(by.caller.get(path), 200)).may ?? [];
      expect(await mayOf(ada)).toEqual(expect.arrayContaining(['file.upload', 'room.archive', 'room.members.remove']));
      expect(await mayOf(bob)).not.toContain('room.archive');
      await expectRefusal(bob.caller.post(`${path}/archive`), 403, 'INSUFFICIENT_ROOM_ROLE');
      const ask = (action: string, about: object) =>
        dataOf(ada.caller.post('/access/explain', { user_id: ada.id, action, ...about }), 200);
      for (const action of ['room.archive', 'room.unarchive', 'room.invite', 'audit.room.read'])
        expect((await ask(action, { room_id: room.id })).effect).toBe(
          (await mayOf(ada)).includes(action) ? 'allow' : 'deny',
        );
      expect((await ask('room.members.remove', { room_id: room.id, member_id: bob.id })).effect).toBe('allow');
      const unknown = { user_id: ada.id, action: 'user.role', target_user_id: ABSENT_ID };
      await expectRefusal(ada.caller.post('/access/explain', unknown), 404, 'USER_NOT_FOUND');
      const listed = (await ada.caller.get(`/rooms/${room.id}/members?may=true`)).list;
      expect(listed.find(({ user_id: id }) => id === bob.id)?.may).toContain('room.members.remove');
      expect((await ada.caller.get('/rooms')).list[0]?.may).toBeUndefined();
      await dataOf(ada.caller.post(`${path}/archive`), 200);
      expect(await mayOf(ada)).not.toContain('file.upload');
    },
  },
];
