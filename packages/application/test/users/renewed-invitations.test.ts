import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Email, HOUR, type OrgRole } from '@strongroom/domain';
import { unitCalls } from '../org-units/calls.ts';
import { recordedBy } from '../world/events.ts';
import { aMember, anEmail, aPerson, aRoom, mailedToken } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { membershipsIn, storedRoom, storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
});

const invite = (by: Person, email: Email, role: OrgRole, external?: boolean) =>
  by.ask(world.app.users.invite, { email, role, external });
const uninvite = (by: Person, userId: string) => by.ask(world.app.users.revokeInvitation, { userId });
const inviteToRoom = async (by: Person, email: Email, roomId?: string) =>
  by.ask(world.app.rooms.invite, { roomId: roomId ?? (await aRoom(world, by)).id, email, role: 'viewer' as const });
const accept = async (email: Email) =>
  world.app.users.accept(
    { request: aRequest() },
    { secret: await mailedToken(world, email), name: 'Sesame Newcomer' as never },
  );
const mailsTo = async (email: Email): Promise<number> => {
  await world.app.worker.runDue();
  return world.ports.mailer.sent.filter(({ to }) => to === email).length;
};
const ROLES: readonly OrgRole[] = [
  'owner',
  'domain_admin',
  'security_officer',
  'department_admin',
  'auditor',
  'member',
];

describe('an invitation to a room, for a user who was never active', () => {
  test.each(ROLES)('makes an external member of one whose invitation as %s was revoked', async (role) => {
    const email = anEmail();
    const { user } = await invite(world.owner, email, role);
    await uninvite(world.owner, user.id);
    const again = await inviteToRoom(ada, email);
    expect(again.user).toMatchObject({ status: 'invited' });
    expect(again.user.id).not.toBe(user.id);
    expect((await accept(email)).user).toMatchObject({ role: 'member', external: true });
  });

  test.each(ROLES)('renews no invitation as %s of the organisation that ran out', async (role) => {
    const own = await openWorld();
    const email = anEmail();
    const inviter = await aPerson(own);
    const room = await aRoom(own, inviter);
    const { user } = await own.owner.ask(own.app.users.invite, { email, role });
    await own.app.worker.runDue();
    own.clock.advance(73 * HOUR);
    const before = own.ports.mailer.sent.length;
    const asked = () => inviter.ask(own.app.rooms.invite, { roomId: room.id, email, role: 'viewer' as const });
    expect(await refusal(own, asked)).toEqual(['INSUFFICIENT_ROLE', 'revives-nobody-else']);
    await own.app.worker.runDue();
    expect(own.ports.mailer.sent).toHaveLength(before);
    expect((await storedUser(own, user.id))?.invitations).toHaveLength(1);
  });

  test('adds the member and leaves the open invitation of a colleague as it is', async () => {
    const email = anEmail();
    const { user, invitation } = await invite(world.owner, email, 'auditor');
    const mails = await mailsTo(email);
    world.clock.advance(HOUR);
    expect((await inviteToRoom(ada, email)).user).toMatchObject({ id: user.id, status: 'invited' });
    expect((await storedUser(world, user.id))?.invitations).toEqual([invitation]);
    expect(await mailsTo(email)).toBe(mails);
  });

  test('renews that of an external member, which the inviter could make', async () => {
    const email = anEmail();
    const first = await inviteToRoom(ada, email);
    world.clock.advance(73 * HOUR);
    const fresh = await aPerson(world);
    expect((await inviteToRoom(fresh, email)).user.id).toBe(first.user.id);
    expect((await accept(email)).user).toMatchObject({ id: first.user.id, role: 'member', external: true });
  });

  test('renews none for an external member whose clearance is above the inviter’s', async () => {
    const email = anEmail();
    const { user } = await inviteToRoom(ada, email);
    await world.owner.ask(world.app.users.setClearance, { userId: user.id, clearance: 'C4' });
    world.clock.advance(73 * HOUR);
    const low = await aPerson(world);
    expect(await codeOf(inviteToRoom(low, email))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(inviteToRoom(world.owner, email))).toBe('done');
  });
});

describe('revoking the invitation of a user who never accepted', () => {
  test('removes the user, frees the address, and keeps the id in the log', async () => {
    const email = anEmail();
    const { user, invitation } = await invite(world.owner, email, 'auditor');
    const recorded = await recordedBy(world, () => uninvite(world.owner, user.id));
    expect(recorded).toMatchObject([
      { type: 'invitation.revoked', target: { id: user.id }, data: { invitation_id: invitation.id } },
      { type: 'user.removed', target: { id: user.id } },
    ]);
    expect(await storedUser(world, user.id)).toBeUndefined();
    expect(await codeOf(world.owner.ask(world.app.users.get, { userId: user.id }))).toBe('USER_NOT_FOUND');
    expect(await codeOf(uninvite(world.owner, user.id))).toBe('USER_NOT_FOUND');
    const again = await invite(world.owner, email, 'member');
    expect(again).toMatchObject({ isNew: true, user: { email, role: 'member' } });
    expect(again.user.id).not.toBe(user.id);
  });

  test('takes them out of rooms and units, in the same commit', async () => {
    const email = anEmail();
    const room = await aRoom(world, ada);
    const { user } = await inviteToRoom(ada, email, room.id);
    const units = unitCalls(() => world);
    const unit = await units.create(world.owner, world.home.rootUnitId);
    await units.add(world.owner, unit.id, user.id);
    const recorded = await recordedBy(world, () => uninvite(world.owner, user.id));
    expect(recorded.map(({ type }) => type).toSorted()).toEqual([
      'invitation.revoked',
      'member.removed',
      'org_unit.member_removed',
      'user.removed',
    ]);
    expect(await storedRoom(world, room.id)).toMatchObject({ memberCount: 1, owners: [ada.id] });
    expect(await membershipsIn(world, room.id)).toHaveLength(1);
    const { items } = await world.owner.ask(world.app.orgUnits.listMembers, { unitId: unit.id });
    expect(items).toEqual([]);
  });

  test('also works after the invitation ran out', async () => {
    const { user } = await invite(world.owner, anEmail(), 'member');
    world.clock.advance(73 * HOUR);
    const officer = await aPerson(world, 'domain_admin');
    const recorded = await recordedBy(world, () => uninvite(officer, user.id));
    expect(recorded.map(({ type }) => type)).toEqual(['user.removed']);
  });

  test('leaves a deactivated user, whose address stays refused', async () => {
    const email = anEmail();
    const { user } = await invite(world.owner, email, 'member');
    await world.owner.ask(world.app.users.deactivate, { userId: user.id });
    expect(await codeOf(uninvite(world.owner, user.id))).toBe('INVITATION_NOT_FOUND');
    expect(await codeOf(invite(world.owner, email, 'member'))).toBe('USER_DEACTIVATED');
  });

  test('is not for a department admin where an override of the clearance would go with the user', async () => {
    const email = anEmail();
    const admin = await aPerson(world, 'department_admin');
    const { user } = await invite(admin, email, 'member');
    await world.owner.ask(world.app.users.setClearance, { userId: user.id, clearance: 'C1' });
    expect(await refusal(world, () => uninvite(admin, user.id))).toEqual([
      'INSUFFICIENT_ROLE',
      'removes-no-restriction',
    ]);
    expect(await codeOf(uninvite(world.owner, user.id))).toBe('done');
  });

  test('has one outcome with a concurrent room invitation, in any order', async () => {
    for (let round = 0; round < 10; round++) {
      const email = anEmail();
      const room = await aRoom(world, ada);
      const { user } = await invite(world.owner, email, 'member', true);
      await Promise.all([codeOf(uninvite(world.owner, user.id)), codeOf(inviteToRoom(ada, email, room.id))]);
      const members = await membershipsIn(world, room.id);
      const known = await Promise.all(members.map(({ userId }) => storedUser(world, userId)));
      expect(known).not.toContain(undefined);
      expect(await storedRoom(world, room.id)).toMatchObject({ memberCount: members.length });
    }
  });
});

describe('an external owner of a room', () => {
  test('sees no difference between a deactivated colleague and any address that they cannot invite', async () => {
    const guest = await aMember(world, await aRoom(world, ada), 'viewer', ada);
    const room = await aRoom(world, guest);
    await world.owner.ask(world.app.users.edit, { userId: guest.id, external: true });
    const gone = await aPerson(world);
    await world.owner.ask(world.app.users.deactivate, { userId: gone.id });
    const expired = anEmail();
    await invite(world.owner, expired, 'member');
    world.clock.advance(73 * HOUR);
    for (const email of [gone.email, expired])
      expect(await codeOf(inviteToRoom(guest, email, room.id))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(inviteToRoom(ada, gone.email))).toBe('USER_DEACTIVATED');
  });
});

describe('reactivating a user', () => {
  test.each<OrgRole>(['domain_admin', 'security_officer'])(
    'as %s is for callers who could grant the role',
    async (role) => {
      const admin = await aPerson(world, 'domain_admin');
      const { id } = await aPerson(world, role);
      await world.owner.ask(world.app.users.deactivate, { userId: id });
      const again = () => admin.ask(world.app.users.reactivate, { userId: id });
      expect(await refusal(world, again)).toEqual(['INSUFFICIENT_ROLE', 'renews-within-own-rights']);
      expect(await codeOf(world.owner.ask(world.app.users.reactivate, { userId: id }))).toBe('done');
    },
  );

  test('is for callers who have at least the clearance that they get back', async () => {
    const admin = await aPerson(world, 'domain_admin', { clearance: 'C2' });
    const { id } = await aPerson(world, 'member', { clearance: 'C3' });
    await world.owner.ask(world.app.users.deactivate, { userId: id });
    const again = () => admin.ask(world.app.users.reactivate, { userId: id });
    expect(await codeOf(again())).toBe('INSUFFICIENT_ROLE');
    await world.owner.ask(world.app.users.setClearance, { userId: id, clearance: '' });
    expect(await codeOf(again())).toBe('done');
  });
});
