import { describe, expect, test } from '@jest/globals';
import { DAY, type Email, MINUTE, type RoomRole } from '@strongroom/domain';
import { sweepMailCounts } from '../../src/jobs/sweep-mail-counts.ts';
import { EVERY_MAIL_COUNT, mailCounts } from '../../src/store/mail-counts.ts';
import { emailKey, users } from '../../src/store/users.ts';
import { recordedBy } from '../world/events.ts';
import { anEmail, aPerson, aRoom } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { another, openWorld, type World } from '../world/world.ts';

/** Mails that one person causes must not keep others from a person. */

const LIMITS = { perRecipientPerDay: 20, newPeoplePerHour: 1000, newPeoplePerDay: 1000 };

async function settle({ app }: World): Promise<void> {
  while ((await app.worker.runDue()) > 0);
}

const aWorld = () => openWorld({ configuration: { mailLimits: LIMITS } });
const subjectsTo = (world: World, { email }: Pick<Person, 'email'>): readonly string[] =>
  world.ports.mailer.sent.flatMap(({ to, subject }) => (to === email ? [subject] : []));
const roles = (n: number): RoomRole => (n % 2 === 0 ? 'viewer' : 'contributor');

/** Uses up the mails that others may cause to a person in a day. */
async function flood(world: World, person: Person): Promise<void> {
  const mallory = await aPerson(world);
  const room = await aRoom(world, mallory);
  for (let n = 0; n < 25; n++)
    await mallory.ask(world.app.rooms.invite, { roomId: room.id, email: person.email, role: roles(n) });
  await settle(world);
  const { mailWaitsUntil } = await mallory.ask(world.app.rooms.invite, {
    roomId: room.id,
    email: person.email,
    role: roles(25),
  });
  expect(mailWaitsUntil).toEqual(expect.any(Number));
}

describe('a flood of mails about memberships does not delay', () => {
  test('the link to set a new password', async () => {
    const world = await aWorld();
    const ada = await aPerson(world);
    await flood(world, ada);
    // Only users with a password may ask; an administrator sends a link to any user.
    const sent = await world.owner.ask(world.app.users.sendActivationLink, { userId: ada.id });
    expect(sent.mailAt).toBe(world.clock.now());
    const before = subjectsTo(world, ada).length;
    await settle(world);
    expect(subjectsTo(world, ada)).toHaveLength(before + 1);
  });

  test('the notice that an account of the identity provider was linked, or removed', async () => {
    const world = await aWorld();
    const ada = await aPerson(world);
    const officer = await aPerson(world, 'security_officer');
    await flood(world, ada);
    const prove = async () => ({ iss: 'https://id.example', subject: 'ada', sub: 'ada', email: ada.email });
    await world.owner.ask(world.app.users.sendActivationLink, { userId: ada.id });
    await settle(world);
    const text = world.ports.mailer.sent.findLast(({ to }) => to === ada.email)?.text ?? '';
    const invitation = /sri_\w+/.exec(text)?.[0] as never;
    await world.app.sessions.startByProvider(
      { request: aRequest() },
      { prove, inCookie: true, link: { invitation }, agreed: ada.email },
    );
    await settle(world);
    expect(subjectsTo(world, ada).at(-1)).toBe('An account of your organisation was linked');
    await officer.ask(world.app.users.unlinkIdentityOfUser, { userId: ada.id });
    await settle(world);
    expect(subjectsTo(world, ada).at(-1)).toBe('The account of your organisation was unlinked');
  });

  test('the notice to an owner of the organisation that a room was adopted', async () => {
    const world = await aWorld();
    const { admin, orphan } = await anOrphan(world);
    await flood(world, world.owner);
    await admin.ask(world.app.rooms.addMember, { roomId: orphan.id, userId: admin.id, role: 'owner' });
    await settle(world);
    expect(subjectsTo(world, world.owner).at(-1)).toBe('A room was adopted');
  });
});

/** A room that a domain admin may adopt. */
async function anOrphan(world: World) {
  const [admin, dan] = [await aPerson(world, 'domain_admin'), await aPerson(world)];
  const orphan = await aRoom(world, dan);
  await world.owner.ask(world.app.users.deactivate, { userId: dan.id });
  await settle(world);
  return { admin, orphan };
}

describe('the notice of an adoption', () => {
  const ADOPTED = 'A room was adopted';
  const adoptions = (world: World) => subjectsTo(world, world.owner).filter((subject) => subject === ADOPTED).length;

  test('is mailed once a day for a room and an administrator, who join and leave again and again', async () => {
    const world = await aWorld();
    const { admin, orphan } = await anOrphan(world);
    const joins = async () => {
      await admin.ask(world.app.rooms.addMember, { roomId: orphan.id, userId: admin.id, role: 'viewer' });
      await settle(world);
      await admin.ask(world.app.rooms.removeMember, { roomId: orphan.id, userId: admin.id });
    };
    const recorded = await recordedBy(world, async () => {
      for (let n = 0; n < 30; n++) await joins();
    });
    expect(recorded.filter(({ type }) => type === 'room.adopted')).toHaveLength(30);
    expect(adoptions(world)).toBe(1);
    world.clock.advance(DAY);
    await joins();
    expect(adoptions(world)).toBe(2);
  });

  test('is mailed for another room after any number of adoptions', async () => {
    const world = await aWorld();
    const { admin } = await anOrphan(world);
    const dan = await aPerson(world);
    const orphans = [];
    for (let n = 0; n < 25; n++) orphans.push(await aRoom(world, dan));
    await world.owner.ask(world.app.users.deactivate, { userId: dan.id });
    await settle(world);
    for (const { id } of orphans)
      await admin.ask(world.app.rooms.addMember, { roomId: id, userId: admin.id, role: 'viewer' });
    await settle(world);
    expect(adoptions(world)).toBe(25);
  });
});

describe('the mails of a day to an address', () => {
  /** Invites an address, withdraws it, and so on. */
  async function again(world: World, email: Email, rounds: number) {
    const waits: (number | null)[] = [];
    for (let n = 0; n < rounds; n++) {
      const { user, mailAt } = await world.owner.ask(world.app.users.invite, { email, role: 'member' });
      waits.push((mailAt ?? 0) > world.clock.now() ? (mailAt ?? null) : null);
      await settle(world);
      if (n < rounds - 1) await world.owner.ask(world.app.users.revokeInvitation, { userId: user.id });
    }
    return waits;
  }

  test('are counted on when an invitation is withdrawn and the address is invited again', async () => {
    const world = await aWorld();
    const email = anEmail();
    const waits = await again(world, email, 25);
    expect(subjectsTo(world, { email })).toHaveLength(20);
    expect(waits.filter((at) => at !== null)).toHaveLength(5);
    world.clock.advance(DAY);
    await settle(world);
    // The last of the five waited; the others were withdrawn before their turn.
    expect(subjectsTo(world, { email })).toHaveLength(21);
  });

  test('are counted on by an invitation to a room, and by another process', async () => {
    const world = await aWorld();
    const [email, ben] = [anEmail(), await aPerson(world)];
    await again(world, email, 21);
    const found = await world.ports.documents.read([{ collection: users.name, uniqueKey: emailKey(email) }]);
    await world.owner.ask(world.app.users.revokeInvitation, { userId: found[0]?.id as never });
    const other = await another(world);
    const room = await aRoom(world, ben);
    const { mailWaitsUntil } = await ben.ask(other.app.rooms.invite, { roomId: room.id, email, role: 'viewer' });
    expect(mailWaitsUntil).toEqual(expect.any(Number));
  });

  test('leave nothing of the address behind once their day is over', async () => {
    const world = await aWorld();
    const email = anEmail();
    const { user } = await world.owner.ask(world.app.users.invite, { email, role: 'member' });
    await settle(world);
    await world.owner.ask(world.app.users.revokeInvitation, { userId: user.id });
    const stored = () =>
      world.ports.documents.list(mailCounts.name, { anyOf: [EVERY_MAIL_COUNT] }, { limit: 9, order: 'oldest' });
    expect(await stored()).toHaveLength(1);
    expect(JSON.stringify(await stored())).not.toContain(email.slice(0, 8));
    world.clock.advance(DAY + MINUTE);
    await sweepMailCounts({ documents: world.ports.documents, clock: world.clock });
    expect(await stored()).toHaveLength(0);
  });
});

describe('a mail within the limits waits for nothing', () => {
  test('although the clock goes on within the operation', async () => {
    const world = await aWorld();
    const [ada, ben] = [await aPerson(world), await aPerson(world)];
    const room = await aRoom(world, ada);
    const clock = {
      pause: (milliseconds: number) => world.clock.pause(milliseconds),
      now: () => {
        world.clock.advance(1);
        return world.clock.now();
      },
    };
    const ticking = await another(world, { clock });
    const toStranger = { roomId: room.id, email: anEmail(), role: 'viewer' } as const;
    expect((await ada.ask(ticking.app.rooms.invite, toStranger)).mailWaitsUntil).toBeNull();
    expect((await ada.ask(ticking.app.rooms.invite, { ...toStranger, email: ben.email })).mailWaitsUntil).toBeNull();
    const { mailAt, invitation } = await world.owner.ask(ticking.app.users.invite, {
      email: anEmail(),
      role: 'member',
    });
    expect(mailAt).toBe(invitation.createdAt);
  });
});
