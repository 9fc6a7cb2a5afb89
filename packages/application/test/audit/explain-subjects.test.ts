import { beforeAll, describe, expect, test } from '@jest/globals';
import { ABILITIES, type AbilitySubject, type ExplainableAction, type OrgRole } from '@strongroom/domain';
import type { AccessQuestion } from '../../src/steps/explain/question.ts';
import { MARK } from '../world/events.ts';
import { aFile, aLink, anEmail, aPerson, aRoom, joins, mailedToken } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

/** A user with the session that began when they accepted their invitation. */
async function withSession(world: World, role: OrgRole, external = false): Promise<Person> {
  const email = anEmail();
  await world.owner.ask(world.app.users.invite, { email, role, external });
  const secret = await mailedToken(world, email);
  const { user, ...accepted } = await world.app.users.accept(
    { request: aRequest() },
    { secret, name: `Person ${MARK}` as never },
  );
  return new Person(world.app, { id: user.id, email, secret: accepted.secret });
}

type About = Omit<AccessQuestion, 'userId' | 'action'>;

async function opened() {
  const world = await openWorld();
  const person = (role: OrgRole, external?: boolean) => withSession(world, role, external);
  const { unit } = await world.owner.ask(world.app.orgUnits.create, { name: 'Legal' });
  const { unit: below } = await world.owner.ask(world.app.orgUnits.create, { name: 'Patents', parentId: unit.id });
  const people = {
    owner: await person('owner'),
    'domain admin': await person('domain_admin'),
    'security officer': await person('security_officer'),
    auditor: await person('auditor'),
    'department admin': await person('department_admin'),
    'department admin of nothing': await person('department_admin'),
    'room owner': await person('member'),
    contributor: await person('member'),
    viewer: await person('member'),
    'external contributor': await person('member', true),
    'external viewer': await person('member', true),
    stranger: await person('member'),
    'external stranger': await person('member', true),
  };
  const admin = { unitId: unit.id, userId: people['department admin'].id, role: 'department_admin' } as const;
  await world.owner.ask(world.app.orgUnits.addMember, admin);
  const ada = people['room owner'];
  const room = await aRoom(world, ada, 'C1');
  for (const who of ['contributor', 'external contributor'] as const)
    await joins(world, people[who], room, 'contributor', ada);
  for (const who of ['viewer', 'external viewer', 'auditor'] as const)
    await joins(world, people[who], room, 'viewer', ada);
  const file = await aFile(world, ada, room, { classification: 'C1' });
  const { folder } = await ada.ask(world.app.folders.create, { roomId: room.id, path: 'Common' as never });
  if (folder.id === null) throw new TypeError('the folder has no id');
  const link = await aLink(world, people.contributor, file);
  return { world, people, room, file, folder: { id: folder.id }, link: link.link, unit, below };
}

let at: Awaited<ReturnType<typeof opened>>;
beforeAll(async () => {
  at = await opened();
});

type Who = keyof Awaited<ReturnType<typeof opened>>['people'];

const effectFor = async (by: Person, action: ExplainableAction, about: About, userId: string = by.id) =>
  (await at.world.app.audit.explain(await by.enter(), { userId, action, ...about })).effect;

/** Every answer that tells what a caller may do, with the ids by which a question names its subject. */
async function answersFor(by: Person): Promise<readonly (readonly [AbilitySubject, readonly string[], About])[]> {
  const { world, people, room, file, folder, link, unit, below } = at;
  const { app } = world;
  const answers: (readonly [AbilitySubject, readonly string[], About])[] = [];
  const add = async (
    subject: AbilitySubject,
    about: About,
    answer: () => Promise<Readonly<{ may?: readonly string[] }>>,
  ) => {
    try {
      answers.push([subject, (await answer()).may ?? [], about]);
    } catch (error) {
      // Hidden from this caller: nothing tells what they may do with it.
      await codeOf(Promise.reject(error));
    }
  };
  await add('me', {}, () => by.ask(app.users.me));
  await add('room', { roomId: room.id }, () => by.ask(app.rooms.get, { roomId: room.id }));
  await add('file', { fileId: file.id }, () => by.ask(app.files.get, { fileId: file.id }));
  await add('folder', { folderId: folder.id }, () => by.ask(app.folders.get, { roomId: room.id, folderId: folder.id }));
  await add('share', { shareId: link.id }, () => by.ask(app.shares.get, { shareId: link.id }));
  for (const { id } of Object.values(people))
    await add('user', { targetUserId: id }, () => by.ask(app.users.get, { userId: id }));
  for (const { id, ancestors } of [unit, below])
    await add('org_unit', { orgUnitId: id }, async () => {
      const ctx = await by.enter({ kind: 'org-unit', id });
      return app.orgUnits.get({ ...ctx, located: { ...ctx.located, unitLine: [...ancestors, id] } }, { unitId: id });
    });
  const members = await by
    .ask(app.rooms.listMembers, { roomId: room.id, may: true, perPage: 100 } as never)
    .catch(() => ({ items: [] }));
  for (const { may = [], membership } of members.items)
    answers.push(['member', may, { roomId: room.id, memberId: membership.userId }]);
  return answers;
}

const WHO: readonly Who[] = [
  'owner',
  'domain admin',
  'security officer',
  'auditor',
  'department admin',
  'department admin of nothing',
  'room owner',
  'contributor',
  'viewer',
  'external contributor',
  'external viewer',
  'stranger',
  'external stranger',
];

/** External users learn no reasons about other users. */
const OTHERS: ReadonlySet<AbilitySubject> = new Set(['user', 'member']);

describe('explanations of one’s own rights', () => {
  test.each(WHO)('equal `may` of every answer that the %s gets', async (who) => {
    const by = at.people[who];
    const differ: string[] = [];
    for (const [subject, may, about] of await answersFor(by))
      for (const action of ABILITIES[subject]) {
        const effect = await effectFor(by, action, about).catch((error: Readonly<{ code: string }>) => error.code);
        const isUntold = who.startsWith('external') && OTHERS.has(subject) && effect.startsWith('INSUFFICIENT_');
        if (effect !== (may.includes(action) ? 'allow' : 'deny') && !isUntold)
          differ.push(`${action} of ${JSON.stringify(about)}: ${effect}`);
      }
    expect(differ).toEqual([]);
  });
});

describe('an explanation of removing a member', () => {
  test('is allowed where the operation is allowed: about some member, and about one', async () => {
    const { world, people, room } = at;
    const roomId = room.id;
    const removed = await joins(world, await aPerson(world), room, 'viewer', people['room owner']);
    const one = { roomId, memberId: removed.id };
    for (const by of [people['room owner'], people['domain admin'], people['security officer']])
      for (const about of [{ roomId }, one])
        expect([about, await effectFor(by, 'room.members.remove', about)]).toEqual([about, 'allow']);
    expect(await effectFor(people.viewer, 'room.members.remove', one)).toBe('deny');
    // They may leave.
    expect(await effectFor(people.viewer, 'room.members.remove', { roomId })).toBe('allow');
    const input = { roomId, userId: removed.id };
    expect(await codeOf(people.viewer.ask(world.app.rooms.removeMember, input))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await codeOf(people['domain admin'].ask(world.app.rooms.removeMember, input))).toBe('done');
    expect(await codeOf(effectFor(people['room owner'], 'room.members.remove', one))).toBe('MEMBER_NOT_FOUND');
  });
});

describe('an explanation about a user', () => {
  test('without an id is about some other user, and about the user themself', async () => {
    const { people } = at;
    // No user deactivates themself. Members change the address of themselves only.
    expect(await effectFor(people.owner, 'user.deactivate', {})).toBe('allow');
    expect(await effectFor(people.owner, 'user.deactivate', { targetUserId: people.owner.id })).toBe('deny');
    expect(await effectFor(people.stranger, 'user.email', {})).toBe('allow');
    expect(await effectFor(people.stranger, 'user.email', { targetUserId: people.viewer.id })).toBe('deny');
  });
});

describe('an explanation about a link', () => {
  test('without its id is about a link of the user, if there is one, or of another', async () => {
    const { people, file } = at;
    const about = { fileId: file.id };
    const by = people.auditor;
    const asked = (who: Who) => effectFor(by, 'share.revoke', about, people[who].id);
    expect([await asked('contributor'), await asked('external contributor')]).toEqual(['allow', 'deny']);
    expect([await asked('room owner'), await asked('viewer')]).toEqual(['allow', 'deny']);
  });
});

describe('a subject that is hidden from the asker', () => {
  test.each<[string, ExplainableAction, (at: Awaited<ReturnType<typeof opened>>) => About, Who, string]>([
    ['a link', 'share.revoke', ({ link }) => ({ shareId: link.id }), 'viewer', 'SHARE_NOT_FOUND'],
    ['a link', 'share.revoke', ({ link }) => ({ shareId: link.id }), 'stranger', 'SHARE_NOT_FOUND'],
    ['a link', 'share.see', () => ({ shareId: crypto.randomUUID() }), 'room owner', 'SHARE_NOT_FOUND'],
    ['a link', 'share.see', () => ({ shareId: 'none' }), 'room owner', 'SHARE_NOT_FOUND'],
    [
      'a member of another room',
      'room.members.remove',
      ({ room, people }) => ({ roomId: room.id, memberId: people.stranger.id }),
      'room owner',
      'MEMBER_NOT_FOUND',
    ],
    ['a user', 'user.get', ({ people }) => ({ targetUserId: people.stranger.id }), 'external viewer', 'USER_NOT_FOUND'],
    ['a user', 'user.role', () => ({ targetUserId: crypto.randomUUID() }), 'owner', 'USER_NOT_FOUND'],
    ['a unit', 'org_unit.get', ({ unit }) => ({ orgUnitId: unit.id }), 'external viewer', 'ORG_UNIT_NOT_FOUND'],
    ['a unit', 'org_unit.get', () => ({ orgUnitId: crypto.randomUUID() }), 'owner', 'ORG_UNIT_NOT_FOUND'],
  ])('is absent: %s for %s', async (_, action, about, who, code) => {
    expect(await codeOf(effectFor(at.people[who], action, about(at)))).toBe(code);
  });
});

test('a member of a room that shows owners only is absent for other members', async () => {
  const { world, people } = at;
  const ada = people['room owner'];
  const room = await aRoom(world, ada, 'C1');
  await ada.ask(world.app.rooms.edit, { roomId: room.id, memberVisibility: 'owners' });
  const [asker, hidden] = [people.viewer, people.contributor];
  for (const who of [asker, hidden]) await joins(world, who, room, 'viewer', ada);
  const about = (memberId: string): About => ({ roomId: room.id, memberId });
  expect(await effectFor(asker, 'room.members.remove', about(ada.id))).toBe('deny');
  for (const memberId of [hidden.id, people.stranger.id])
    expect(await codeOf(effectFor(asker, 'room.members.remove', about(memberId)))).toBe('MEMBER_NOT_FOUND');
  expect(await effectFor(ada, 'room.members.remove', about(hidden.id))).toBe('allow');
});

describe('an external asker', () => {
  test('learns reasons about themself only', async () => {
    const { people, room } = at;
    const by = people['external viewer'];
    const about = { roomId: room.id };
    expect(await effectFor(by, 'file.list', about)).toBe('allow');
    for (const other of [people['room owner'], people.stranger])
      expect(await codeOf(effectFor(by, 'file.list', about, other.id))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(effectFor(by, 'user.role', { targetUserId: people['room owner'].id }))).toBe(
      'INSUFFICIENT_ROLE',
    );
    const member = { ...about, memberId: people.contributor.id };
    expect(await codeOf(effectFor(by, 'room.members.remove', member))).toBe('INSUFFICIENT_ROOM_ROLE');
    expect(await effectFor(by, 'room.members.remove', { ...about, memberId: by.id })).toBe('allow');
  });
});

describe('a question', () => {
  test.each<[ExplainableAction, About, string]>([
    ['room.see', {}, 'room_id'],
    ['file.get', { roomId: 'some' }, 'file_id'],
    ['share.see', {}, 'file_id'],
    ['room.members.name', { roomId: 'some' }, 'member_id'],
    ['room.see', { roomId: 'some', memberId: 'some' }, 'member_id'],
    ['user.list', { targetUserId: 'some' }, 'target_user_id'],
    ['file.get', { fileId: 'some', shareId: 'some' }, 'share_id'],
    ['folder.see', { roomId: 'some' }, 'folder_id'],
    ['room.edit', { roomId: 'some', folderId: 'some' }, 'folder_id'],
    ['user.get', { orgUnitId: 'some' }, 'org_unit_id'],
  ])('%s with %p is refused for its %s', async (action, about, field) => {
    const refused: unknown = await effectFor(at.people.owner, action, about).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ field }] });
  });
});
