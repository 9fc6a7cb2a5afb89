import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Caller } from '../support/caller.ts';
import { aDirectory, anAddress, filtered, GROUP, operations, provisioned, USER } from '../support/directory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
let okta: Caller;
beforeAll(async () => {
  world = await startService();
  okta = await aDirectory(world);
});
afterAll(() => world.stop());

/** A user as Okta sends them, whole, also to change one value. */
const whole = (userName: string, more: object = {}) => ({
  schemas: [USER],
  userName,
  name: { givenName: 'Grace', familyName: 'Hopper' },
  emails: [{ primary: true, value: userName, type: 'work', display: userName }],
  displayName: 'Grace Hopper',
  locale: 'en-US',
  externalId: '00u1a2b3c4',
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
});

test('Okta finds a user by name before it creates them, and by pages when it imports', async () => {
  const userName = anAddress();
  expect((await filtered(okta, '/Users', `userName eq "${userName}"`)).body.totalResults).toBe(0);
  const { body } = await okta.post('/Users', whole(userName));
  expect(body).toMatchObject({ userName, displayName: 'Grace Hopper', externalId: '00u1a2b3c4' });
  for (let one = 0; one < 5; one++) await provisioned(okta);
  const seen: string[] = [];
  for (let startIndex = 1, total = 1; seen.length < total; startIndex += 4) {
    const page = (await okta.get(`/Users?startIndex=${startIndex}&count=4`)).body;
    expect(page).toMatchObject({ startIndex, itemsPerPage: page.Resources.length });
    total = page.totalResults;
    seen.push(...page.Resources.map(({ id }: { id: string }) => id));
  }
  expect(seen).toContain(body.id);
  expect(new Set(seen).size).toBe(seen.length);
  expect((await okta.get('/Users?count=0')).body).toMatchObject({ totalResults: seen.length, Resources: [] });
});

test('Okta reads the parts of a name back as it sent them, and a user without them has none', async () => {
  const userName = anAddress();
  const { body } = await okta.post('/Users', whole(userName));
  const name = async () => (await okta.get(`/Users/${body.id}`)).body.name;
  expect(body.name).toEqual({ givenName: 'Grace', familyName: 'Hopper' });
  const patch = (...all: readonly object[]) => okta.patch(`/Users/${body.id}`, operations(...all));
  await patch({ op: 'replace', path: 'name.familyName', value: 'Murray' });
  await patch({ op: 'replace', value: { name: { givenName: 'Grace Brewster' } } });
  expect(await name()).toEqual({ givenName: 'Grace Brewster', familyName: 'Murray' });
  await patch({ op: 'remove', path: 'name.givenName' });
  expect(await name()).toEqual({ familyName: 'Murray' });
  const { name: _, ...rest } = whole(userName);
  await okta.put(`/Users/${body.id}`, rest);
  expect(await name()).toBeUndefined();
});

test('Okta deactivates by a PUT of the complete user, and by a PATCH without a path', async () => {
  const { id, userName } = await provisioned(okta);
  const put = await okta.put(`/Users/${id}`, whole(userName, { id, active: false }));
  expect([put.status, put.body.active]).toEqual([200, false]);
  expect((await world.owner.get(`/users/${id}`)).body.data.status).toBe('deactivated');
  const back = await okta.patch(`/Users/${id}`, operations({ op: 'replace', value: { active: true } }));
  expect([back.status, back.body.active]).toEqual([200, true]);
  const again = await okta.patch(`/Users/${id}`, operations({ op: 'replace', value: { active: false } }));
  expect(again.body.active).toBe(false);
});

test('Okta replaces a user, without activating one whose state it does not send', async () => {
  const { id, userName } = await provisioned(okta, { externalId: 'one' });
  await okta.patch(`/Users/${id}`, operations({ op: 'replace', value: { active: false } }));
  const { active: _, externalId: __, ...rest } = whole(userName, { displayName: 'Grace M. Hopper' });
  const put = await okta.put(`/Users/${id}`, rest);
  expect(put.body).toMatchObject({ displayName: 'Grace M. Hopper', active: false });
  expect(put.body.externalId).toBeUndefined();
});

test('the service takes the display name from the parts of the name where there is none', async () => {
  const { displayName: _, ...rest } = whole(anAddress());
  expect((await okta.post('/Users', rest)).body).toMatchObject({
    displayName: 'Grace Hopper',
    name: { givenName: 'Grace', familyName: 'Hopper' },
  });
});

test('Okta pushes a group: creates, renames and replaces it, and changes its members', async () => {
  const [one, other] = [await provisioned(okta), await provisioned(okta)];
  const member = ({ id, userName }: { id: string; userName: string }) => ({ value: id, display: userName });
  const { body: group } = await okta.post('/Groups', {
    schemas: [GROUP],
    displayName: 'Compilers',
    members: [member(one)],
  });
  await okta.patch(
    `/Groups/${group.id}`,
    operations({ op: 'replace', value: { id: group.id, displayName: 'Compiler team' } }),
  );
  const patched = await okta.patch(
    `/Groups/${group.id}`,
    operations(
      { op: 'remove', path: `members[value eq "${one.id}"]` },
      { op: 'add', path: 'members', value: [member(other)] },
    ),
  );
  expect(patched.body).toMatchObject({ displayName: 'Compiler team', members: [{ value: other.id, type: 'User' }] });
  const put = await okta.put(`/Groups/${group.id}`, {
    schemas: [GROUP],
    displayName: 'Compilers',
    members: [member(one)],
  });
  expect(put.body).toMatchObject({ displayName: 'Compilers', members: [{ value: one.id }] });
  expect(put.body.members).toHaveLength(1);
});
