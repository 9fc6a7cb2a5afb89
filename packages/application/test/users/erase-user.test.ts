import { beforeEach, describe, expect, test } from '@jest/globals';
import { MINUTE, newNotifications, type OrgRole } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import { documentOf } from '../../src/store/collection.ts';
import { COLLECTIONS } from '../../src/store/collections.ts';
import { EVERY_RECORD, idempotencyRecords } from '../../src/store/idempotency.ts';
import { jobs, RUNNABLE_JOBS } from '../../src/store/jobs.ts';
import { notifications } from '../../src/store/notifications.ts';
import { EVERY_USER, users } from '../../src/store/users.ts';
import { aNewcomer } from '../sessions/newcomers.ts';
import { eventsOf, recordedBy } from '../world/events.ts';
import { aPerson, aRoom, limitedTo, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { listed, stored, storedRoom, storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

const NAME = 'Zebulon Quagmire';
let world: World;
let zeb: Person;
/** Whether stored answers can be listed. */
let isDown = false;
beforeEach(async () => {
  isDown = false;
  world = await openWorld({
    around: ({ documents }) => ({
      documents: new Proxy(documents, {
        get: (target, property) => {
          const value: unknown = Reflect.get(target, property, target);
          if (typeof value !== 'function') return value;
          return (...given: readonly unknown[]): unknown =>
            isDown && property === 'list' && given[0] === 'idempotency'
              ? Promise.reject(new Unavailable('documents'))
              : Reflect.apply(value, target, given);
        },
      }),
    }),
  });
  zeb = await aNewcomer(world, PASSWORD);
  await zeb.ask(world.app.users.edit, { userId: zeb.id, name: NAME, external: undefined });
});

const erase = (by: Person = world.owner, userId: string = zeb.id) => by.ask(world.app.users.erase, { userId });
const keyed = (by: Person, key: string): Person => by.keyed({ key, fingerprint: key, onReplay: () => {} });
const workOff = async (): Promise<void> => {
  world.clock.advance(2 * MINUTE);
  const idle = world.clock.paused();
  world.app.worker.start();
  await idle;
  await world.app.worker.stop();
};

describe('erasing a user', () => {
  test('takes name, address and every credential away, and keeps the id', async () => {
    const before = await storedUser(world, zeb.id);
    const { user } = await erase();
    expect(user).toEqual({
      id: zeb.id,
      name: 'erased user',
      email: `erased-${zeb.id}@invalid`,
      role: 'member',
      clearance: null,
      status: 'deactivated',
      epoch: 2,
      createdAt: before?.createdAt,
      activatedAt: before?.activatedAt,
      tokens: [],
      sessions: [],
      password: null,
      invitations: [],
      erasedAt: world.clock.now(),
    });
    expect(await storedUser(world, zeb.id)).toEqual(user);
    expect(await codeOf(zeb.ask(world.app.users.me))).toBe('TOKEN_INVALID');
    expect(await listed(world, users, EVERY_USER)).not.toContainEqual(user);
    expect((await world.owner.ask(world.app.users.get, { userId: zeb.id })).user).toEqual(user);
  });

  test('takes the message of their upload requests away, and leaves those of others', async () => {
    const room = await aRoom(world, world.owner);
    await world.owner.ask(world.app.rooms.addMember, { roomId: room.id, userId: zeb.id, role: 'contributor' });
    const asking = (by: Person) =>
      by.ask(world.app.uploadRequests.create, {
        roomId: room.id,
        expiresIn: 60,
        maxFiles: 1,
        maxBytes: 9,
        message: `Yours, ${NAME}`,
      } as never);
    const [theirs, other] = [await asking(zeb), await asking(world.owner)];
    await erase();
    const seen = async (requestId: typeof theirs.request.id) =>
      (await world.owner.ask(world.app.uploadRequests.get, { requestId })).request.message;
    expect([await seen(theirs.request.id), await seen(other.request.id)]).toEqual([undefined, `Yours, ${NAME}`]);
  });

  test('is recorded by ids, ends memberships, and leaves a room without an owner orphaned', async () => {
    const room = await aRoom(world, zeb);
    const recorded = await recordedBy(world, () => erase());
    expect(recorded.map(({ type }) => type).toSorted()).toEqual(['audit.erased', 'member.removed', 'user.erased']);
    expect(recorded.find(({ type }) => type === 'user.erased')).toMatchObject({
      actor: { id: world.owner.id },
      target: { id: zeb.id },
      data: {},
    });
    expect(await storedRoom(world, room.id)).toMatchObject({ owners: [], memberCount: 0 });
  });

  test('again changes and records nothing, also with the key of the first request', async () => {
    const first = await erase(keyed(world.owner, 'once'));
    const again = async () => {
      expect((await erase()).user).toEqual(first.user);
      expect((await erase(keyed(world.owner, 'once'))).user.id).toEqual(first.user.id);
    };
    expect(await recordedBy(world, again)).toEqual([]);
  });

  test('removes their choices of notifications', async () => {
    const chosen = documentOf(notifications, newNotifications(zeb.id), 1);
    await world.ports.documents.commit([{ collection: notifications.name, insert: chosen }]);
    expect(await stored(world, notifications, zeb.id)).toBeDefined();
    await erase();
    expect(await stored(world, notifications, zeb.id)).toBeUndefined();
  });

  test('frees the address for a new user', async () => {
    await erase();
    const { user, isNew } = await world.owner.ask(world.app.users.invite, { email: zeb.email, role: 'member' });
    expect([isNew, user.id === zeb.id]).toEqual([true, false]);
  });

  test('erases a person who never accepted, whose link ends', async () => {
    const email = 'never.accepted@rooms.example';
    const { user } = await world.owner.ask(world.app.users.invite, { email, role: 'member' });
    const secret = await mailedToken(world, email as never);
    await erase(world.owner, user.id);
    expect(await codeOf(world.app.users.findInvitation({ request: aRequest() }, { secret }))).toBe(
      'INVITATION_NOT_FOUND',
    );
  });
});

describe('after an erasure', () => {
  const holds = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const { name } of COLLECTIONS) {
      const keys = KEYS[name];
      if (keys === undefined) continue;
      const documents = await world.ports.documents.list(name, { anyOf: keys }, { limit: 1000 });
      const text = JSON.stringify(documents);
      if (text.includes(NAME) || text.includes(zeb.email)) found.push(name);
    }
    const mails = JSON.stringify(world.ports.mailer.sent);
    return mails.includes(NAME) || mails.includes(zeb.email) ? [...found, 'mails'] : found;
  };
  const KEYS: Readonly<Record<string, readonly string[]>> = {
    users: [EVERY_USER, 'erased'],
    idempotency: [EVERY_RECORD],
    jobs: [RUNNABLE_JOBS],
  };

  test('neither documents nor mails hold their name or their address', async () => {
    await world.owner.ask(world.app.users.edit, { userId: world.owner.id, name: 'An Owner', external: undefined });
    const room = await aRoom(world, zeb);
    await keyed(world.owner, 'link').ask(world.app.users.sendActivationLink, { userId: zeb.id });
    await keyed(zeb, 'room').ask(world.app.rooms.invite, {
      roomId: room.id,
      email: 'guest@elsewhere.example',
      role: 'viewer',
    });
    await world.app.sessions.requestPasswordReset({ request: aRequest() }, { email: zeb.email });
    expect((await holds()).toSorted()).toEqual(['idempotency', 'jobs', 'mails', 'users']);
    await erase();
    expect(await holds()).toEqual([]);
    await workOff();
    expect(await holds()).toEqual([]);
    const invitation = world.ports.mailer.sent.find(({ to }) => to === 'guest@elsewhere.example');
    expect(invitation?.text).toMatch(/^An administrator invites you to a data room/u);
    expect(await listed(world, jobs, RUNNABLE_JOBS)).toEqual([]);
  });

  test('a job completes what a request did not', async () => {
    await keyed(world.owner, 'link').ask(world.app.users.sendActivationLink, { userId: zeb.id });
    isDown = true;
    expect(await codeOf(erase())).toBe('unavailable: documents');
    isDown = false;
    expect((await holds()).toSorted()).toEqual(['idempotency', 'mails']);
    await workOff();
    expect(await holds()).toEqual([]);
  });

  test('a repeated request about them says so, and their answers to others stay', async () => {
    const link = keyed(world.owner, 'link');
    await link.ask(world.app.users.sendActivationLink, { userId: zeb.id });
    const room = keyed(world.owner, 'room');
    const made = await room.ask(world.app.rooms.create, { name: 'Falcon', classification: 'C2', orgUnitId: undefined });
    await erase();
    expect(await codeOf(link.ask(world.app.users.sendActivationLink, { userId: zeb.id }))).toBe('USER_ERASED');
    expect(
      await room.ask(world.app.rooms.create, { name: 'Falcon', classification: 'C2', orgUnitId: undefined }),
    ).toEqual(made);
    expect(await listed(world, idempotencyRecords, EVERY_RECORD)).toHaveLength(2);
  });

  test('their events have no address of the network, and those of others keep theirs', async () => {
    await aRoom(world, zeb);
    await aRoom(world, world.owner);
    await erase();
    const addresses = (id: string) =>
      eventsOf(world).then((events) =>
        events.filter(({ actor }) => 'id' in actor && actor.id === id).map(({ request }) => request?.ip),
      );
    expect(new Set(await addresses(zeb.id))).toEqual(new Set([null]));
    expect(await addresses(world.owner.id)).toContain('192.0.2.7');
  });
});

describe('permission to erase a user', () => {
  test.each<[OrgRole, OrgRole, string]>([
    ['owner', 'owner', 'done'],
    ['domain_admin', 'owner', 'INSUFFICIENT_ROLE'],
    ['domain_admin', 'member', 'done'],
    ['security_officer', 'member', 'INSUFFICIENT_ROLE'],
    ['member', 'member', 'INSUFFICIENT_ROLE'],
  ])('%s erases %s: %s', async (by, target, code) => {
    expect(await codeOf(erase(await aPerson(world, by), (await aPerson(world, target)).id))).toBe(code);
  });

  test('is not given for oneself, nor to a token of other scopes', async () => {
    expect(await codeOf(erase(world.owner, world.owner.id))).toBe('CANNOT_DEACTIVATE_SELF');
    const limited = await limitedTo(world, world.owner, 'read:users');
    expect(await refusal(world, () => erase(limited))).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:users']);
  });

  test('nothing brings an erased user back', async () => {
    await erase();
    const { owner, app } = world;
    const tries = [
      owner.ask(app.users.reactivate, { userId: zeb.id }),
      owner.ask(app.users.changeRole, { userId: zeb.id, role: 'auditor' }),
      owner.ask(app.users.setClearance, { userId: zeb.id, clearance: 'C1' as never }),
      owner.ask(app.users.sendActivationLink, { userId: zeb.id }),
    ];
    expect(await Promise.all(tries.map(codeOf))).toEqual(tries.map(() => 'USER_ERASED'));
  });
});
