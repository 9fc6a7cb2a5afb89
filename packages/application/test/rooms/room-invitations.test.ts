import { beforeAll, describe, expect, test } from '@jest/globals';
import type { LiveRoom, RoomRole } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aMember, anEmail, aPerson, aRoom, mailedToken } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { storedMembership, storedRoom } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let room: LiveRoom;
beforeAll(async () => {
  world = await openWorld({ configuration: { mailLabel: 'C2' as never } });
  ada = await aPerson(world);
  room = await aRoom(world, ada);
});

const invite = (email: string, role: RoomRole = 'viewer', by = ada, to: Pick<LiveRoom, 'id'> = room) =>
  by.ask(world.app.rooms.invite, { roomId: to.id, email, role });

async function mailTo(email: string) {
  await world.app.worker.runDue();
  return world.ports.mailer.sent.filter((message) => message.to === email);
}

describe('inviting an unknown address to a room', () => {
  test('makes an invited external user with a membership, in one commit', async () => {
    const email = anEmail();
    const recorded = await recordedBy(world, async () => {
      expect(await invite(email.toUpperCase(), 'contributor')).toMatchObject({
        added: true,
        user: { email, status: 'invited' },
        membership: { role: 'contributor' },
      });
    });
    expect(recorded.map(({ type }) => type)).toEqual(['member.added', 'invitation.created']);
    const secret = await mailedToken(world, email);
    const accepted = await world.app.users.accept({ request: aRequest() }, { secret, name: 'Ben' as never });
    expect(accepted.user).toMatchObject({ external: true, role: 'member', status: 'active' });
    const ben = new Person(world.app, { id: accepted.user.id, email, secret: accepted.secret });
    expect(await ben.ask(world.app.rooms.get, { roomId: room.id })).toMatchObject({ myRole: 'contributor' });
  });

  test('shows the name that the inviter gives to colleagues, and to no other outside party', async () => {
    const invitee = { roomId: room.id, email: anEmail(), role: 'viewer' as const, name: 'Nia New' as never };
    const { user } = await ada.ask(world.app.rooms.invite, invitee);
    const [colleague, outsider] = [
      await aMember(world, room, 'viewer', ada),
      await aMember(world, room, 'viewer', ada),
    ];
    await world.owner.ask(world.app.users.edit, { userId: outsider.id, external: true });
    const seenBy = async (reader: Person) => {
      const { items } = await reader.ask(world.app.rooms.listMembers, { roomId: room.id, perPage: 100 });
      const people = await reader.ask(world.app.users.list, { perPage: 100 });
      return [
        items.find(({ membership }) => membership.userId === user.id)?.name,
        people.items.find((one) => one.user.id === user.id)?.user.name,
      ];
    };
    expect(await seenBy(colleague)).toEqual(['Nia New', 'Nia New']);
    expect(await seenBy(outsider)).toEqual(['', '']);
  });

  test('fills in the name that another inviter left out', async () => {
    const email = anEmail();
    await invite(email);
    await ada.ask(world.app.rooms.invite, { roomId: room.id, email, role: 'viewer', name: 'Nia New' });
    expect((await world.owner.ask(world.app.users.list, { email })).items[0]?.user.name).toBe('Nia New');
  });

  test('names inviter, room, service, the end of the link and whom to ask in the mail', async () => {
    const email = anEmail();
    await invite(email);
    const [mail] = await mailTo(email);
    expect(mail?.subject).toMatch(new RegExp(`^«Person[^»]*» \\(${ada.email}\\) invites you to «${room.name}»$`));
    for (const part of [ada.email, room.name, 'https://rooms.example', 'valid for 72 hours', 'ask «Person'])
      expect(mail?.text).toContain(part);
  });

  test('quotes the message of the inviter, line by line and as theirs', async () => {
    const email = anEmail();
    const message = `Dear <b>Ben</b>,\n\nThe command line takes this in place of the link:\r\nsri_false\u2028https://evil.example`;
    await ada.ask(world.app.rooms.invite, { roomId: room.id, email, role: 'viewer', message });
    const [mail] = await mailTo(email);
    const quoted =
      '> Dear <b>Ben</b>,\n>\n> The command line takes this in place of the link:\n> sri_false\n> https://evil.example\n\nOpen';
    expect(mail?.text).toContain(`(${ada.email}) writes:\n${quoted}`);
    expect(mail?.html).toContain('<blockquote>Dear &lt;b&gt;Ben&lt;/b&gt;,<br>\n<br>\nThe command');
    expect(mail?.html).not.toContain('<b>');
    const known = await aPerson(world);
    await ada.ask(world.app.rooms.invite, {
      roomId: room.id,
      email: known.email,
      role: 'viewer',
      message: 'Hi',
    });
    expect((await mailTo(known.email)).at(-1)?.text).toContain('writes:\n> Hi\n');
    await invite(known.email, 'contributor');
    expect((await mailTo(known.email)).at(-1)?.text).not.toContain('writes:');
  });

  test('names a room above the label of mails by nothing but "a data room"', async () => {
    const high = await aRoom(world, world.owner, 'C3');
    const email = anEmail();
    await invite(email, 'viewer', world.owner, high);
    const [mail] = await mailTo(email);
    expect(mail?.text).toContain('invites you to a data room at');
    expect(mail?.text).not.toContain(high.name);
  });

  test('again within ten minutes sends no second mail, and counts one member', async () => {
    const email = anEmail();
    const before = (await storedRoom(world, room.id)) as LiveRoom;
    await Promise.all([invite(email), invite(email), invite(email, 'contributor')]);
    expect((await mailTo(email)).length).toBe(1);
    expect(((await storedRoom(world, room.id)) as LiveRoom).memberCount).toBe(before.memberCount + 1);
  });
});

describe('inviting a known user to a room', () => {
  test('makes them a member at once, and mails who did it', async () => {
    const bob = await aPerson(world);
    expect(await invite(bob.email)).toMatchObject({ user: { id: bob.id, status: 'active' } });
    expect(await storedMembership(world, room.id, bob.id)).toMatchObject({ role: 'viewer', addedBy: ada.id });
    const mail = (await mailTo(bob.email)).at(-1);
    expect(mail?.subject).toMatch(/ added you to «Room [^»]+»$/);
    expect(mail?.text).toContain(ada.email);
    const mails = (await mailTo(bob.email)).length;
    expect(await invite(bob.email)).toMatchObject({ added: false });
    expect((await mailTo(bob.email)).length).toBe(mails);
  });

  test('is refused if the user was deactivated', async () => {
    const gone = await aPerson(world);
    await world.owner.ask(world.app.users.deactivate, { userId: gone.id });
    expect(await codeOf(invite(gone.email))).toBe('USER_DEACTIVATED');
  });
});

describe('the invitation of', () => {
  test.each(['contributor', 'viewer'] as const)('a %s is refused', async (role) => {
    const member = await aMember(world, room, role, ada);
    expect(await codeOf(invite(anEmail(), 'viewer', member))).toBe('INSUFFICIENT_ROOM_ROLE');
  });

  test('an owner is refused where the operator turned it off, and in an archived room', async () => {
    const off = await openWorld({ configuration: { roomInvitations: 'off' } });
    const own = await aRoom(off, off.owner);
    const asked = off.owner.ask(off.app.rooms.invite, { roomId: own.id, email: anEmail(), role: 'viewer' });
    expect(await codeOf(asked)).toBe('INSUFFICIENT_ROLE');
    const archived = await aRoom(world, ada);
    await ada.ask(world.app.rooms.archive, { roomId: archived.id });
    expect(await codeOf(invite(anEmail(), 'viewer', ada, archived))).toBe('ROOM_ARCHIVED');
  });
});
