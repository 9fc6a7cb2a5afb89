import { beforeAll, describe, expect, test } from '@jest/globals';
import type { AvailableFile, ExplainableAction, LiveRoom } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aFile, aMember, aPerson, aRoom, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let viewer: Person;
let stranger: Person;
let auditor: Person;
let room: LiveRoom;
let file: AvailableFile;
let secretFile: AvailableFile;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C4' });
  room = await aRoom(world, ada);
  viewer = await aMember(world, room, 'viewer', ada);
  stranger = await aPerson(world);
  auditor = await aPerson(world, 'auditor');
  file = await aFile(world, ada, room);
  secretFile = await aFile(world, ada, room, { classification: 'C4' });
});

type About = Readonly<{ roomId?: string; fileId?: string }>;
const explain = async (by: Person, about: string, action: ExplainableAction, { roomId, fileId }: About = {}) =>
  world.app.audit.explain(await by.enter(), { userId: about, action, roomId, fileId });

describe('an explanation', () => {
  test('is the decision of the policy that decides, with every reason', async () => {
    const allowed = await explain(auditor, ada.id, 'file.upload', { roomId: room.id });
    expect(allowed).toMatchObject({ effect: 'allow', action: 'file.upload' });
    const denied = await explain(auditor, viewer.id, 'file.upload', { roomId: room.id });
    expect(denied.effect).toBe('deny');
    const failed = denied.reasons.filter((reason) => !reason.holds).map((reason) => reason.rule);
    expect(failed).toEqual(['room-role:owner', 'adder-at-place']);
    expect(denied.reasons.every((reason) => reason.text.length > 0)).toBe(true);
  });

  test.each<[ExplainableAction, keyof { ada: 1; viewer: 1; stranger: 1 }, 'allow' | 'deny']>([
    ['room.see', 'viewer', 'allow'],
    ['room.see', 'stranger', 'deny'],
    ['room.edit', 'ada', 'allow'],
    ['room.edit', 'viewer', 'deny'],
    ['room.members.add', 'ada', 'allow'],
    ['room.members.add', 'viewer', 'deny'],
    ['file.download', 'viewer', 'allow'],
    ['file.download', 'stranger', 'deny'],
    ['share.create', 'ada', 'allow'],
    ['share.create', 'viewer', 'deny'],
    ['audit.read', 'ada', 'allow'],
    ['audit.read', 'stranger', 'deny'],
  ])('of %s for %s agrees with what happens: %s', async (action, who, effect) => {
    const about = { ada, viewer, stranger }[who];
    const place = action.startsWith('file.') || action.startsWith('share.') ? { fileId: file.id } : { roomId: room.id };
    expect((await explain(auditor, about.id, action, place)).effect).toBe(effect);
  });

  test('imagines the removal of a member who leaves, which every member may do', async () => {
    const place = { roomId: room.id };
    for (const by of [viewer, auditor])
      expect((await explain(by, viewer.id, 'room.members.remove', place)).effect).toBe('allow');
    expect((await explain(auditor, stranger.id, 'room.members.remove', place)).effect).toBe('deny');
  });

  test('names a unit below one that the user administers for the management of units, where there is one', async () => {
    const admin = await aPerson(world, 'department_admin');
    expect((await explain(admin, admin.id, 'org_unit.manage')).effect).toBe('deny');
    const { unit } = await world.owner.ask(world.app.orgUnits.create, { name: 'Sesame unit' });
    const role = 'department_admin';
    await world.owner.ask(world.app.orgUnits.addMember, { unitId: unit.id, userId: admin.id, role });
    expect((await explain(admin, admin.id, 'org_unit.manage')).effect).toBe('allow');
  });

  test('follows the present state', async () => {
    const bob = await aMember(world, room, 'contributor', ada);
    const effect = async () => (await explain(auditor, bob.id, 'file.upload', { roomId: room.id })).effect;
    expect(await effect()).toBe('allow');
    await ada.ask(world.app.rooms.addMember, { roomId: room.id, userId: bob.id, role: 'viewer' });
    expect(await effect()).toBe('deny');
  });
});

describe('access to explanations', () => {
  test('every user asks about their own rights, for targets that they can see', async () => {
    expect((await explain(viewer, viewer.id, 'room.edit', { roomId: room.id })).effect).toBe('deny');
    expect((await explain(stranger, stranger.id, 'room.create')).effect).toBe('allow');
    expect(await codeOf(explain(stranger, stranger.id, 'room.see', { roomId: room.id }))).toBe('ROOM_NOT_FOUND');
  });

  test('a room owner asks about any member, and only for their own room', async () => {
    expect((await explain(ada, viewer.id, 'file.upload', { roomId: room.id })).effect).toBe('deny');
    expect((await refusal(world, () => explain(ada, viewer.id, 'user.invite', { roomId: room.id })))[0]).toBe(
      'INSUFFICIENT_ROLE',
    );
  });

  test('refuses other members who ask about others, because of their room role', async () => {
    expect((await refusal(world, () => explain(viewer, ada.id, 'room.edit', { roomId: room.id })))[0]).toBe(
      'INSUFFICIENT_ROOM_ROLE',
    );
  });

  test('refuses all other callers who ask about others, including a domain admin', async () => {
    for (const by of [stranger, await aPerson(world, 'domain_admin')])
      expect((await refusal(world, () => explain(by, ada.id, 'room.create')))[0]).toBe('INSUFFICIENT_ROLE');
  });

  test('refuses callers without the scope read:access', async () => {
    const limited = await limitedTo(world, auditor, 'read:audit');
    expect(await refusal(world, () => explain(limited, ada.id, 'room.create'))).toEqual([
      'INSUFFICIENT_SCOPE',
      'scope:read:access',
    ]);
  });
});

describe('the named target', () => {
  test('is not found if it is hidden from the asker', async () => {
    expect(await codeOf(explain(viewer, viewer.id, 'file.see', { fileId: secretFile.id }))).toBe('FILE_NOT_FOUND');
    expect(await codeOf(explain(auditor, ada.id, 'file.see', { fileId: secretFile.id }))).toBe('FILE_NOT_FOUND');
    const secretRoom = await aRoom(world, ada, 'C4');
    expect(await codeOf(explain(auditor, ada.id, 'room.see', { roomId: secretRoom.id }))).toBe('ROOM_NOT_FOUND');
  });

  test('may be any file up to the clearance of owner, security officer and auditor', async () => {
    for (const by of [world.owner, auditor, await aPerson(world, 'security_officer')])
      expect((await explain(by, viewer.id, 'file.download', { fileId: file.id })).effect).toBe('allow');
  });

  test('is not found if it does not exist: a room, a file, a user, a file of another room', async () => {
    const other = await aRoom(world, ada);
    expect(await codeOf(explain(auditor, ada.id, 'room.see', { roomId: crypto.randomUUID() }))).toBe('ROOM_NOT_FOUND');
    expect(await codeOf(explain(auditor, ada.id, 'room.see', { roomId: 'nowhere' }))).toBe('ROOM_NOT_FOUND');
    expect(await codeOf(explain(auditor, ada.id, 'file.see', { fileId: 'nowhere' }))).toBe('FILE_NOT_FOUND');
    for (const id of [crypto.randomUUID(), 'nobody'])
      expect(await codeOf(explain(auditor, id, 'room.create'))).toBe('USER_NOT_FOUND');
    expect(await codeOf(explain(auditor, ada.id, 'file.see', { fileId: file.id, roomId: other.id }))).toBe(
      'FILE_NOT_FOUND',
    );
  });
});

describe('a question about another user', () => {
  test.each<[string, ExplainableAction, () => About, () => object]>([
    ['in a room', 'room.see', () => ({ roomId: room.id }), () => ({ type: 'room', id: room.id, roomId: room.id })],
    [
      'about a file',
      'file.download',
      () => ({ fileId: secretFile.id }),
      () => ({ type: 'file', id: secretFile.id, label: 'C4' }),
    ],
  ])('%s is recorded with the answer', async (_, action, about, target) => {
    const recorded = await recordedBy(world, () => explain(world.owner, viewer.id, action, about()));
    const { effect } = await explain(world.owner, viewer.id, action, about());
    expect(recorded).toMatchObject([
      {
        type: 'access.explained',
        outcome: 'allowed',
        actor: { id: world.owner.id },
        target: target(),
        data: { user_id: viewer.id, action, effect },
      },
    ]);
  });

  test('without a place is recorded about the organisation, and one about oneself is not recorded', async () => {
    expect(await recordedBy(world, () => explain(auditor, viewer.id, 'user.invite'))).toMatchObject([
      { type: 'access.explained', target: { type: 'organisation' }, data: { user_id: viewer.id, effect: 'deny' } },
    ]);
    expect(await recordedBy(world, () => explain(viewer, viewer.id, 'room.see', { roomId: room.id }))).toEqual([]);
  });
});
