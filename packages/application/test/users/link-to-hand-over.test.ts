import { beforeEach, describe, expect, test } from '@jest/globals';
import type { OrgRole } from '@strongroom/domain';
import { eventsOfType } from '../world/events.ts';
import { anEmail, aPerson, aRoom, comesBack, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let admin: Person;
const without = { isMailSent: false } as const;
beforeEach(async () => {
  world = await openWorld({ configuration: without });
  admin = await inSession('domain_admin');
});

/** A person in a session, not with a token. */
async function inSession(role: OrgRole): Promise<Person> {
  const email = anEmail();
  const { user } = await world.owner.ask(world.app.users.invite, { email, role });
  const secret = await mailedToken(world, email);
  const more = { name: 'Sesame Admin' as never, password: PASSWORD as never };
  const accepted = await world.app.users.accept({ request: aRequest() }, { secret, ...more });
  return new Person(world.app, { id: user.id, email, secret: accepted.secret });
}

const invite = (by: Person, email = anEmail()) => by.ask(world.app.users.invite, { email, role: 'member' as const });
const again = (by: Person, userId: string) => by.ask(world.app.users.sendActivationLink, { userId });
const shown = async () => (await eventsOfType(world, 'user.activation_link_shown')).length;

describe('the link of an invited person', () => {
  test('is shown to the inviter where no mails are sent, is that of the mail, and each look is recorded', async () => {
    const { link, user, invitation } = await invite(admin);
    const secret = await mailedToken(world, user.email);
    expect(link).toMatch(new RegExp(`/activate#token=${secret}$`, 'u'));
    expect((await again(admin, user.id)).link).toBe(link);
    const events = await eventsOfType(world, 'user.activation_link_shown');
    expect(events.map(({ actor, target, data }) => [actor.type === 'user' && actor.id, target.id, data])).toEqual(
      Array.from({ length: 2 }, () => [admin.id, user.id, { invitation_id: invitation.id }]),
    );
    await world.app.users.accept({ request: aRequest() }, { secret, name: 'Sesame Newcomer' as never });
    expect((await again(admin, user.id)).link).toBeNull();
    expect(await shown()).toBe(2);
  });

  test('is shown neither where mails are sent, nor for a token', async () => {
    expect((await invite(await aPerson(world, 'domain_admin'))).link).toBeNull();
    world = await openWorld();
    admin = await inSession('domain_admin');
    expect((await invite(admin)).link).toBeNull();
    expect(await shown()).toBe(0);
  });

  test('is not shown to another administrator, who would be that person in rooms they were added to', async () => {
    const other = await inSession('domain_admin');
    const { user } = await invite(admin);
    world.clock.advance(11 * 60 * 1000);
    expect([(await again(other, user.id)).link, (await invite(other, user.email)).link]).toEqual([null, null]);
    // After a link of another's, the first inviter is no longer the only one.
    world.clock.advance(11 * 60 * 1000);
    expect((await again(admin, user.id)).link).toBeNull();
  });

  test('is not shown once renewals may have pushed out the invitation of another user', async () => {
    const other = await inSession('domain_admin');
    const { user } = await invite(other);
    for (let renewals = 0; renewals < 12; renewals++) {
      world.clock.advance(11 * 60 * 1000);
      expect((await again(admin, user.id)).link).toBeNull();
    }
    expect(await shown()).toBe(1);
  });

  test('is not shown where a room owner invited them into a room', async () => {
    const ada = await aPerson(world);
    const room = await aRoom(world, ada);
    const { user } = await ada.ask(world.app.rooms.invite, {
      roomId: room.id,
      email: anEmail(),
      role: 'viewer' as const,
    });
    world.clock.advance(11 * 60 * 1000);
    expect((await again(admin, user.id)).link).toBeNull();
    const own = await inSession('domain_admin');
    const mine = await aRoom(world, own);
    const invited = await own.ask(world.app.rooms.invite, {
      roomId: mine.id,
      email: anEmail(),
      role: 'viewer' as const,
    });
    world.clock.advance(11 * 60 * 1000);
    expect((await again(own, invited.user.id)).link).toBeNull();
    expect(await shown()).toBe(0);
  });

  test('is never that of an active person, nor of one who comes back', async () => {
    const ada = await aPerson(world);
    expect((await again(admin, ada.id)).link).toBeNull();
    await world.owner.ask(world.app.users.deactivate, { userId: ada.id });
    const back = await comesBack(world, ada);
    world.clock.advance(11 * 60 * 1000);
    expect((await again(admin, back.id)).link).toBeNull();
    expect(await shown()).toBe(0);
  });

  test('is in no stored answer: a repeated request gets none', async () => {
    const email = anEmail();
    let replays = 0;
    const ctx = async () => ({
      ...(await world.app.sessions.identify(admin.secret, undefined, aRequest())),
      idempotency: { key: 'once', fingerprint: 'x', onReplay: () => replays++ },
    });
    const first = await world.app.users.invite(await ctx(), { email, role: 'member' });
    const second = await world.app.users.invite(await ctx(), { email, role: 'member' });
    expect(replays).toBe(1);
    expect([second.invitation.id, second.link]).toEqual([first.invitation.id, null]);
    expect(first.link).not.toBeNull();
  });
});
