import { beforeAll, describe, expect, test } from '@jest/globals';
import { HOUR, isBearerSecret, MINUTE, ORG_ROLES, type OrgRole } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { anEmail, aPerson, limitedTo, mailedToken } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});

const invite = (by: Person, role: OrgRole, email: string = anEmail()) =>
  by.ask(world.app.users.invite, { email, role });
const accept = (secret: string) =>
  world.app.users.accept({ request: aRequest() }, { secret, name: 'Sesame Newcomer' as never });

describe('inviting a user', () => {
  test('makes a user who is invited, without a name and without rights', async () => {
    const email = anEmail();
    const { user, isNew, invitation } = await invite(world.owner, 'auditor', email);
    expect(isNew).toBe(true);
    expect(await storedUser(world, user.id)).toEqual(user);
    expect(user).toMatchObject({
      email,
      role: 'auditor',
      name: '',
      status: 'invited',
      clearance: null,
      tokens: [],
      sessions: [],
    });
    expect(invitation).toMatchObject({ status: 'pending', expiresAt: world.clock.now() + 72 * HOUR });
  });

  test('keeps the name that the inviter gives until the person says their own, and no second one', async () => {
    const email = anEmail();
    const named = (name: string, role: OrgRole = 'member') =>
      world.owner.ask(world.app.users.invite, { email, role, name: name as never });
    expect((await named('Nia New')).user.name).toBe('Nia New');
    expect((await named('Mallory')).user.name).toBe('Nia New');
    const { user } = await accept(await mailedToken(world, email));
    expect(user.name).toBe('Sesame Newcomer');
  });

  test('keeps the address in lower case', async () => {
    const { user } = await invite(world.owner, 'member', 'ADA.Sesame@Rooms.Example');
    expect(user.email).toBe('ada.sesame@rooms.example');
    expect((await invite(world.owner, 'member', 'Ada.Sesame@rooms.example')).user.id).toBe(user.id);
  });

  test('is recorded without the address', async () => {
    const recorded = await recordedBy(world, () => invite(world.owner, 'member'));
    expect(recorded).toMatchObject([
      { type: 'invitation.created', target: { type: 'user', label: null }, data: { role: 'member' } },
    ]);
  });

  test('sends the token by mail, as a link and on a line of its own, and stores its hash only', async () => {
    const email = anEmail();
    const { user } = await invite(world.owner, 'member', email);
    const secret = await mailedToken(world, email);
    const mails = world.ports.mailer.sent.filter((mail) => mail.to === email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`https://rooms.example/activate#token=${secret}\n`);
    expect(JSON.stringify(await storedUser(world, user.id))).not.toContain(secret);
    expect(isBearerSecret('invitation', secret)).toBe(true);
  });

  test('is not mailed any more once the invitation has ended', async () => {
    const late = await openWorld();
    const email = anEmail();
    await late.owner.ask(late.app.users.invite, { email, role: 'member' });
    late.clock.advance(72 * HOUR);
    expect(await late.app.worker.runDue()).toBe(1);
    expect(late.ports.mailer.sent).toEqual([]);
  });
});

describe('inviting again', () => {
  test('makes a new link, kills the old one and adds no user', async () => {
    const email = anEmail();
    const first = await invite(world.owner, 'member', email);
    const old = await mailedToken(world, email);
    world.clock.advance(11 * MINUTE);
    const second = await invite(world.owner, 'member', email);
    const fresh = await mailedToken(world, email);
    expect([second.isNew, second.user.id, fresh === old]).toEqual([false, first.user.id, false]);
    expect(await codeOf(accept(old))).toBe('INVITATION_REVOKED');
    expect(await codeOf(accept(fresh))).toBe('done');
  });

  test('within ten minutes sends no mail, records no invitation and keeps the link', async () => {
    const email = anEmail();
    const first = await invite(world.owner, 'member', email);
    const link = await mailedToken(world, email);
    world.clock.advance(5 * MINUTE);
    const recorded = await recordedBy(world, async () => {
      const second = await invite(world.owner, 'auditor', email);
      expect(second).toMatchObject({ isNew: false, invitation: first.invitation, nextMailAt: first.nextMailAt });
    });
    expect(recorded.map(({ type }) => type)).toEqual(['user.role_changed']);
    await world.app.worker.runDue();
    expect(world.ports.mailer.sent.filter(({ to }) => to === email)).toHaveLength(1);
    expect(await codeOf(accept(link))).toBe('done');
  });

  test('many at once sends one mail', async () => {
    const email = anEmail();
    await Promise.all(Array.from({ length: 8 }, () => invite(world.owner, 'member', email)));
    await world.app.worker.runDue();
    expect(world.ports.mailer.sent.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('with another role changes the role, if the caller may change roles', async () => {
    const email = anEmail();
    await invite(world.owner, 'member', email);
    expect((await invite(await aPerson(world, 'domain_admin'), 'auditor', email)).user.role).toBe('auditor');
    const recorded = await recordedBy(world, () => invite(world.owner, 'domain_admin', email));
    expect(recorded.filter(({ type }) => type === 'user.role_changed')).toMatchObject([
      { data: { from: 'auditor', to: 'domain_admin' } },
    ]);
    const departmentAdmin = await aPerson(world, 'department_admin');
    expect(await refusal(world, () => invite(departmentAdmin, 'member', email))).toEqual([
      'INSUFFICIENT_ROLE',
      'reinvites-within-own-rights',
    ]);
  });

  test('does not let an administrator take an invited owner down', async () => {
    const email = anEmail();
    await invite(world.owner, 'owner', email);
    const admin = await aPerson(world, 'domain_admin');
    expect(await codeOf(invite(admin, 'member', email))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(invite(admin, 'owner', email))).toBe('INSUFFICIENT_ROLE');
  });

  test('remembers the last ten links of a user and no more', async () => {
    const email = anEmail();
    const secrets: string[] = [];
    for (let n = 0; n < 11; n++) {
      await invite(world.owner, 'member', email);
      secrets.push(await mailedToken(world, email));
      world.clock.advance(11 * MINUTE);
    }
    const [forgotten = '', ...remembered] = secrets;
    expect(await codeOf(accept(forgotten))).toBe('INVITATION_NOT_FOUND');
    expect(await codeOf(accept(remembered[0] ?? ''))).toBe('INVITATION_REVOKED');
    expect(await codeOf(accept(remembered[9] ?? ''))).toBe('done');
  });
});

describe('an existing user', () => {
  test.each<OrgRole>(['member', 'auditor', 'owner'])(
    'is not invited, whatever the role sent: a present %s',
    async (role) => {
      const present = await aPerson(world, role);
      for (const by of [await aPerson(world, 'department_admin'), await aPerson(world, 'domain_admin'), world.owner])
        expect(await refusal(world, () => invite(by, 'member', present.email))).toEqual(['USER_ALREADY_EXISTS', null]);
    },
  );

  test('cannot invite themselves either', async () => {
    expect(await refusal(world, () => invite(world.owner, 'member', world.owner.email))).toEqual([
      'USER_ALREADY_EXISTS',
      null,
    ]);
  });

  test('a deactivated user must be reactivated instead', async () => {
    const gone = await aPerson(world);
    await world.owner.ask(world.app.users.deactivate, { userId: gone.id });
    for (const role of ['member', 'auditor'] as const)
      expect(await refusal(world, () => invite(world.owner, role, gone.email))).toEqual(['USER_DEACTIVATED', null]);
  });

  test('is not revealed to callers who may not invite at all', async () => {
    const member = await aPerson(world);
    expect(await codeOf(invite(member, 'member', world.owner.email))).toBe('INSUFFICIENT_ROLE');
  });
});

describe('permission to invite a user', () => {
  const allowed: Readonly<Record<OrgRole, readonly OrgRole[]>> = {
    owner: ORG_ROLES,
    domain_admin: ['department_admin', 'auditor', 'member'],
    department_admin: ['member'],
    security_officer: [],
    auditor: [],
    member: [],
  };
  test.each(ORG_ROLES)('%s', async (role) => {
    const inviter = role === 'owner' ? world.owner : await aPerson(world, role);
    const codes = await Promise.all(ORG_ROLES.map(async (each) => [each, await codeOf(invite(inviter, each))]));
    expect(Object.fromEntries(codes)).toEqual(
      Object.fromEntries(ORG_ROLES.map((each) => [each, allowed[role].includes(each) ? 'done' : 'INSUFFICIENT_ROLE'])),
    );
  });

  test('refuses a role whose clearance is above the clearance of the inviting user', async () => {
    const admin = await aPerson(world, 'domain_admin', { clearance: 'C2' });
    expect(await refusal(world, () => invite(admin, 'auditor'))).toEqual([
      'INSUFFICIENT_ROLE',
      'grants-own-clearance-at-most',
    ]);
    expect(await codeOf(invite(admin, 'member'))).toBe('done');
  });

  test('the scope write:users is needed', async () => {
    const limited = await limitedTo(world, world.owner, 'read:users');
    expect(await refusal(world, () => invite(limited, 'member'))).toEqual(['INSUFFICIENT_SCOPE', 'scope:write:users']);
  });
});

test('two concurrent invitations to one address create one user', async () => {
  const email = anEmail();
  const [one, other] = await Promise.all([invite(world.owner, 'member', email), invite(world.owner, 'member', email)]);
  expect(one.user.id).toBe(other.user.id);
  expect([one.isNew, other.isNew].filter(Boolean)).toHaveLength(1);
});
