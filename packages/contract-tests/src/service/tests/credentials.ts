import { expect } from '@jest/globals';
import { given, refused } from '../answer.ts';
import { signedInOperations } from '../operations.ts';
import type { ServicePromise } from '../service-promise.ts';
import { aRoom, join, NOBODY, until } from '../world.ts';

/** Section 5: authentication. */
export const credentials: readonly ServicePromise[] = [
  {
    id: 'S5-1',
    title: 'without a good token every operation but the public ones is refused, with a challenge',
    codes: ['UNAUTHENTICATED', 'TOKEN_INVALID'],
    run: async ({ owner, visitor, harness }) => {
      const without = await refused(visitor.get('/rooms'), 401, 'UNAUTHENTICATED');
      expect(without.headers.get('WWW-Authenticate')).toBe('Bearer');
      for (const header of ['Bearer', 'Basic eDp5', harness.ownerToken, 'Bearer a b'])
        await refused(visitor.ask('GET', '/rooms', undefined, { Authorization: header }), 401, 'UNAUTHENTICATED');
      for (const wrong of ['x', `${harness.ownerToken}0`, `srt_${'0'.repeat(49)}`])
        await refused(visitor.as(wrong).get('/rooms'), 401, 'TOKEN_INVALID');
      for (const [method, path] of await signedInOperations(visitor))
        expect([method, path, (await visitor.ask(method, path)).code]).toEqual([method, path, 'UNAUTHENTICATED']);
      await given(visitor.as('x').get('/openapi.json'), 200);
      await given(owner.get('/rooms'), 200);
    },
  },
  {
    id: 'S5-2',
    title: 'a user makes, lists and revokes his tokens, and a revoked one fails at once',
    codes: ['TOKEN_INVALID', 'TOKEN_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const made = await given(ada.caller.post('/tokens', { name: 'script' }), 201);
      const other = world.visitor.as(made.token);
      await given(other.get('/me'), 200);
      expect((await ada.caller.get('/tokens')).list.map(({ id }) => id)).toContain(made.id);
      expect((await world.owner.get(`/users/${ada.id}/tokens`)).list.map(({ id }) => id)).toContain(made.id);
      await refused(bob.caller.get(`/users/${ada.id}/tokens`), 403, 'INSUFFICIENT_ROLE');
      await refused(bob.caller.delete(`/tokens/${made.id}`), 404, 'TOKEN_NOT_FOUND');
      expect(await given(ada.caller.delete(`/tokens/${made.id}`), 200)).toEqual({ id: made.id, revoked: true });
      await refused(other.get('/me'), 401, 'TOKEN_INVALID');
      await refused(ada.caller.delete(`/tokens/${NOBODY}`), 404, 'TOKEN_NOT_FOUND');
    },
  },
  {
    id: 'S5-3',
    title: 'a token is limited to its scopes, which are the maker’s own',
    codes: ['INSUFFICIENT_SCOPE', 'INVALID_SCOPE', 'VALIDATION_ERROR'],
    run: async (world) => {
      const { owner } = world;
      const reader = await world.limited(owner, 'read:rooms', 'write:tokens');
      await given(reader.get('/rooms'), 200);
      await refused(reader.post('/rooms', { name: 'x', classification: 'C1' }), 403, 'INSUFFICIENT_SCOPE');
      await refused(reader.post('/tokens', { name: 'x', scopes: ['read:files'] }), 403, 'INSUFFICIENT_SCOPE');
      expect(await given(reader.post('/tokens', { name: 'x' }), 201)).toMatchObject({
        scopes: ['read:rooms', 'write:tokens'],
      });
      await refused(owner.post('/tokens', { name: 'x', scopes: ['read:everything'] }), 400, 'INVALID_SCOPE');
      await refused(owner.post('/tokens', { name: 'x', scopes: [] }), 400, 'VALIDATION_ERROR');
    },
  },
  {
    id: 'S5-3',
    title: 'a token of one second has expired soon after',
    codes: ['TOKEN_EXPIRED'],
    run: async ({ owner, visitor }) => {
      const { token } = await given(owner.post('/tokens', { name: 'short', expires_in: 1 }), 201);
      const late = await until(
        () => visitor.as(token).get('/me'),
        ({ status }) => status !== 200,
      );
      expect([late.status, late.code]).toEqual([401, 'TOKEN_EXPIRED']);
    },
  },
  {
    id: 'S5-4',
    title: 'a token may what its user may, as that is at each call',
    codes: ['INSUFFICIENT_ROLE'],
    run: async (world) => {
      const ada = await world.person('auditor');
      await given(ada.caller.get('/audit-events'), 200);
      await given(world.owner.patch(`/users/${ada.id}/role`, { role: 'member' }));
      await refused(ada.caller.get('/audit-events'), 403, 'INSUFFICIENT_ROLE');
      const me = await given(ada.caller.get('/me'));
      expect(me).toMatchObject({ id: ada.id, role: 'member', scopes: null });
    },
  },
  {
    id: 'S5-5',
    title: 'the secret of a token is told once',
    run: async ({ owner }) => {
      const made = await given(owner.post('/tokens', { name: 'once' }), 201);
      expect(made.token).toMatch(/^srt_[0-9A-Za-z]{49}$/);
      const listed = await owner.get('/tokens');
      expect(listed.text).not.toContain(made.token);
      expect(listed.list.find(({ id }) => id === made.id)).not.toHaveProperty('token');
    },
  },
  {
    id: 'S5-6',
    title: 'the list of users needs the scope read:users',
    codes: ['INSUFFICIENT_SCOPE'],
    run: async (world) => {
      await given((await world.limited(world.owner, 'read:users')).get('/users'), 200);
      await refused((await world.limited(world.owner, 'read:rooms')).get('/users'), 403, 'INSUFFICIENT_SCOPE');
    },
  },
  {
    id: 'S5-8',
    title: 'why somebody may do something or not is explained by the rules that decide it',
    codes: ['INSUFFICIENT_ROLE', 'ROOM_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const ask = (by: typeof ada, user: typeof ada, action: string) =>
        by.caller.post('/access/explain', { user_id: user.id, action, room_id: room.id });
      expect(await given(ask(ada, ada, 'room.delete'), 200)).toMatchObject({ effect: 'allow', action: 'room.delete' });
      await refused(ask(bob, bob, 'room.delete'), 404, 'ROOM_NOT_FOUND');
      await join(ada.caller, room, bob, 'viewer');
      const denied = await ask(bob, bob, 'file.upload');
      expect(denied.data.effect).toBe('deny');
      expect(denied.text).toContain('"holds":false');
      await refused(
        bob.caller.post('/access/explain', { user_id: ada.id, action: 'user.invite' }),
        403,
        'INSUFFICIENT_ROLE',
      );
    },
  },
];
