import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Email, isBearerSecret, MINUTE, PersonName } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { anEmail, aPerson, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});

/** The provider has verified that the address is the person's. */
const proven = (subject: string, email: Email) => ({
  prove: async () => ({ iss: 'https://id.example', subject, sub: subject, email }),
  inCookie: false,
  agreed: email,
});

test('a person who comes with the provider has the name that it says, not the one that their inviter gave', async () => {
  const comes = async (names: Readonly<{ given: string; said?: string }>): Promise<string | undefined> => {
    const email = anEmail();
    const { user } = await world.owner.ask(world.app.users.invite, {
      email,
      role: 'member',
      name: PersonName.parse(names.given),
    });
    const invitation = await mailedToken(world, email);
    const { prove, ...asked } = proven(crypto.randomUUID(), email);
    await world.app.sessions.startByProvider(
      { request: aRequest() },
      { ...asked, prove: async () => ({ ...(await prove()), name: names.said }), link: { invitation } },
    );
    return (await storedUser(world, user.id))?.name;
  };
  expect(await comes({ given: 'Ada of the bank', said: 'Ada King' })).toBe('Ada King');
  expect(await comes({ given: 'Ada of the bank' })).toBe('Ada of the bank');
});

type Linked = Readonly<{ byProvider: Person; subject: string; again: () => Promise<unknown> }>;

/** A user who was linked by their invitation, in the session that this began. */
async function linked(at = world): Promise<Linked> {
  const email = anEmail();
  const subject = crypto.randomUUID();
  const { user } = await at.owner.ask(at.app.users.invite, { email, role: 'member' });
  const invitation = await mailedToken(at, email);
  const visitor = () => ({ request: aRequest() });
  const begun = await at.app.sessions.startByProvider(visitor(), { ...proven(subject, email), link: { invitation } });
  if ('asks' in begun) throw new TypeError('no session');
  await at.app.worker.runDue();
  const again = () => at.app.sessions.startByProvider(visitor(), proven(subject, email));
  return { byProvider: new Person(at.app, { id: user.id, email, secret: begun.secret }), subject, again };
}

/** Sets a password, and signs in with it. */
async function byPassword(person: Person): Promise<Person> {
  await person.ask(world.app.users.setPassword, { next: PASSWORD });
  const { secret } = await world.app.sessions.start(
    { request: aRequest() },
    { email: person.email, password: PASSWORD },
  );
  if (!isBearerSecret('session', secret)) throw new TypeError('no session');
  return person.with(secret);
}

const unlink = (by: Person) => by.ask(world.app.users.unlinkIdentity);
const unlinkOther = (by: Person, userId: string) => by.ask(world.app.users.unlinkIdentityOfUser, { userId });
const mailTo = (email: string) => world.ports.mailer.sent.findLast(({ to }) => to === email);

describe('unlinking oneself from the identity provider', () => {
  test('ends the sessions that began with it, is recorded and mailed, and again changes nothing', async () => {
    const { byProvider, again } = await linked();
    const here = await byPassword(byProvider);
    const events = await recordedBy(world, () => unlink(here));
    expect(events.map(({ type }) => type).toSorted()).toEqual(['session.ended', 'user.identity_unlinked']);
    expect(events.find(({ type }) => type === 'user.identity_unlinked')).toMatchObject({
      target: { id: here.id },
      actor: { id: here.id },
    });
    expect(await codeOf(byProvider.ask(world.app.users.me))).toBe('TOKEN_INVALID');
    expect((await here.ask(world.app.users.me)).user.identity).toBeUndefined();
    expect(await codeOf(again())).toBe('SIGN_IN_REFUSED');
    await world.app.worker.runDue();
    expect(mailTo(here.email)).toMatchObject({
      subject: 'The account of your organisation was unlinked',
      text: expect.stringContaining('If you did not do this'),
    });
    expect(await recordedBy(world, () => unlink(here))).toEqual([]);
  });

  test('ends the session that asks, where it began with the provider', async () => {
    const { byProvider } = await linked();
    await byPassword(byProvider);
    await unlink(byProvider);
    expect(await codeOf(byProvider.ask(world.app.users.me))).toBe('TOKEN_INVALID');
  });

  test('is refused to a user who would have no other way to sign in', async () => {
    const { byProvider, again } = await linked();
    expect(await codeOf(unlink(byProvider))).toBe('LAST_SIGN_IN');
    await again();
    const withoutPasswords = await openWorld({
      configuration: { signIn: { password: false, oidc: true, jitDomains: [] } as never },
    });
    const other = await linked(withoutPasswords);
    const stored = await storedUser(withoutPasswords, other.byProvider.id);
    expect(stored?.identity?.subject).toBe(other.subject);
    expect(await codeOf(other.byProvider.ask(withoutPasswords.app.users.unlinkIdentity))).toBe('LAST_SIGN_IN');
  });

  test('requires a session of the last ten minutes, and accepts no API token', async () => {
    const { byProvider } = await linked();
    const here = await byPassword(byProvider);
    expect(await codeOf(unlink(await aPerson(world)))).toBe('INSUFFICIENT_SCOPE');
    world.clock.advance(10 * MINUTE + 1);
    expect(await codeOf(unlink(here))).toBe('SESSION_TOO_OLD');
  });

  test('at the same time as another request is recorded once', async () => {
    const { byProvider } = await linked();
    const here = await byPassword(byProvider);
    const officer = await aPerson(world, 'security_officer');
    const events = await recordedBy(world, async () => {
      await Promise.all([unlink(here), unlinkOther(officer, here.id)]);
    });
    expect(events.filter(({ type }) => type === 'user.identity_unlinked')).toHaveLength(1);
  });
});

describe('unlinking another user', () => {
  test('leaves them without a way in until a new activation link, and frees their person', async () => {
    const ada = await linked();
    const officer = await aPerson(world, 'security_officer');
    const { id, email } = ada.byProvider;
    const { token } = await ada.byProvider.ask(world.app.tokens.create, { name: 'script' } as never);
    const events = await recordedBy(world, () => unlinkOther(officer, id));
    expect(events).toMatchObject([
      { type: 'session.ended', actor: { id: officer.id }, data: { user_id: id } },
      { type: 'user.identity_unlinked', target: { id }, actor: { id: officer.id } },
    ]);
    expect(await codeOf(ada.byProvider.ask(world.app.users.me))).toBe('TOKEN_INVALID');
    expect(await codeOf(ada.again())).toBe('SIGN_IN_REFUSED');
    // An API token is a credential of its own.
    expect((await storedUser(world, id))?.tokens.map((one) => one.id)).toContain(token.id);
    await world.app.worker.runDue();
    expect(mailTo(email)?.text).toContain('An administrator did this.');
    expect(await recordedBy(world, () => unlinkOther(officer, id))).toEqual([]);
    await world.owner.ask(world.app.users.sendActivationLink, { userId: id });
    const invitation = await mailedToken(world, email);
    await world.app.sessions.startByProvider(
      { request: aRequest() },
      { ...proven(ada.subject, email), link: { invitation } },
    );
    expect((await storedUser(world, id))?.identity?.subject).toBe(ada.subject);
  });

  test('is refused to callers below them, for oneself, and to members', async () => {
    const { byProvider } = await linked();
    const [officer, admin] = [await aPerson(world, 'security_officer'), await aPerson(world, 'domain_admin')];
    expect(await codeOf(unlinkOther(await aPerson(world), byProvider.id))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(unlinkOther(officer, admin.id))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(unlinkOther(officer, officer.id))).toBe('INSUFFICIENT_ROLE');
    // They send activation links, and would give the sign-in of a user to another person.
    expect(await codeOf(unlinkOther(admin, byProvider.id))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(unlinkOther(admin, crypto.randomUUID()))).toBe('USER_NOT_FOUND');
  });
});
