import { beforeAll, describe, expect, test } from '@jest/globals';
import { ORG_ROLES } from '@strongroom/domain';
import { recordedBy } from '../world/events.ts';
import { anEmail, aPerson, limitedTo } from '../world/mothers.ts';
import type { Person } from '../world/person.ts';
import { codeOf, refusal } from '../world/refusals.ts';
import { openWorld, type World } from '../world/world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await openWorld();
  ada = await aPerson(world, 'member', { clearance: 'C1' });
});

describe('the users of the organisation', () => {
  test('are listed to every role, whatever their status', async () => {
    const invited = await world.owner.ask(world.app.users.invite, { email: anEmail(), role: 'member' });
    const gone = await aPerson(world);
    await world.owner.ask(world.app.users.deactivate, { userId: gone.id });
    for (const role of ORG_ROLES) {
      const { items, meta } = await (await aPerson(world, role)).ask(world.app.users.list, { perPage: 100 });
      const ids = items.map((seen) => seen.user.id);
      expect(ids).toEqual(expect.arrayContaining([invited.user.id, gone.id, ada.id, world.owner.id]));
      expect(meta.total).toBe(ids.length);
    }
  });

  test('are found by address, in any case, and only the one', async () => {
    const found = await ada.ask(world.app.users.list, { email: ada.email.toUpperCase() });
    expect(found).toMatchObject({ items: [{ user: { id: ada.id }, effectiveClearance: 'C1' }], meta: { total: 1 } });
    expect(await ada.ask(world.app.users.list, { email: anEmail() })).toMatchObject({ items: [], meta: { total: 0 } });
  });

  test('a cursor of the whole list does not fit a search', async () => {
    const { meta } = await ada.ask(world.app.users.list, { perPage: 1 });
    const cursor = String(meta.nextCursor);
    expect(await codeOf(ada.ask(world.app.users.list, { cursor }))).toBe('done');
    expect(await codeOf(ada.ask(world.app.users.list, { cursor, email: ada.email }))).toBe('INVALID_CURSOR');
  });

  test('are each seen by every role', async () => {
    expect(await ada.ask(world.app.users.get, { userId: world.owner.id })).toMatchObject({
      user: { role: 'owner' },
      effectiveClearance: 'C4',
    });
    expect(await recordedBy(world, () => ada.ask(world.app.users.get, { userId: ada.id }))).toEqual([]);
  });

  test('are not found under an id that names none', async () => {
    expect(await refusal(world, () => ada.ask(world.app.users.get, { userId: crypto.randomUUID() }))).toEqual([
      'USER_NOT_FOUND',
      'user-exists',
    ]);
  });

  test('need the scope read:users', async () => {
    const limited = await limitedTo(world, ada, 'write:users');
    const asked = [
      () => limited.ask(world.app.users.list, {}),
      () => limited.ask(world.app.users.get, { userId: ada.id }),
    ];
    for (const each of asked) expect(await refusal(world, each)).toEqual(['INSUFFICIENT_SCOPE', 'scope:read:users']);
  });
});

describe('oneself', () => {
  test('sees the scopes of the credential', async () => {
    const limited = await limitedTo(world, ada, 'read:rooms', 'read:files');
    const me = await limited.ask(world.app.users.me);
    expect(me).toMatchObject({ user: { id: ada.id }, effectiveClearance: 'C1', scopes: ['read:rooms', 'read:files'] });
    expect((await limited.enter()).credential.id).toBe(me.tokenId);
  });

  test('needs no scope, for that and for the labels', async () => {
    const limited = await limitedTo(world, ada, 'read:audit');
    expect(await codeOf(limited.ask(world.app.users.me))).toBe('done');
    expect((await limited.ask(world.app.classifications.list, {})).items).toEqual([
      { label: 'C1', rank: 1, name: 'public' },
      { label: 'C2', rank: 2, name: 'internal' },
      { label: 'C3', rank: 3, name: 'confidential' },
      { label: 'C4', rank: 4, name: 'secret' },
    ]);
  });
});
