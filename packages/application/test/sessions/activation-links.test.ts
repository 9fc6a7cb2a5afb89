import { beforeEach, describe, expect, test } from '@jest/globals';
import { HOUR, MINUTE } from '@strongroom/domain';
import { MARK, recordedBy } from '../world/events.ts';
import { anEmail, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';
import { aNewcomer, signInAt } from './newcomers.ts';

/** Passwords are hashed slowly on purpose. */
const OTHER_PASSWORD = `another ${MARK} password`;

let world: World;
beforeEach(async () => {
  world = await openWorld();
});

const newcomer = (password?: string) => aNewcomer(world, password);
const signIn = (email: string, password: string) => signInAt(world, email, password);
const me = (by: Person) => codeOf(by.ask(world.app.users.me));

describe('a fresh activation link', () => {
  const send = (by: Person, userId: string) => by.ask(world.app.users.sendActivationLink, { userId });
  const accept = (secret: string, password?: string) =>
    world.app.users.accept(
      { request: aRequest() },
      { secret, name: 'Sesame again' as never, ...(password === undefined ? {} : { password: password as never }) },
    );

  test('lets a user who lost access in with a new password, and ends their sessions', async () => {
    const ada = await newcomer(PASSWORD);
    expect(await send(world.owner, ada.id)).toMatchObject({ user: { status: 'active' }, isNew: false });
    const secret = await mailedToken(world, ada.email);
    const accepted = await accept(secret, OTHER_PASSWORD);
    expect([await me(ada), await me(ada.with(accepted.secret))]).toEqual(['TOKEN_INVALID', 'done']);
    expect(await codeOf(signIn(ada.email, OTHER_PASSWORD))).toBe('done');
    expect(await codeOf(accept(secret, PASSWORD))).toBe('INVITATION_USED');
  });

  test('ends all API tokens on request, including those created with a stolen session', async () => {
    const ada = await newcomer(PASSWORD);
    const { secret: stolen, token } = await ada.ask(world.app.tokens.create, { name: 'token' });
    await send(world.owner, ada.id);
    const link = await mailedToken(world, ada.email);
    expect(world.ports.mailer.sent.at(-1)?.text).toContain(`/activate#token=${link}\n`);
    const recorded = await recordedBy(world, () =>
      world.app.users.accept(
        { request: aRequest() },
        { secret: link, name: 'Sesame again' as never, password: OTHER_PASSWORD as never, revokeTokens: true },
      ),
    );
    expect(await me(ada.with(stolen))).toBe('TOKEN_INVALID');
    expect(recorded.filter(({ type }) => type === 'token.revoked')).toMatchObject([
      { actor: { type: 'user', id: ada.id }, target: { id: token.id }, data: { user_id: ada.id } },
    ]);
  });

  test('needs a new password for a user who has one', async () => {
    const ada = await newcomer(PASSWORD);
    await send(world.owner, ada.id);
    const secret = await mailedToken(world, ada.email);
    expect(await codeOf(accept(secret))).toBe('VALIDATION_ERROR');
    expect(await me(ada)).toBe('done');
    expect(await codeOf(accept(secret, OTHER_PASSWORD))).toBe('done');
  });

  test('works for 72 hours', async () => {
    const ada = await newcomer(PASSWORD);
    await send(world.owner, ada.id);
    const secret = await mailedToken(world, ada.email);
    world.clock.advance(72 * HOUR);
    expect(await codeOf(accept(secret, OTHER_PASSWORD))).toBe('INVITATION_EXPIRED');
  });

  test('is dead once its user is deactivated', async () => {
    const ada = await newcomer(PASSWORD);
    await send(world.owner, ada.id);
    const secret = await mailedToken(world, ada.email);
    await world.owner.ask(world.app.users.deactivate, { userId: ada.id });
    expect(await codeOf(accept(secret, OTHER_PASSWORD))).toBe('INVITATION_REVOKED');
  });

  test('invites an invited user again', async () => {
    const email = anEmail();
    const { user } = await world.owner.ask(world.app.users.invite, { email, role: 'member' });
    const old = await mailedToken(world, email);
    world.clock.advance(11 * MINUTE);
    await send(world.owner, user.id);
    const fresh = await mailedToken(world, email);
    expect([await codeOf(accept(old)), await codeOf(accept(fresh))]).toEqual(['INVITATION_REVOKED', 'done']);
  });

  test('stays valid, and no other is sent, within ten minutes', async () => {
    const ada = await newcomer(PASSWORD);
    const first = await send(world.owner, ada.id);
    const link = await mailedToken(world, ada.email);
    const mails = world.ports.mailer.sent.length;
    world.clock.advance(9 * MINUTE);
    expect(await recordedBy(world, () => send(world.owner, ada.id))).toEqual([]);
    expect(await send(world.owner, ada.id)).toMatchObject({
      invitation: first.invitation,
      nextMailAt: first.nextMailAt,
    });
    await world.app.worker.runDue();
    expect(world.ports.mailer.sent).toHaveLength(mails);
    expect(await codeOf(accept(link, OTHER_PASSWORD))).toBe('done');
  });

  test('is not sent to a deactivated user', async () => {
    const ada = await newcomer();
    await world.owner.ask(world.app.users.deactivate, { userId: ada.id });
    expect(await refusal(world, () => send(world.owner, ada.id))).toEqual(['USER_DEACTIVATED', null]);
  });

  test('is sent by owners and domain admins, but not to users above them', async () => {
    const ada = await newcomer();
    expect((await refusal(world, () => send(ada, ada.id)))[0]).toBe('INSUFFICIENT_ROLE');
    expect(await refusal(world, () => send(world.owner, crypto.randomUUID()))).toEqual([
      'USER_NOT_FOUND',
      'user-exists',
    ]);
    await world.owner.ask(world.app.users.changeRole, { userId: ada.id, role: 'domain_admin' });
    expect(await refusal(world, () => send(ada, world.owner.id))).toEqual(['INSUFFICIENT_ROLE', 'target-not-above']);
    expect(await codeOf(send(ada, (await newcomer()).id))).toBe('done');
  });

  test('is recorded without the address', async () => {
    const ada = await newcomer();
    const recorded = await recordedBy(world, () => send(world.owner, ada.id));
    expect(recorded).toMatchObject([{ actor: { id: world.owner.id }, target: { type: 'user', id: ada.id } }]);
  });
});
