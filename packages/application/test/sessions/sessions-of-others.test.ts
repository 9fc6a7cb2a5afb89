import { beforeAll, describe, expect, test } from '@jest/globals';
import { HOUR, isBearerSecret, type OrgRole } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { aPerson, limitedTo, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});

/** A person with a password and no session, and a way to sign in. */
async function someone(role?: OrgRole): Promise<Readonly<{ person: Person; signIn: () => Promise<Person> }>> {
  const person = await aPerson(world, role);
  await world.owner.ask(world.app.users.sendActivationLink, { userId: person.id });
  const secret = await mailedToken(world, person.email);
  await world.app.users.accept({ request: aRequest() }, { secret, name: 'Ada' as never, password: PASSWORD as never });
  await person.ask(world.app.sessions.endOthers);
  const signIn = async () => {
    const visitor = { request: aRequest(), userAgent: 'a browser' };
    const started = await world.app.sessions.start(visitor, { email: person.email, password: PASSWORD });
    if (!isBearerSecret('session', started.secret)) throw new TypeError('no session');
    return person.with(started.secret);
  };
  return { person, signIn };
}

const list = (by: Person, of: Person) => by.ask(world.app.sessions.listOf, { userId: of.id });
const endAll = (by: Person, of: Person) => by.ask(world.app.sessions.endAllOf, { userId: of.id });
const endOne = (by: Person, of: Person, sessionId: string) =>
  by.ask(world.app.sessions.endOneOf, { userId: of.id, sessionId });
const state = (session: Person) => codeOf(session.ask(world.app.users.me));

describe('the sessions of another user', () => {
  test.each<[OrgRole, OrgRole, string]>([
    ['owner', 'owner', 'done'],
    ['domain_admin', 'owner', 'INSUFFICIENT_ROLE'],
    ['domain_admin', 'member', 'done'],
    ['security_officer', 'domain_admin', 'INSUFFICIENT_ROLE'],
    ['security_officer', 'department_admin', 'done'],
    ['department_admin', 'member', 'INSUFFICIENT_ROLE'],
    ['auditor', 'member', 'INSUFFICIENT_ROLE'],
    ['member', 'member', 'INSUFFICIENT_ROLE'],
  ])('%s lists and ends those of %s: %s', async (by, of, code) => {
    const [caller, { person, signIn }] = [await aPerson(world, by), await someone(of)];
    const session = await signIn();
    const { credential } = await session.enter();
    expect(await codeOf(list(caller, person))).toBe(code);
    expect(await codeOf(endOne(caller, person, credential.id))).toBe(code);
    expect(await state(session)).toBe(code === 'done' ? 'TOKEN_INVALID' : 'done');
    const another = await signIn();
    expect(await codeOf(endAll(caller, person))).toBe(code);
    expect(await state(another)).toBe(code === 'done' ? 'TOKEN_INVALID' : 'done');
  });

  test('are listed newest first, without those that expired', async () => {
    const { person, signIn } = await someone();
    await signIn();
    world.clock.advance(HOUR);
    await signIn();
    const { items, meta } = await list(world.owner, person);
    expect(meta.total).toBe(2);
    expect(items[0]?.session.createdAt).toBeGreaterThan(Number(items[1]?.session.createdAt));
    world.clock.advance(11 * HOUR);
    expect((await list(world.owner, person)).items.map(({ session }) => session.id)).toEqual([items[0]?.session.id]);
  });

  test.each<[OrgRole, string | null]>([
    ['owner', '192.0.2.7'],
    ['security_officer', '192.0.2.7'],
    ['domain_admin', null],
  ])('are shown to %s with the address %s, as in the audit log', async (role, ip) => {
    const { person, signIn } = await someone();
    await signIn();
    expect((await list(await aPerson(world, role), person)).items).toMatchObject([{ ip }]);
  });

  test('end with an event each, which names the user', async () => {
    const { person, signIn } = await someone();
    const ids = [(await (await signIn()).enter()).credential.id, (await (await signIn()).enter()).credential.id];
    const recorded = await recordedBy(world, () => endAll(world.owner, person));
    const event = { type: 'session.ended', actor: { id: world.owner.id }, data: { user_id: person.id } };
    expect(recorded).toMatchObject([event, event]);
    expect(recorded.map(({ target }) => target.id).toSorted()).toEqual(ids.toSorted());
    expect(await recordedBy(world, () => endAll(world.owner, person))).toEqual([]);
  });

  test('end without the tokens of the user', async () => {
    const { person, signIn } = await someone();
    await signIn();
    expect(await endAll(world.owner, person)).toEqual({ ended: 1 });
    expect(await state(person)).toBe('done');
  });

  test('one that ended, and one of a third user, is not found', async () => {
    const [{ person, signIn }, other] = [await someone(), await someone()];
    const { id } = (await (await signIn()).enter()).credential;
    const theirs = (await (await other.signIn()).enter()).credential.id;
    await endOne(world.owner, person, id);
    for (const sessionId of [id, theirs, crypto.randomUUID()])
      expect(await codeOf(endOne(world.owner, person, sessionId))).toBe('SESSION_NOT_FOUND');
    expect((await list(world.owner, other.person)).meta.total).toBe(1);
  });

  test('need a credential without limits', async () => {
    const limited = await limitedTo(world, await aPerson(world, 'security_officer'), 'read:users', 'write:users');
    const { person } = await someone();
    for (const ask of [list, endAll])
      expect(await refusal(world, () => ask(limited, person))).toEqual(['INSUFFICIENT_SCOPE', 'unlimited-credential']);
  });

  test('are listed to oneself too, with the address, and end only among one’s own', async () => {
    const { person, signIn } = await someone();
    await signIn();
    expect((await list(person, person)).items).toMatchObject([{ ip: '192.0.2.7' }]);
    const officer = await aPerson(world, 'security_officer');
    expect(await refusal(world, () => endAll(officer, officer))).toEqual(['INSUFFICIENT_ROLE', 'not-oneself']);
  });

  test('a change of the user at the same time loses no end', async () => {
    const { person, signIn } = await someone();
    const sessions = [await signIn(), await signIn(), await signIn()];
    const rename = Array.from({ length: 5 }, (_, at) =>
      person.ask(world.app.users.edit, { userId: person.id, name: `Ada ${at}` }),
    );
    await Promise.all([endAll(world.owner, person), ...rename]);
    for (const session of sessions) expect(await state(session)).toBe('TOKEN_INVALID');
  });
});
