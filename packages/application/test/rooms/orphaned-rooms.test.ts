import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, type LiveRoom, type OrgRole, type RoomRole } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { anEmail, aPerson, aRoom } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { storedRoom } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let bob: Person;
let room: LiveRoom;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  bob = await aPerson(world);
});
beforeEach(async () => {
  room = await aRoom(world, ada);
});

const add = (by: Person, userId: string, role: RoomRole = 'viewer') =>
  by.ask(world.app.rooms.addMember, { roomId: room.id, userId, role });
const present = async () => {
  const now = await storedRoom(world, room.id);
  if (now === undefined || now.status === 'deleted') throw new Error('the room is gone');
  return now;
};

describe('an orphaned room', () => {
  let carol: Person;
  beforeEach(async () => {
    carol = await aPerson(world);
    room = await aRoom(world, carol);
    await add(carol, bob.id);
    await world.owner.ask(world.app.users.deactivate, { userId: carol.id });
  });

  test.each<OrgRole>(['owner', 'domain_admin'])('is adopted by %s, which is recorded as such', async (role) => {
    const admin = await aPerson(world, role);
    const recorded = await recordedBy(world, () => add(admin, admin.id, 'owner'));
    expect(recorded.map((event) => event.type).sort()).toEqual(['member.added', 'room.adopted']);
    expect(await present()).toMatchObject({ owners: [admin.id], memberCount: 2 });
  });

  test('is adopted by an administrator who was a member before', async () => {
    const admin = await aPerson(world, 'domain_admin');
    await add(world.owner, admin.id, 'viewer');
    const recorded = await recordedBy(world, () => add(admin, admin.id, 'owner'));
    expect(recorded.map((event) => event.type).sort()).toEqual(['member.role_changed', 'room.adopted']);
  });

  test('is recorded as overseen if the request of an administrator changes nothing', async () => {
    const recorded = await recordedBy(world, () => add(world.owner, bob.id, 'viewer'));
    expect(recorded.map((event) => event.type)).toEqual(['room.overseen']);
  });

  test('may be given to another user by an administrator, which is not an adoption', async () => {
    const recorded = await recordedBy(world, () => add(world.owner, bob.id, 'owner'));
    expect(recorded.map((event) => event.type)).toEqual(['member.role_changed']);
    expect((await present()).owners).toEqual([bob.id]);
  });

  test('is not for any domain admin after one of them, or a security officer, deactivated an owner of it', async () => {
    const [admin, other] = [await aPerson(world, 'domain_admin'), await aPerson(world, 'domain_admin')];
    const dan = await aPerson(world);
    room = await aRoom(world, dan);
    await admin.ask(world.app.users.deactivate, { userId: dan.id });
    for (const userId of [admin.id, bob.id])
      expect(await refusal(world, () => add(admin, userId, 'owner'))).toEqual([
        'INSUFFICIENT_ROLE',
        'admin-of-orphaned-room',
      ]);
    await admin.ask(world.app.users.reactivate, { userId: dan.id });
    expect(await codeOf(add(admin, admin.id, 'owner'))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(add(other, other.id, 'viewer'))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(add(world.owner, other.id, 'viewer'))).toBe('done');

    const [officer, eve] = [await aPerson(world, 'security_officer'), await aPerson(world)];
    room = await aRoom(world, eve);
    await officer.ask(world.app.users.deactivate, { userId: eve.id });
    expect(await codeOf(add(admin, admin.id, 'owner'))).toBe('INSUFFICIENT_ROLE');
  });

  test('is adopted by a domain admin after an owner of the organisation removed its owner', async () => {
    const admin = await aPerson(world, 'domain_admin');
    const dan = await aPerson(world);
    room = await aRoom(world, dan);
    const { user } = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
    await add(dan, user.id, 'owner');
    await world.owner.ask(world.app.rooms.removeMember, { roomId: room.id, userId: dan.id });
    expect(await codeOf(add(admin, admin.id, 'owner'))).toBe('done');
  });

  test('is not for a domain admin who removed the invited user that was left as its owner', async () => {
    const admin = await aPerson(world, 'domain_admin');
    const dan = await aPerson(world);
    room = await aRoom(world, dan);
    const { user } = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
    await add(dan, user.id, 'owner');
    await dan.ask(world.app.rooms.removeMember, { roomId: room.id, userId: dan.id });
    await admin.ask(world.app.users.revokeInvitation, { userId: user.id });
    expect(await present()).toMatchObject({ owners: [], memberCount: 0 });
    expect(await codeOf(add(admin, admin.id, 'owner'))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(add(world.owner, world.owner.id, 'owner'))).toBe('done');
  });

  test('is not for a domain admin who removed its last active owner beside one who never came', async () => {
    const admin = await aPerson(world, 'domain_admin');
    const dan = await aPerson(world);
    room = await aRoom(world, dan);
    const { user } = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
    await add(dan, user.id, 'owner');
    await admin.ask(world.app.rooms.removeMember, { roomId: room.id, userId: dan.id });
    expect(await codeOf(add(admin, admin.id, 'owner'))).toBe('INSUFFICIENT_ROLE');
    const addMany = async (by: Person) => world.app.mayAny.inRoom(await by.enter(), 'room.members.add', room.id);
    expect(await codeOf(addMany(admin))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(addMany(world.owner))).toBe('done');
    expect(await codeOf(add(world.owner, world.owner.id, 'owner'))).toBe('done');
  });

  test('is adopted after thirty days by the domain admin who orphaned it', async () => {
    const own = await openWorld();
    const [admin, dan] = [await aPerson(own, 'domain_admin'), await aPerson(own)];
    const orphan = await aRoom(own, dan);
    await admin.ask(own.app.users.deactivate, { userId: dan.id });
    own.clock.advance(30 * DAY);
    const adopting = admin.ask(own.app.rooms.addMember, { roomId: orphan.id, userId: admin.id, role: 'owner' });
    expect(await codeOf(adopting)).toBe('done');
  });

  test('is adopted by an owner of the organisation, even one who orphaned it', async () => {
    expect(await codeOf(add(world.owner, world.owner.id, 'owner'))).toBe('done');
  });

  test.each(['deactivate', 'erase'] as const)(
    'is announced by mail to owners of the organisation who may see it, as often as a day allows: %s',
    async (how) => {
      const own = await openWorld();
      const [second, low] = [await aPerson(own, 'owner'), await aPerson(own, 'owner', { clearance: 'C1' })];
      const isAbout = ({ subject }: { subject: string }) => subject === 'A room has no owner any more';
      const end = async (ends: boolean) => {
        const [dan, eve] = [await aPerson(own), await aPerson(own)];
        const theirs = await aRoom(own, dan);
        if (!ends) await dan.ask(own.app.rooms.addMember, { roomId: theirs.id, userId: eve.id, role: 'owner' });
        await own.owner.ask(own.app.users[how], { userId: dan.id });
        while ((await own.app.worker.runDue()) > 0);
      };
      await end(false);
      expect(own.ports.mailer.sent.filter(isAbout)).toEqual([]);
      await end(true);
      const sent = own.ports.mailer.sent.filter(isAbout);
      expect(sent.map(({ to }) => to).toSorted()).toEqual([own.owner.email, second.email].toSorted());
      expect(sent[0]?.text).toContain('\nhttps://rooms.example/oversight?state=orphaned\n');
      for (let more = 0; more < 21; more++) await end(true);
      const toSecond = own.ports.mailer.sent.filter((mail) => isAbout(mail) && mail.to === second.email);
      // An invitation was the first mail of the day.
      expect(toSecond).toHaveLength(19);
      expect(own.ports.mailer.sent.filter((mail) => isAbout(mail) && mail.to === low.email)).toEqual([]);
    },
  );

  test('announces its adoption by mail to all owners of the organisation, and only to them', async () => {
    const own = await openWorld();
    const [admin, dan, second] = [await aPerson(own, 'domain_admin'), await aPerson(own), await aPerson(own, 'owner')];
    const low = await aPerson(own, 'owner', { clearance: 'C1' });
    const orphan = await aRoom(own, dan);
    await second.ask(own.app.users.deactivate, { userId: dan.id });
    await own.app.worker.runDue();
    const before = own.ports.mailer.sent.length;
    await admin.ask(own.app.rooms.addMember, { roomId: orphan.id, userId: admin.id, role: 'owner' });
    while ((await own.app.worker.runDue()) > 0);
    const sent = own.ports.mailer.sent.slice(before);
    expect(sent.map(({ to }) => to).toSorted()).toEqual([own.owner.email, second.email, low.email].toSorted());
    for (const { to, text } of sent) {
      expect(text.includes(`\nhttps://rooms.example/rooms/${orphan.id}\n`)).toBe(to !== low.email);
      expect(text).toContain(`(${admin.email}) made themself a member of a data room`);
      expect(text).not.toContain(orphan.name);
    }
  });

  test.each<OrgRole>(['security_officer', 'auditor'])('is not for %s', async (role) => {
    const overseer = await aPerson(world, role);
    expect(await refusal(world, () => add(overseer, overseer.id, 'owner'))).toEqual([
      'INSUFFICIENT_ROLE',
      'admin-of-orphaned-room',
    ]);
  });

  test('is adopted once: the second administrator comes too late', async () => {
    const admin = await aPerson(world, 'domain_admin');
    await add(admin, admin.id, 'owner');
    expect(await codeOf(add(world.owner, world.owner.id, 'owner'))).toBe('INSUFFICIENT_ROLE');
  });
});
