import { beforeAll, describe, expect, test } from '@jest/globals';
import { MINUTE, type OrgRole } from '@strongroom/domain';
import { Unavailable } from '@strongroom/ports';
import type { LinkedPerson } from '../../src/index.ts';
import { recordedBy } from '../world/events.ts';
import { anEmail, aPerson, mailedToken } from '../world/mothers.ts';
import { aRequest, Person } from '../world/person.ts';
import { codeOf, tally } from '../world/refusals.ts';
import { storedUser } from '../world/stored.ts';
import { openWorld, type World } from '../world/world.ts';

/** Links that a key service signed, by their text. */
const SIGNED = new Map<string, LinkedPerson>();
let world: World;

beforeAll(async () => {
  world = await openWorld({
    configuration: {
      keyService: {
        url: 'https://keys.example',
        issuer: () => 'https://rooms.example',
        hint: async () => null,
        proof: () => 'device',
        linked: async (link) => {
          if (link === 'down') throw new Unavailable('keys');
          return SIGNED.get(link);
        },
      },
    },
  });
});

/** A user with a session that began just now. */
async function signedIn(role: OrgRole = 'member'): Promise<Person> {
  const email = anEmail();
  const { user } = await world.owner.ask(world.app.users.invite, { email, role });
  const secret = await mailedToken(world, email);
  const accepted = await world.app.users.accept({ request: aRequest() }, { secret, name: 'Sesame' as never });
  return new Person(world.app, { id: user.id, email, secret: accepted.secret });
}

function signed(user: string, id: string = crypto.randomUUID()): string {
  const link = crypto.randomUUID();
  SIGNED.set(link, { user, person: { iss: 'https://keys.example', id } });
  return link;
}

const link = (by: Person, text: string, previous?: string) =>
  by.ask(world.app.users.linkKeyPerson, { link: text, ...(previous !== undefined && { previousLink: previous }) });

describe('linking a user to a person of the key service', () => {
  test('is recorded, mailed, and shown to the user', async () => {
    const ada = await signedIn();
    const id = crypto.randomUUID();
    const events = await recordedBy(world, () => link(ada, signed(ada.id, id)));
    expect(events).toMatchObject([
      { type: 'user.key_person_linked', target: { id: ada.id }, actor: { id: ada.id }, data: { replaced: false } },
    ]);
    expect((await ada.ask(world.app.users.me)).user.keyPerson).toEqual({ iss: 'https://keys.example', id });
    await world.app.worker.runDue();
    expect(world.ports.mailer.sent.findLast(({ to }) => to === ada.email)?.subject).toBe('Your keys were linked');
  });

  test('again with the same person changes nothing', async () => {
    const ada = await signedIn();
    const id = crypto.randomUUID();
    await link(ada, signed(ada.id, id));
    expect(await recordedBy(world, () => link(ada, signed(ada.id, id)))).toEqual([]);
  });

  test('does not replace a person for a caller with the password of the user', async () => {
    const ada = await signedIn();
    const id = crypto.randomUUID();
    await link(ada, signed(ada.id, id));
    const events = await recordedBy(world, async () => {
      expect(await codeOf(link(ada, signed(ada.id, 'of a thief')))).toBe('KEY_PERSON_LINKED');
    });
    expect(events.map(({ type }) => type)).toEqual(['access.denied']);
    expect((await storedUser(world, ada.id))?.keyPerson?.id).toBe(id);
  });

  test('replaces a person who agrees with a link of their own, and no other link counts', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()];
    const [old, fresh] = [crypto.randomUUID(), crypto.randomUUID()];
    await link(ada, signed(ada.id, old));
    for (const text of ['unsigned', signed(bob.id, old), signed(ada.id), signed(ada.id, fresh)])
      expect(await codeOf(link(ada, signed(ada.id, fresh), text))).toBe('KEY_PERSON_LINKED');
    const both = () => link(ada, signed(ada.id, fresh), signed(ada.id, old));
    expect(await recordedBy(world, both)).toMatchObject([{ data: { replaced: true } }]);
    expect((await storedUser(world, ada.id))?.keyPerson?.id).toBe(fresh);
  });

  test('gives a user to one of two persons who ask at the same time', async () => {
    const ada = await signedIn();
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const codes = await tally(ids.map((id) => link(ada, signed(ada.id, id))));
    expect(codes).toEqual({ done: 1, KEY_PERSON_LINKED: 1 });
  });

  test('is refused for a link of another user, an unsigned one, and a person of another user', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()];
    const id = crypto.randomUUID();
    await link(bob, signed(bob.id, id));
    for (const text of ['unsigned', signed(bob.id), signed(ada.id, id)])
      expect(await codeOf(link(ada, text))).toBe('LINK_INVALID');
    expect((await storedUser(world, ada.id))?.keyPerson).toBeUndefined();
    await expect(link(ada, 'down')).rejects.toMatchObject({ name: 'Unavailable' });
  });

  test('gives a person to one of two users who ask at the same time', async () => {
    const both = [await signedIn(), await signedIn()];
    const id = crypto.randomUUID();
    const done = await Promise.allSettled(both.map((user) => link(user, signed(user.id, id))));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('requires a session of the last ten minutes, and accepts no API token', async () => {
    const [ada, token] = [await signedIn(), await aPerson(world)];
    expect(await codeOf(link(token, signed(token.id)))).toBe('INSUFFICIENT_SCOPE');
    world.clock.advance(10 * MINUTE + 1);
    expect(await codeOf(link(ada, signed(ada.id)))).toBe('SESSION_TOO_OLD');
  });
});

describe('unlinking', () => {
  test('frees the person for another user, and is recorded once', async () => {
    const [ada, bob] = [await signedIn(), await signedIn()];
    const officer = await aPerson(world, 'security_officer');
    const id = crypto.randomUUID();
    await link(ada, signed(ada.id, id));
    const unlink = () => officer.ask(world.app.users.unlinkKeyPerson, { userId: ada.id });
    expect(await recordedBy(world, unlink)).toMatchObject([
      { type: 'user.key_person_unlinked', target: { id: ada.id } },
    ]);
    expect(await recordedBy(world, unlink)).toEqual([]);
    await link(bob, signed(bob.id, id));
    expect((await storedUser(world, bob.id))?.keyPerson?.id).toBe(id);
  });

  test('lets the user be linked to another person', async () => {
    const ada = await signedIn();
    await link(ada, signed(ada.id));
    await world.owner.ask(world.app.users.unlinkKeyPerson, { userId: ada.id });
    await link(ada, signed(ada.id, 'new'));
    expect((await storedUser(world, ada.id))?.keyPerson?.id).toBe('new');
  });

  test.each(['owner', 'security_officer'] as const)('needs a second person: no %s unlinks themself', async (role) => {
    const ada = await signedIn(role);
    await link(ada, signed(ada.id));
    expect(await codeOf(ada.ask(world.app.users.unlinkKeyPerson, { userId: ada.id }))).toBe('INSUFFICIENT_ROLE');
  });
});
