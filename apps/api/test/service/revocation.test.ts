import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller, Reply } from '../support/caller.ts';
import { aFile, aPerson, aRoom, mailedSecret, type Person } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

const AFTER = 400;
const AT_ONCE = 50;

type Ask = () => Promise<Reply>;
type Case = Readonly<{ name: string; set: () => Promise<Readonly<{ asks: readonly Ask[]; end: Ask }>> }>;

let world: World;
let ada: Person;

beforeAll(async () => {
  world = await startService();
  ada = await aPerson(world, 'member', 'C4');
});
afterAll(() => world.stop());

/** A room of Ada in which a user has a role, with a file and that user's link to it. */
async function shared(clearance = 'C2', role = 'contributor') {
  const person = await aPerson(world, 'member', clearance);
  const room = await aRoom(ada.caller, 'C2');
  await ada.caller.post(`/rooms/${room}/members`, { user_id: person.id, role });
  const file = await aFile(person.caller, room);
  const link = await linkBy(person.caller, file);
  return { person, room, file, link };
}

async function linkBy(by: Caller, file: string): Promise<string> {
  const made = await by.post(`/files/${file}/share`, { expires_in: 3600 });
  expect(made.status).toBe(201);
  return `/shares/by-token/${made.body.data.token}`;
}

const reading = (by: Caller, room: string, file: string): readonly Ask[] => [
  () => by.get(`/rooms/${room}`),
  () => by.get(`/rooms/${room}/files`),
  () => by.get(`/files/${file}`),
  () => by.get(`/files/${file}/download-url`),
  () => by.post(`/rooms/${room}/files/upload-url`, { name: 'a', size: 1, content_type: 'text/plain' }),
];
const redeeming = (link: string): readonly Ask[] => [
  () => world.visitor.get(link),
  () => world.visitor.post(`${link}/download`),
];
const accepting =
  (token: string): Ask =>
  () =>
    world.visitor.post('/invitations/accept', { token, name: 'Eve' });

let invited = 0;
async function invite(): Promise<Readonly<{ email: string; id: string; token: string }>> {
  const email = `later-${invited++}@example.com`;
  const { id } = (await world.owner.post('/users/invite', { email, role: 'member' })).body.data;
  return { email, id, token: await mailedSecret(world, email) };
}

const CASES: readonly Case[] = [
  {
    name: 'a deactivated user: API token, session, share link',
    set: async () => {
      const { person, room, file, link } = await shared();
      const asks = [...reading(person.caller, room, file), ...reading(person.session, room, file), ...redeeming(link)];
      return { asks, end: () => world.owner.post(`/users/${person.id}/deactivate`) };
    },
  },
  {
    name: 'a revoked API token, and one made with it',
    set: async () => {
      const made = await ada.session.post('/tokens', { name: 'first' });
      const first = world.visitor.as(made.body.data.token);
      const second = world.visitor.as((await first.post('/tokens', { name: 'second' })).body.data.token);
      const asks = [first, second].flatMap((by): Ask[] => [
        () => by.get('/me'),
        () => by.get('/rooms'),
        () => by.post('/tokens', { name: 'x' }),
      ]);
      return { asks, end: () => ada.caller.delete(`/tokens/${made.body.data.id}`) };
    },
  },
  {
    name: 'a session that was ended',
    set: async () => {
      const { session } = await aPerson(world);
      const asks: readonly Ask[] = [() => session.get('/me'), () => session.post('/tokens', { name: 'x' })];
      return { asks, end: () => session.delete('/sessions/current') };
    },
  },
  {
    name: 'other sessions, after a new password',
    set: async () => {
      const { session, email } = await aPerson(world);
      await session.post('/me/password', { new_password: 'correct horse battery' });
      const signed = await world.visitor.post('/sessions', { email, password: 'correct horse battery' });
      const other = world.visitor.as(signed.body.data.token);
      const change = { current_password: 'correct horse battery', new_password: 'incorrect horse battery' };
      return { asks: [() => session.get('/me')], end: () => other.post('/me/password', change) };
    },
  },
  {
    name: 'a removed member: API token, session, share link',
    set: async () => {
      const { person, room, file, link } = await shared();
      const asks = [...reading(person.caller, room, file), ...reading(person.session, room, file), ...redeeming(link)];
      return { asks, end: () => ada.caller.delete(`/rooms/${room}/members/${person.id}`) };
    },
  },
  {
    name: 'a lowered clearance: API token, session, share link',
    set: async () => {
      const { person, room, file, link } = await shared();
      const asks = [...reading(person.caller, room, file), ...reading(person.session, room, file), ...redeeming(link)];
      return { asks, end: () => world.owner.patch(`/users/${person.id}/clearance`, { clearance_level: 'C1' }) };
    },
  },
  {
    name: 'a lowered role in a room: uploads, new links, the old link',
    set: async () => {
      const { person, room, file, link } = await shared();
      const asks: readonly Ask[] = [
        () => person.caller.post(`/rooms/${room}/files/upload-url`, { name: 'a', size: 1, content_type: 'text/plain' }),
        () => person.session.post(`/files/${file}/share`, { expires_in: 3600 }),
        () => person.caller.get(`/files/${file}/shares`),
        ...redeeming(link),
      ];
      return { asks, end: () => ada.caller.post(`/rooms/${room}/members`, { user_id: person.id, role: 'viewer' }) };
    },
  },
  {
    name: 'a lowered role in the organisation',
    set: async () => {
      const person = await aPerson(world, 'security_officer');
      const { room } = await shared();
      const asks = [person.caller, person.session].flatMap((by): Ask[] => [
        () => by.get('/audit-events'),
        () => by.get('/oversight/rooms'),
        () => by.get(`/rooms/${room}`),
        () => by.get(`/users/${ada.id}/tokens`),
      ]);
      return { asks, end: () => world.owner.patch(`/users/${person.id}/role`, { role: 'member' }) };
    },
  },
  {
    name: 'a revoked share link',
    set: async () => {
      const { person, file } = await shared();
      const { id, token } = (await person.caller.post(`/files/${file}/share`, { expires_in: 3600 })).body.data;
      return { asks: redeeming(`/shares/by-token/${token}`), end: () => ada.caller.delete(`/shares/${id}`) };
    },
  },
  {
    name: 'a deleted file',
    set: async () => {
      const { person, file, link } = await shared();
      const asks = [() => person.caller.get(`/files/${file}/download-url`), ...redeeming(link)];
      return { asks, end: () => ada.caller.delete(`/files/${file}`) };
    },
  },
  {
    name: 'a deleted room',
    set: async () => {
      const { person, room, file, link } = await shared();
      return {
        asks: [...reading(person.caller, room, file), ...redeeming(link)],
        end: () => ada.caller.delete(`/rooms/${room}`),
      };
    },
  },
];

/** Sends `count` requests, a few at a time, and returns their statuses. */
async function storm(asks: readonly Ask[], count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let start = 0; start < count; start += AT_ONCE) {
    const batch = Array.from({ length: AT_ONCE }, (_, index) => asks[(start + index) % asks.length]);
    statuses.push(...(await Promise.all(batch.map(async (ask) => (await ask?.())?.status ?? 0))));
  }
  return statuses;
}

describe('a request that starts after the revocation fails with', () => {
  test.each(CASES)(
    '$name',
    async ({ set }) => {
      const { asks, end } = await set();
      for (const ask of asks) expect((await ask()).status).toBeLessThan(300);
      // Concurrent requests may have either result, but must leave no access behind.
      const underWay = storm(asks, AT_ONCE);
      expect((await end()).status).toBe(200);
      const after = await storm(asks, AFTER);
      expect(after).toHaveLength(AFTER);
      expect(after.filter((status) => status < 400 || status >= 500)).toEqual([]);
      await underWay;
    },
    20_000,
  );

  test('an invitation whose user was deactivated, or that was replaced by a newer one', async () => {
    for (const end of [
      ({ id }: { id: string }) => world.owner.post(`/users/${id}/deactivate`),
      async ({ id, email }: { id: string; email: string }) => {
        // A new link is possible at once: the link of the deactivated user has ended.
        await world.owner.post(`/users/${id}/deactivate`);
        await world.owner.post(`/users/${id}/reactivate`);
        return world.owner.post('/users/invite', { email, role: 'member' });
      },
    ]) {
      const invitation = await invite();
      expect((await end(invitation)).status).toBe(200);
      const after = await storm([accepting(invitation.token)], AFTER);
      expect(new Set(after)).toEqual(new Set([410]));
    }
  });

  test('credentials from before, once a user is reactivated', async () => {
    const { person, room, file, link } = await shared();
    const invitation = await invite();
    for (const id of [person.id, invitation.id]) {
      await world.owner.post(`/users/${id}/deactivate`);
      expect((await world.owner.post(`/users/${id}/reactivate`)).status).toBe(200);
    }
    const asks = [
      ...reading(person.caller, room, file),
      ...reading(person.session, room, file),
      ...redeeming(link),
      accepting(invitation.token),
    ];
    const after = await storm(asks, AFTER);
    expect(after.filter((status) => status < 400 || status >= 500)).toEqual([]);
  });

  test('a link of a member who was removed and added again', async () => {
    const { person, room, link } = await shared();
    await ada.caller.delete(`/rooms/${room}/members/${person.id}`);
    await ada.caller.post(`/rooms/${room}/members`, { user_id: person.id, role: 'contributor' });
    expect((await person.caller.get(`/rooms/${room}`)).status).toBe(200);
    expect(new Set(await storm(redeeming(link), AFTER))).toEqual(new Set([410]));
  });
});

test('one of 50 concurrent acceptances of an invitation succeeds', async () => {
  const { token } = await invite();
  const statuses = await storm([accepting(token)], AT_ONCE);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 410)).toHaveLength(AT_ONCE - 1);
});
