import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import { fillPath, operationsOf } from '../operations.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, waitUntilExpired } from '../world.ts';

const DAY = 86_400_000;

/** API tokens and their scopes. */
export const tokenPromises: readonly ServicePromise[] = [
  {
    id: 'S5-2',
    title: 'lets users create, list and revoke their tokens, and refuses a revoked token immediately',
    codes: ['TOKEN_INVALID', 'TOKEN_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const made = await dataOf(ada.caller.post('/tokens', { name: 'script' }), 201);
      const other = world.visitor.as(made.token);
      await dataOf(other.get('/me'), 200);
      expect((await ada.caller.get('/tokens')).list.map(({ id }) => id)).toContain(made.id);
      expect((await world.owner.get(`/users/${ada.id}/tokens`)).list.map(({ id }) => id)).toContain(made.id);
      await expectRefusal(bob.caller.get(`/users/${ada.id}/tokens`), 403, 'INSUFFICIENT_ROLE');
      await expectRefusal(bob.caller.delete(`/tokens/${made.id}`), 404, 'TOKEN_NOT_FOUND');
      expect(await dataOf(ada.caller.delete(`/tokens/${made.id}`), 200)).toEqual({ id: made.id, revoked: true });
      await expectRefusal(other.get('/me'), 401, 'TOKEN_INVALID');
      expect((await ada.caller.get('/tokens')).list.map(({ id }) => id)).not.toContain(made.id);
      await expectRefusal(ada.caller.delete(`/tokens/${ABSENT_ID}`), 404, 'TOKEN_NOT_FOUND');
    },
  },
  {
    id: 'S5-2',
    title: 'serves the page for API tokens',
    run: async ({ visitor, harness }) => {
      const page = await visitor.object('GET', `${new URL(harness.baseUrl).origin}/settings/tokens`);
      expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain('<script');
    },
  },
  {
    id: 'S5-3',
    title: 'limits a token to its scopes, which its creator must have',
    codes: ['INSUFFICIENT_SCOPE', 'INVALID_SCOPE', 'VALIDATION_ERROR'],
    run: async (world) => {
      const { owner } = world;
      const reader = await world.limited(owner, 'read:rooms', 'write:tokens');
      await dataOf(reader.get('/rooms'), 200);
      await expectRefusal(reader.post('/rooms', { name: 'x', classification: 'C1' }), 403, 'INSUFFICIENT_SCOPE');
      await expectRefusal(reader.post('/tokens', { name: 'x', scopes: ['read:files'] }), 403, 'INSUFFICIENT_SCOPE');
      expect(await dataOf(reader.post('/tokens', { name: 'x' }), 201)).toMatchObject({
        scopes: ['read:rooms', 'write:tokens'],
      });
      await expectRefusal(owner.post('/tokens', { name: 'x', scopes: ['read:everything'] }), 400, 'INVALID_SCOPE');
      await expectRefusal(owner.post('/tokens', { name: 'x', scopes: [] }), 400, 'VALIDATION_ERROR');
    },
  },
  {
    id: 'S5-3',
    title: 'grants a scope no more than the role of the user allows',
    codes: ['INSUFFICIENT_ROLE'],
    run: async (world) => {
      const inviter = await world.limited((await world.person()).caller, 'write:users');
      await expectRefusal(
        inviter.post('/users/invite', { email: world.email(), role: 'member' }),
        403,
        'INSUFFICIENT_ROLE',
      );
    },
  },
  {
    id: 'S5-3',
    title: 'expires a token after 90 days unless it has its own expiry',
    run: async ({ owner }) => {
      const before = Date.now();
      const ends = async (body: object) => Date.parse((await dataOf(owner.post('/tokens', body), 201)).expires_at);
      const [usual, week] = [await ends({ name: 'usual' }), await ends({ name: 'week', expires_in: 7 * 86_400 })];
      const after = Date.now() + 1000;
      for (const [end, days] of [
        [usual, 90],
        [week, 7],
      ] as const) {
        expect(end).toBeGreaterThanOrEqual(before + days * DAY);
        expect(end).toBeLessThanOrEqual(after + days * DAY);
      }
    },
  },
  {
    id: 'S5-3',
    title: 'refuses an expired token',
    codes: ['TOKEN_EXPIRED'],
    run: async ({ owner, visitor }) => {
      const before = Date.now();
      const { token, expires_at } = await dataOf(owner.post('/tokens', { name: 'short', expires_in: 1 }), 201);
      const late = await waitUntilExpired(() => visitor.as(token).get('/me'), before, expires_at);
      expect([late.status, late.code]).toEqual([401, 'TOKEN_EXPIRED']);
    },
  },
  {
    id: 'S5-4',
    title: 'gives a token the current permissions of its user at each call',
    codes: ['INSUFFICIENT_ROLE'],
    run: async (world) => {
      const ada = await world.person('auditor');
      await dataOf(ada.caller.get('/audit-events'), 200);
      await dataOf(world.owner.patch(`/users/${ada.id}/role`, { role: 'member' }));
      await expectRefusal(ada.caller.get('/audit-events'), 403, 'INSUFFICIENT_ROLE');
      const me = await dataOf(ada.caller.get('/me'));
      expect(me).toMatchObject({ id: ada.id, role: 'member', scopes: null });
    },
  },
  {
    id: 'S5-5',
    title: 'shows the secret of a token once',
    run: async ({ owner }) => {
      const made = await dataOf(owner.post('/tokens', { name: 'once' }), 201);
      expect(made.token).toMatch(/^srt_[0-9A-Za-z]{49}$/);
      const listed = await owner.get('/tokens');
      expect(listed.text).not.toContain(made.token);
      expect(listed.list.find(({ id }) => id === made.id)).not.toHaveProperty('token');
    },
  },
  {
    id: 'S5-6',
    title: 'requires the scope of each operation, such as read:users for GET /users',
    codes: ['INSUFFICIENT_SCOPE'],
    run: async (world) => {
      const operations = (await operationsOf(world.visitor)).filter(({ isPublic }) => !isPublic);
      const scopes = [...new Set(operations.flatMap((operation) => operation.scopes))];
      const other = (scope: string) => scopes.filter((name) => name !== scope);
      expect(operations.find(({ method, path }) => `${method} ${path}` === 'GET /users')?.scopes).toEqual([
        'read:users',
      ]);
      await dataOf((await world.limited(world.owner, 'read:users')).get('/users'), 200);
      for (const scope of scopes) {
        const [narrow, without] = [
          await world.limited(world.owner, scope),
          await world.limited(world.owner, ...other(scope)),
        ];
        for (const { method, path } of operations.filter((operation) => operation.scopes.includes(scope))) {
          const call = fillPath(path, {}, ABSENT_ID);
          await expectRefusal(without.ask(method, call), 403, 'INSUFFICIENT_SCOPE');
          expect([method, path, (await narrow.ask(method, call)).code]).not.toContain('INSUFFICIENT_SCOPE');
        }
      }
      expect(scopes).toHaveLength(21);
    },
  },
];
