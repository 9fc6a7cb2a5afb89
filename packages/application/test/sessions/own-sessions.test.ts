import { beforeAll, describe, expect, test } from '@jest/globals';
import { type BearerSecret, HOUR, isBearerSecret } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { anEmail, aPerson, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world);
  await world.owner.ask(world.app.users.sendActivationLink, { userId: ada.id });
  const secret = await mailedToken(world, ada.email);
  await world.app.users.accept({ request: aRequest() }, { secret, name: 'Ada' as never, password: PASSWORD as never });
});

async function signIn(userAgent = 'a browser'): Promise<BearerSecret> {
  const visitor = { request: aRequest(), userAgent };
  const { secret } = await world.app.sessions.start(visitor, { email: ada.email, password: PASSWORD });
  if (!isBearerSecret('session', secret)) throw new TypeError('no session');
  return secret;
}

const sessionsOf = async (person: Person) => (await person.ask(world.app.sessions.list, {})).items;

describe('the sessions of a user', () => {
  test('are listed with address and program, the newest first, the present one marked', async () => {
    await ada.ask(world.app.sessions.endOthers);
    await signIn('a phone');
    world.clock.advance(1000);
    const here = ada.with(await signIn('a laptop'));
    expect(await sessionsOf(here)).toMatchObject([
      { isCurrent: true, session: { startedBy: { ip: '192.0.2.7', userAgent: 'a laptop' } } },
      { isCurrent: false, session: { startedBy: { userAgent: 'a phone' } } },
    ]);
  });

  test('end one by one, each with an event, and those of other users are not found', async () => {
    await ada.ask(world.app.sessions.endOthers);
    const there = ada.with(await signIn());
    const [one] = await sessionsOf(there);
    if (one === undefined) throw new TypeError('no session');
    const end = (by: Person) => by.ask(world.app.sessions.endOne, { sessionId: one.session.id });
    expect(await codeOf(end(await aPerson(world)))).toBe('SESSION_NOT_FOUND');
    const recorded = await recordedBy(world, () => end(ada));
    expect(recorded).toMatchObject([{ type: 'session.ended', target: { type: 'session', id: one.session.id } }]);
    expect(await codeOf(end(ada))).toBe('SESSION_NOT_FOUND');
    expect(await codeOf(sessionsOf(there))).toBe('TOKEN_INVALID');
  });

  test('end together but for the present one', async () => {
    await ada.ask(world.app.sessions.endOthers);
    const secrets = [await signIn(), await signIn(), await signIn()] as const;
    const here = ada.with(secrets[1]);
    expect(await here.ask(world.app.sessions.endOthers)).toEqual({ ended: 2 });
    expect((await sessionsOf(here)).length).toBe(1);
    expect(await here.ask(world.app.sessions.endOthers)).toEqual({ ended: 0 });
  });

  test('are not listed once they have expired', async () => {
    await ada.ask(world.app.sessions.endOthers);
    await signIn();
    world.clock.advance(12 * HOUR);
    expect(await sessionsOf(ada)).toEqual([]);
  });
});

describe('an open invitation', () => {
  test('is revoked with an event, and the link of an active user is answered as revoked', async () => {
    const { id, email } = await aPerson(world);
    const { user, invitation } = await world.owner.ask(world.app.users.sendActivationLink, { userId: id });
    const secret = await mailedToken(world, email);
    const revoke = () => world.owner.ask(world.app.users.revokeInvitation, { userId: user.id });
    const recorded = await recordedBy(world, revoke);
    expect(recorded).toMatchObject([{ type: 'invitation.revoked', data: { invitation_id: invitation.id } }]);
    const accept = world.app.users.accept({ request: aRequest() }, { secret, name: 'x' as never });
    expect(await codeOf(accept)).toBe('INVITATION_REVOKED');
    expect(await codeOf(revoke())).toBe('INVITATION_NOT_FOUND');
  });

  test('is revoked by a department admin for a member, and not for an auditor', async () => {
    const admin = await aPerson(world, 'department_admin');
    const invite = async (role: 'member' | 'auditor') =>
      (await world.owner.ask(world.app.users.invite, { email: anEmail(), role })).user.id;
    const revoke = (userId: string) => admin.ask(world.app.users.revokeInvitation, { userId });
    expect(await revoke(await invite('member'))).toMatchObject({ user: { status: 'invited' } });
    expect(await codeOf(revoke(await invite('auditor')))).toBe('INSUFFICIENT_ROLE');
  });
});
