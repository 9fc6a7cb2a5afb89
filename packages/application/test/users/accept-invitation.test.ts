import { beforeAll, describe, expect, test } from '@jest/globals';
import { HOUR, isBearerSecret, type OrgRole } from '@strongroom/domain';
import { ORGANISATION, organisations } from '../../src/store/organisation.ts';
import { recordedBy } from '../world/events.ts';
import { anEmail, anUnknownSecret, mailedToken } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { codeOf, tally } from '../world/refusals.ts';
import { stored, storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});

const invited = async (role: OrgRole = 'member') => {
  const email = anEmail();
  const { user } = await world.owner.ask(world.app.users.invite, { email, role });
  return { user, email, secret: await mailedToken(world, email) };
};
const accept = (secret: string, name = 'Sesame Newcomer') =>
  world.app.users.accept({ request: aRequest() }, { secret, name: name as never });

describe('accepting an invitation', () => {
  test('makes the user active, with their name and a first session', async () => {
    const { user, secret } = await invited();
    const accepted = await accept(secret, 'Ada Sesame');
    expect(accepted.user).toMatchObject({
      id: user.id,
      name: 'Ada Sesame',
      status: 'active',
      activatedAt: world.clock.now(),
    });
    expect(accepted.session.expiresAt).toBe(world.clock.now() + 12 * HOUR);
    expect(isBearerSecret('session', accepted.secret)).toBe(true);
    expect(JSON.stringify(await storedUser(world, user.id))).not.toContain(accepted.secret);
    const me = await new Person(world.app, { ...user, secret: accepted.secret }).ask(world.app.users.me);
    expect(me).toMatchObject({ user: { id: user.id }, scopes: null, tokenId: null });
  });

  test('is recorded as done by the new user', async () => {
    const { user, secret } = await invited();
    const recorded = await recordedBy(world, () => accept(secret));
    const actor = { type: 'user', id: user.id };
    expect(recorded.toSorted((a, b) => (a.type < b.type ? -1 : 1))).toMatchObject([
      { type: 'invitation.accepted', actor, target: { type: 'user', id: user.id } },
      { type: 'session.started', actor, target: { type: 'session' } },
    ]);
  });

  test('with a password says in the log that one was set', async () => {
    const { user, secret } = await invited();
    const password = 'a long enough password' as never;
    const recorded = await recordedBy(world, () =>
      world.app.users.accept({ request: aRequest() }, { secret, name: 'Sesame' as never, password }),
    );
    expect(recorded.filter(({ type }) => type === 'user.password_set')).toMatchObject([{ target: { id: user.id } }]);
  });

  test('makes an owner count among the active owners from then on', async () => {
    const { user, secret } = await invited('owner');
    expect((await stored(world, organisations, ORGANISATION))?.owners).not.toContain(user.id);
    await accept(secret);
    expect((await stored(world, organisations, ORGANISATION))?.owners).toContain(user.id);
  });

  test('works once, however many try at the same time', async () => {
    const { secret } = await invited();
    expect(await tally(Array.from({ length: 20 }, () => accept(secret)))).toEqual({ done: 1, INVITATION_USED: 19 });
  });

  test('works for 72 hours and not a moment longer', async () => {
    const [{ secret: early }, { secret: late }] = [await invited(), await invited()];
    world.clock.advance(72 * HOUR - 1);
    expect(await codeOf(accept(early))).toBe('done');
    world.clock.advance(1);
    expect(await codeOf(accept(late))).toBe('INVITATION_EXPIRED');
  });

  test('fails once its user is deactivated, also after a reactivation', async () => {
    const { user, secret } = await invited();
    await world.owner.ask(world.app.users.deactivate, { userId: user.id });
    expect(await codeOf(accept(secret))).toBe('INVITATION_REVOKED');
    await world.owner.ask(world.app.users.reactivate, { userId: user.id });
    expect(await codeOf(accept(secret))).toBe('INVITATION_REVOKED');
  });

  test('says used before anything else that came after', async () => {
    const { user, secret } = await invited();
    await accept(secret);
    world.clock.advance(73 * HOUR);
    expect(await codeOf(accept(secret))).toBe('INVITATION_USED');
    await world.owner.ask(world.app.users.deactivate, { userId: user.id });
    expect(await codeOf(accept(secret))).toBe('INVITATION_USED');
  });

  test.each(['', 'sri_', 'nonsense'])('finds nothing under %p', async (secret) => {
    expect(await codeOf(accept(secret))).toBe('INVITATION_NOT_FOUND');
  });

  test('finds nothing for an unknown secret, or one of another kind', async () => {
    for (const secret of [anUnknownSecret('invitation'), world.owner.secret])
      expect(await codeOf(accept(secret))).toBe('INVITATION_NOT_FOUND');
  });
});
