import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Email, HOUR, isBearerSecret, MINUTE } from '@strongroom/domain';
import { aNewcomer, signInAt } from '../sessions/newcomers.ts';
import { recordedBy } from '../world/events.ts';
import { anEmail, aPerson, mailedToken, PASSWORD } from '../world/mothers.ts';
import { aRequest, type Person } from '../world/person.ts';
import { codeOf } from '../world/refusals.ts';
import { storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
let to: Email;

beforeEach(async () => {
  world = await openWorld();
  ada = await aNewcomer(world, PASSWORD);
  to = anEmail();
});

/** An owner with a session that has just begun. */
async function anOwner(): Promise<Person> {
  const owner = await aNewcomer(world, PASSWORD);
  await world.owner.ask(world.app.users.changeRole, { userId: owner.id, role: 'owner' });
  return owner;
}

const ask = (by: Person = ada, more: object = {}, userId = ada.id) =>
  by.ask(world.app.users.changeEmail, { userId, email: to, ...more });
const confirm = (secret: string) => world.app.users.confirmEmail({ request: aRequest() }, { secret });
const mailsTo = async (email: string) => {
  await world.app.worker.runDue();
  return world.ports.mailer.sent.filter((mail) => mail.to === email);
};
const emailOf = async (person: Person) => (await storedUser(world, person.id))?.email;

describe('a change of an address', () => {
  test.each([
    ['the old one first', [0, 1]],
    ['the new one first', [1, 0]],
  ] as const)('waits until both addresses confirmed, %s', async (_, order) => {
    const recorded = await recordedBy(world, async () => {
      const { user } = await ask();
      expect([user.email, user.emailChange?.to]).toEqual([ada.email, to]);
    });
    expect(recorded.map(({ type, data }) => [type, data])).toEqual([
      ['user.email_change_requested', { waived: false }],
    ]);
    const links = [await mailedToken(world, ada.email), await mailedToken(world, to)];
    const [first, second] = order.map((at) => links[at] ?? '');
    expect(await confirm(first ?? '')).toEqual({ isChanged: false });
    expect(await codeOf(confirm(first ?? ''))).toBe('EMAIL_CHANGE_NOT_FOUND');
    expect(await emailOf(ada)).toBe(ada.email);
    const changed = await recordedBy(world, async () => {
      expect(await confirm(second ?? '')).toEqual({ isChanged: true });
    });
    expect(changed.map(({ type, actor, target }) => [type, actor.type, target.id])).toEqual([
      ['user.email_changed', 'system', ada.id],
    ]);
    expect(JSON.stringify([recorded, changed])).not.toContain(to);
    expect(await storedUser(world, ada.id)).toMatchObject({ email: to });
    expect((await storedUser(world, ada.id))?.emailChange).toBeUndefined();
    expect((await signInAt(world, to, PASSWORD)).user.id).toBe(ada.id);
    expect(await codeOf(signInAt(world, ada.email, PASSWORD))).toBe('INVALID_CREDENTIALS');
  });

  test('ends after 72 hours, and with a further request', async () => {
    await ask();
    const [old, fresh] = [await mailedToken(world, ada.email), await mailedToken(world, to)];
    const before = to;
    to = anEmail();
    await ask();
    for (const link of [old, fresh]) expect(await codeOf(confirm(link))).toBe('EMAIL_CHANGE_NOT_FOUND');
    const again = await mailedToken(world, to);
    world.clock.advance(72 * HOUR);
    expect(await codeOf(confirm(again))).toBe('EMAIL_CHANGE_NOT_FOUND');
    expect(before).not.toBe(to);
    expect(await emailOf(ada)).toBe(ada.email);
  });

  test('is withdrawn by a request for the present address', async () => {
    await ask();
    const link = await mailedToken(world, to);
    await ada.ask(world.app.users.changeEmail, { userId: ada.id, email: ada.email });
    expect((await storedUser(world, ada.id))?.emailChange).toBeUndefined();
    expect(await codeOf(confirm(link))).toBe('EMAIL_CHANGE_NOT_FOUND');
  });

  test('ends open links to the old address', async () => {
    await world.owner.ask(world.app.users.sendActivationLink, { userId: ada.id });
    const recovery = await mailedToken(world, ada.email);
    const other = await aPerson(world, 'domain_admin');
    await ask(await anOwner(), { waivesOld: true });
    await confirm(await mailedToken(world, to));
    const accept = { secret: recovery, name: 'Eve' as never, password: PASSWORD as never };
    expect(await codeOf(world.app.users.accept({ request: aRequest() }, accept))).toBe('INVITATION_REVOKED');
    expect(await codeOf(ask(other))).toBe('done');
  });

  test('gets the same answer for an address in use, whose user gets a notice and no link', async () => {
    const bob = await aNewcomer(world, PASSWORD);
    to = bob.email;
    const seen = await ask();
    expect(seen.user.emailChange?.to).toBe(bob.email);
    const [, notice] = await mailsTo(bob.email);
    expect(notice?.subject).toBe('Somebody asked for your address');
    expect(notice?.text.split('\n').some((line) => isBearerSecret('invitation', line))).toBe(false);
    expect(notice?.text).not.toContain(ada.email);
    expect(await confirm(await mailedToken(world, ada.email))).toEqual({ isChanged: false });
    expect(await emailOf(ada)).toBe(ada.email);
  });

  test('is noticed at an address in use at most 20 times a day, and uses up none of the notices of its account', async () => {
    const bob = await aNewcomer(world, PASSWORD);
    to = bob.email;
    // One person alone is already held back by the limit of their own notices.
    const others = [ada, await aNewcomer(world, PASSWORD), await aNewcomer(world, PASSWORD)];
    for (const by of others)
      for (let time = 0; time < 9; time++) {
        await ask(by, {}, by.id);
        await world.app.worker.runDue();
      }
    const notices = (await mailsTo(bob.email)).filter(({ subject }) => subject === 'Somebody asked for your address');
    // An invitation by another person was the first mail of the day.
    expect(notices).toHaveLength(19);
    expect((await storedUser(world, bob.id))?.notices).toBeUndefined();
  });

  test('is mailed to the former address when it is done', async () => {
    await ask();
    const links = [await mailedToken(world, ada.email), await mailedToken(world, to)];
    for (const link of links) await confirm(link);
    const notice = (await mailsTo(ada.email)).at(-1);
    expect(notice?.subject).toBe('The address of your account has changed');
    expect(notice?.text).toContain(to);
  });

  test('goes to one of two who ask for the same address', async () => {
    const bob = await aNewcomer(world, PASSWORD);
    const links = [];
    for (const by of [ada, bob]) {
      await ask(by, {}, by.id);
      await confirm(await mailedToken(world, by.email));
      links.push(await mailedToken(world, to));
    }
    const answers = await Promise.all(links.map((link) => codeOf(confirm(link))));
    expect(answers.toSorted()).toEqual(['EMAIL_CHANGE_NOT_FOUND', 'done']);
    const emails = [await emailOf(ada), await emailOf(bob)];
    expect(emails.filter((email) => email === to)).toHaveLength(1);
  });

  test('leaves no mail to any of the addresses after an erasure, but those of another user', async () => {
    const bob = await aNewcomer(world, PASSWORD);
    const [first, second] = [to, anEmail()];
    for (const email of [bob.email, first]) {
      to = email;
      await ask();
    }
    for (const link of [await mailedToken(world, ada.email), await mailedToken(world, to)]) await confirm(link);
    to = second;
    await ask();
    await mailedToken(world, second);
    await world.owner.ask(world.app.users.erase, { userId: ada.id });
    await world.app.worker.runDue();
    const left = world.ports.mailer.sent;
    expect(left.some((mail) => mail.to === bob.email)).toBe(true);
    for (const email of [ada.email, first, second]) expect(JSON.stringify(left)).not.toContain(email);
    expect(JSON.stringify(await storedUser(world, ada.id))).not.toContain(first);
  });

  test('is refused at the last link where the address got a user meanwhile', async () => {
    await ask();
    const [old, fresh] = [await mailedToken(world, ada.email), await mailedToken(world, to)];
    await world.owner.ask(world.app.users.invite, { email: to, role: 'member' });
    await confirm(old);
    expect(await codeOf(confirm(fresh))).toBe('EMAIL_CHANGE_NOT_FOUND');
    expect(await emailOf(ada)).toBe(ada.email);
  });

  test('ends with a deactivation', async () => {
    await ask();
    const link = await mailedToken(world, to);
    await world.owner.ask(world.app.users.deactivate, { userId: ada.id });
    expect((await storedUser(world, ada.id))?.emailChange).toBeUndefined();
    expect(await codeOf(confirm(link))).toBe('EMAIL_CHANGE_NOT_FOUND');
    expect(await codeOf(ask(world.owner))).toBe('USER_DEACTIVATED');
  });
});

describe('a request for another address', () => {
  test('requires a session of the last ten minutes for oneself', async () => {
    const token = await aPerson(world);
    expect(await codeOf(ask(token, {}, token.id))).toBe('SESSION_TOO_OLD');
    world.clock.advance(10 * MINUTE + 1000);
    expect(await codeOf(ask())).toBe('SESSION_TOO_OLD');
  });

  test('is for oneself, and for administrators whose role is not below', async () => {
    const [admin, officer] = [await aPerson(world, 'domain_admin'), await aPerson(world, 'security_officer')];
    expect(await codeOf(ask(await aPerson(world)))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(ask(officer))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(ask(admin, {}, world.owner.id))).toBe('INSUFFICIENT_ROLE');
    expect(await codeOf(ask(admin))).toBe('done');
  });

  test('is waived for the old address by an owner only, recorded, and that address hears of it', async () => {
    const [admin, owner] = [await aPerson(world, 'domain_admin'), await anOwner()];
    expect(await codeOf(ask(world.owner, { waivesOld: true }))).toBe('SESSION_TOO_OLD');
    for (const by of [ada, admin]) expect(await codeOf(ask(by, { waivesOld: true }))).toBe('INSUFFICIENT_ROLE');
    const recorded = await recordedBy(world, () => ask(owner, { waivesOld: true }));
    expect(recorded.map(({ type, data }) => [type, data])).toEqual([['user.email_change_requested', { waived: true }]]);
    const notice = (await mailsTo(ada.email)).at(-1);
    expect(notice?.subject).toBe('The address of your account is about to change');
    expect(notice?.text).toContain('needs no confirmation by this address');
    expect(notice?.text).not.toContain('link');
    expect(notice?.text.split('\n').some((line) => isBearerSecret('invitation', line))).toBe(false);
    expect(await confirm(await mailedToken(world, to))).toEqual({ isChanged: true });
  });

  test.each(['deactivate', 'changeRole'] as const)('loses its waiver with the role of the owner: %s', async (end) => {
    const owner = await anOwner();
    await ask(owner, { waivesOld: true });
    const link = await mailedToken(world, to);
    await world.owner.ask(world.app.users[end], { userId: owner.id, role: 'member' } as never);
    expect(await codeOf(confirm(link))).toBe('EMAIL_CHANGE_NOT_FOUND');
    expect(await emailOf(ada)).toBe(ada.email);
  });

  test('is for people who were active', async () => {
    const { user } = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
    expect(await codeOf(ask(world.owner, {}, user.id))).toBe('VALIDATION_ERROR');
    await world.owner.ask(world.app.users.erase, { userId: ada.id });
    expect(await codeOf(ask(world.owner))).toBe('USER_ERASED');
  });
});
