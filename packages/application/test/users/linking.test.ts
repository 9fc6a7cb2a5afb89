import { beforeAll, describe, expect, test } from '@jest/globals';
import { isBearerSecret, MINUTE } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { anEmail, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

/** The people who may be confused with each other, where a person of the identity provider becomes a user. */

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

const ISS = 'https://id.example';
type Proven = Readonly<{ subject: string; email?: string }>;
const prove = ({ subject, email }: Proven) => ({
  prove: async () => ({ iss: ISS, subject, sub: subject, ...(email !== undefined && { email }) }),
  inCookie: true,
});
const visitor = () => ({ request: aRequest() });

/** An active user with a password, in a session of a cookie. */
async function withPassword(): Promise<Person> {
  const email = anEmail();
  const { user } = await world.owner.ask(world.app.users.invite, { email, role: 'member' });
  const secret = await mailedToken(world, email);
  const name = 'Ada' as never;
  await world.app.users.accept(visitor(), { secret, name, password: PASSWORD as never });
  return new Person(world.app, { id: user.id, email, secret: await cookieOf(email) });
}

async function cookieOf(email: string) {
  const { secret } = await world.app.sessions.start(visitor(), {
    email: email as never,
    password: PASSWORD,
    inCookie: true,
  });
  return secret;
}

const inCookie = (person: Person) => world.app.sessions.identify(person.secret, undefined, aRequest(), 'cookie');

/** A link of a mail to an active user. */
async function recoveryOf(person: Person): Promise<string> {
  world.clock.advance(11 * MINUTE);
  await world.owner.ask(world.app.users.sendActivationLink, { userId: person.id });
  return mailedToken(world, person.email);
}

const signs = (proven: Proven, link?: unknown, agreed?: string) =>
  world.app.sessions.startByProvider(visitor(), {
    ...prove(proven),
    ...(link === undefined ? {} : { link: link as never }),
    ...(agreed === undefined ? {} : { agreed: agreed as never }),
  });
const mailsTo = (email: string) => world.ports.mailer.sent.filter(({ to }) => to === email);

describe('a person whose verified address is not that of the account', () => {
  test('is asked before an invitation links them, and nothing changes before they answer', async () => {
    const email = anEmail();
    const { user } = await world.owner.ask(world.app.users.invite, { email, role: 'member' });
    const invitation = await mailedToken(world, email);
    const vera = { subject: crypto.randomUUID(), email: 'vera@corp.example' };
    const events = await recordedBy(world, async () => {
      expect(await signs(vera, { invitation })).toMatchObject({ asks: { account: email, person: vera } });
    });
    expect(events).toEqual([]);
    expect(await storedUser(world, user.id)).toMatchObject({ status: 'invited' });
    expect(await signs(vera, { invitation }, 'another@corp.example')).toMatchObject({ asks: { account: email } });
    expect(await signs(vera, { invitation }, email)).toMatchObject({ user: { id: user.id } });
  });

  test('is asked before a link for an active user replaces their person', async () => {
    const mallory = await withPassword();
    const invitation = await recoveryOf(mallory);
    const vera = { subject: crypto.randomUUID(), email: 'vera@corp.example' };
    expect(await signs(vera, { invitation })).toMatchObject({ asks: { account: mallory.email } });
    expect((await storedUser(world, mallory.id))?.identity).toBeUndefined();
  });

  test('is asked where the provider has no verified address, and not where it is that of the account', async () => {
    const [one, two] = [anEmail(), anEmail()];
    for (const email of [one, two]) await world.owner.ask(world.app.users.invite, { email, role: 'member' });
    const [first, second] = [await mailedToken(world, one), await mailedToken(world, two)];
    expect(await signs({ subject: crypto.randomUUID() }, { invitation: first })).toMatchObject({
      asks: { account: one },
    });
    const same = { subject: crypto.randomUUID(), email: two.toUpperCase() };
    expect(await signs(same, { invitation: second })).toMatchObject({ user: { email: two } });
  });
});

test('a program is signed in only once its person has agreed to the account', async () => {
  const ada = await withPassword();
  const proven = { subject: crypto.randomUUID(), email: ada.email };
  const signsProgram = (agreed?: string) =>
    world.app.sessions.startByProvider(visitor(), { ...prove(proven), inCookie: false, agreed: agreed as never });
  await signs(proven, { caller: await inCookie(ada), begunAt: world.clock.now() });
  const before = (await storedUser(world, ada.id))?.sessions.length;
  expect(await signsProgram()).toMatchObject({ asks: { account: ada.email } });
  expect((await storedUser(world, ada.id))?.sessions.length).toBe(before);
  expect(await signsProgram(ada.email)).toMatchObject({ user: { id: ada.id } });
});

describe('a link for an active user', () => {
  test('ends the old password where the person of the provider is linked by it', async () => {
    const ada = await withPassword();
    const invitation = await recoveryOf(ada);
    await signs({ subject: crypto.randomUUID(), email: ada.email }, { invitation });
    expect((await storedUser(world, ada.id))?.password).toBeNull();
    expect(await codeOf(cookieOf(ada.email))).toBe('INVALID_CREDENTIALS');
  });

  test('replaces no person who is linked already, and stays open', async () => {
    const ada = await withPassword();
    const own = { subject: crypto.randomUUID(), email: ada.email };
    await signs(own, { caller: await inCookie(ada), begunAt: world.clock.now() });
    const invitation = await recoveryOf(ada);
    const thief = { subject: crypto.randomUUID(), email: ada.email };
    const events = await recordedBy(world, async () => {
      expect(await codeOf(signs(thief, { invitation }, ada.email))).toBe('SIGN_IN_REFUSED');
    });
    expect(events).toEqual([]);
    expect((await storedUser(world, ada.id))?.identity?.subject).toBe(own.subject);
    await world.owner.ask(world.app.users.unlinkIdentityOfUser, { userId: ada.id });
    await signs(thief, { invitation });
    expect((await storedUser(world, ada.id))?.identity?.subject).toBe(thief.subject);
  });

  test.each([
    ['revoked', true],
    ['kept', false],
    ['not mentioned', undefined],
  ])('unlinks a person whom a thief may have linked, where API tokens are %s', async (_, revokeTokens) => {
    const ada = await withPassword();
    const thief = { subject: crypto.randomUUID(), email: ada.email };
    await signs(thief, { caller: await inCookie(ada), begunAt: world.clock.now() });
    const secret = await recoveryOf(ada);
    const again = { secret, name: 'Ada' as never, password: `${PASSWORD} new` as never, revokeTokens };
    const events = await recordedBy(world, () => world.app.users.accept(visitor(), again));
    expect(events.map(({ type }) => type)).toContain('user.identity_unlinked');
    expect(await codeOf(signs(thief))).toBe('SIGN_IN_REFUSED');
    expect((await storedUser(world, ada.id))?.sessions).toHaveLength(1);
  });
});

test('a new password with revoked API tokens unlinks the person of the provider', async () => {
  const ada = await withPassword();
  const thief = { subject: crypto.randomUUID(), email: ada.email };
  await signs(thief, { caller: await inCookie(ada), begunAt: world.clock.now() });
  const { secret } = await world.app.sessions.start(visitor(), { email: ada.email, password: PASSWORD });
  if (!isBearerSecret('session', secret)) throw new TypeError('no session');
  const here = ada.with(secret);
  const change = { current: PASSWORD, next: `${PASSWORD} new`, revokeTokens: true };
  await here.ask(world.app.users.setPassword, change);
  expect(await codeOf(signs(thief))).toBe('SIGN_IN_REFUSED');
  expect(await codeOf(here.ask(world.app.users.me))).toBe('done');
});

test('a new password with revoked API tokens ends the session in which it is set, if that began with the person who is unlinked', async () => {
  const ada = await withPassword();
  const own = { subject: crypto.randomUUID(), email: ada.email };
  await signs(own, { caller: await inCookie(ada), begunAt: world.clock.now() });
  const begun = await signs(own);
  if ('asks' in begun || !isBearerSecret('session', begun.secret)) throw new TypeError('no session');
  const here = ada.with(begun.secret);
  const change = { current: PASSWORD, next: `${PASSWORD} new` as never, revokeTokens: true };
  const events = await recordedBy(world, async () => world.app.users.setPassword(await inCookie(here), change));
  expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.identity_unlinked', 'session.ended']));
  expect(await codeOf(inCookie(here))).toBe('TOKEN_INVALID');
  await world.app.sessions.start(visitor(), { email: ada.email, password: `${PASSWORD} new` });
});

describe('linking in a session', () => {
  test('takes one of the last ten minutes, at its beginning', async () => {
    const ada = await withPassword();
    await world.app.users.mayLinkIdentity(await inCookie(ada));
    const begunAt = world.clock.now();
    world.clock.advance(9 * MINUTE);
    const asked = await inCookie(ada);
    world.clock.advance(2 * MINUTE);
    expect(await codeOf(world.app.users.mayLinkIdentity(asked))).toBe('SESSION_TOO_OLD');
    const proven = { subject: crypto.randomUUID(), email: ada.email };
    expect(await codeOf(signs(proven, { caller: asked, begunAt: world.clock.now() }))).toBe('SESSION_TOO_OLD');
    expect(await codeOf(signs(proven, { caller: asked, begunAt }))).toBe('done');
  });

  test('is reported by mail, and so is linking by a link for an active user', async () => {
    const ada = await withPassword();
    await signs(
      { subject: crypto.randomUUID(), email: ada.email },
      { caller: await inCookie(ada), begunAt: world.clock.now() },
    );
    await world.app.worker.runDue();
    expect(mailsTo(ada.email).at(-1)).toMatchObject({
      subject: 'An account of your organisation was linked',
      text: expect.stringContaining('If you did not do this'),
    });
    await world.owner.ask(world.app.users.unlinkIdentityOfUser, { userId: ada.id });
    const invitation = await recoveryOf(ada);
    await signs({ subject: crypto.randomUUID(), email: ada.email }, { invitation });
    await world.app.worker.runDue();
    expect(mailsTo(ada.email).filter(({ subject }) => subject.includes('was linked'))).toHaveLength(2);
  });

  test('is refused after the session ended', async () => {
    const ada = await withPassword();
    const caller = await inCookie(ada);
    await world.app.sessions.end(caller);
    const proven = { subject: crypto.randomUUID(), email: ada.email };
    expect(await codeOf(signs(proven, { caller, begunAt: world.clock.now() }))).toBe('SIGN_IN_REFUSED');
  });
});

test('the holder of a link sees the address that it is for', async () => {
  const email = anEmail();
  await world.owner.ask(world.app.users.invite, { email, role: 'member' });
  const secret = await mailedToken(world, email);
  expect(await world.app.users.findInvitation(visitor(), { secret })).toMatchObject({ email, needsPassword: false });
});
