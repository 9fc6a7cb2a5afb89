import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '../support/caller.ts';
import { aDirectory, anAddress, filtered, GROUP, idsBy, operations, provisioned, USER } from '../support/directory.ts';
import { aFile, aRoom, mailedSecret } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

let world: World;
let entra: Caller;
beforeAll(async () => {
  world = await startService();
  entra = await aDirectory(world);
});
afterAll(() => world.stop());

/** A user as Entra ID creates them with its default mapping. */
const created = (userName: string, more: object = {}) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `entra-${userName}`,
  userName,
  active: true,
  displayName: 'Ada Lovelace',
  emails: [{ primary: true, type: 'work', value: userName }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
  title: 'Countess',
  phoneNumbers: [{ type: 'work', value: '+44 1' }],
  [ENTERPRISE]: { department: 'Analysis', employeeNumber: '1' },
  ...more,
});

/** A user of the directory who accepted their invitation, with a token of their own. */
async function accepted() {
  const user = await provisioned(entra, { displayName: 'Ada Lovelace' });
  const answer = await world.visitor.post('/invitations/accept', {
    token: await mailedSecret(world, user.userName),
    name: 'Ada',
  });
  const session = world.visitor.as(answer.body.data.session.token);
  const caller = world.visitor.as((await session.post('/tokens', { name: 'mine' })).body.data.token);
  return { id: user.id as string, email: user.userName as string, session, caller };
}

describe('users of Entra ID', () => {
  test('are not found before they are created, and found afterwards in any letter case', async () => {
    const userName = anAddress();
    const none = await filtered(entra, '/Users', `userName eq "${userName}"`);
    expect([none.status, none.body]).toEqual([
      200,
      {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
        totalResults: 0,
        startIndex: 1,
        itemsPerPage: 0,
        Resources: [],
      },
    ]);
    const answer = await entra.post('/Users', created(userName), {
      'Content-Type': 'application/scim+json; charset=utf-8',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/scim+json');
    expect(answer.headers.get('location')).toBe(`${world.url}/scim/v2/Users/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      schemas: [USER],
      externalId: `entra-${userName}`,
      userName,
      displayName: 'Ada Lovelace',
      active: true,
      emails: [{ value: userName, type: 'work' }],
    });
    for (const filter of [
      `userName eq "${userName.toUpperCase()}"`,
      `externalId eq "entra-${userName}"`,
      `emails[type eq "work" and value eq "${userName}"]`,
    ])
      expect(await idsBy(entra, '/Users', filter)).toEqual([answer.body.id]);
    expect(await idsBy(entra, '/Users', `externalId eq "ENTRA-${userName}"`)).toEqual([]);
  });

  test('are members with the clearance of members, who are invited by mail', async () => {
    const { id, email } = await accepted();
    const user = (await world.owner.get(`/users/${id}`)).body.data;
    const other = (await world.owner.post('/users/invite', { email: anAddress(), role: 'member' })).body.data;
    expect(user).toMatchObject({ role: 'member', status: 'active', email, external: false });
    expect(user.effective_clearance).toBe(other.effective_clearance);
  });

  test('are created once: a second time is a conflict', async () => {
    const user = await provisioned(entra);
    const again = await entra.post('/Users', created(user.userName));
    expect([again.status, again.body]).toMatchObject([
      409,
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '409', scimType: 'uniqueness' },
    ]);
  });

  test('keep apart: the name or the address of another user is a conflict', async () => {
    const [ada, bob] = [await provisioned(entra, { emails: [{ value: anAddress() }] }), await provisioned(entra)];
    for (const [id, path, value] of [
      [bob.id, 'userName', ada.userName.toUpperCase()],
      [ada.id, 'userName', bob.userName],
      [bob.id, 'emails', [{ value: ada.emails[0].value }]],
    ]) {
      const answer = await entra.patch(`/Users/${id}`, operations({ op: 'Replace', path, value }));
      expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness']);
    }
    const taken = await entra.post('/Users', created(ada.userName, { emails: [{ value: anAddress() }] }));
    expect(taken.status).toBe(409);
    expect((await entra.get(`/Users/${bob.id}`)).body).toMatchObject({ userName: bob.userName, emails: bob.emails });
  });

  test('are changed by operations with a capital, with texts for booleans and without paths', async () => {
    const { id } = await provisioned(entra);
    const patched = await entra.patch(
      `/Users/${id}`,
      operations(
        { op: 'Replace', path: 'displayName', value: 'Ada King' },
        { op: 'Add', path: 'externalId', value: 'new-id' },
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Engines' },
        { op: 'Replace', path: 'phoneNumbers[type eq "work"].value', value: '+44 2' },
        { op: 'Replace', path: 'active', value: 'True' },
      ),
    );
    expect([patched.status, patched.body]).toMatchObject([
      200,
      { displayName: 'Ada King', externalId: 'new-id', active: true },
    ]);
    const whole = await entra.patch(
      `/Users/${id}`,
      operations({
        op: 'replace',
        value: { displayName: 'Ada', [`${USER}:externalId`]: 'third', 'name.givenName': 'A' },
      }),
    );
    expect(whole.body).toMatchObject({ displayName: 'Ada', externalId: 'third' });
    expect(
      (await entra.patch(`/Users/${id}`, operations({ op: 'Remove', path: 'externalId' }))).body.externalId,
    ).toBeUndefined();
  });

  test('lose every session, token, link and membership in the request that deactivates them', async () => {
    const { id, caller, session } = await accepted();
    const room = await aRoom(caller, 'C1');
    const group = (await entra.post('/Groups', { schemas: [GROUP], displayName: 'Analysts', members: [{ value: id }] }))
      .body;
    const file = await aFile(caller, room);
    const { token: link } = (await caller.post(`/files/${file}/share`, { expires_in: 3600 })).body.data;
    const peek = () => world.visitor.get(`/shares/by-token/${link}`);
    expect((await peek()).status).toBe(200);
    for (const by of [caller, session]) expect((await by.get(`/rooms/${room}`)).status).toBe(200);
    const answer = await entra.patch(`/Users/${id}`, operations({ op: 'Replace', path: 'active', value: 'False' }));
    expect([answer.status, answer.body.active]).toEqual([200, false]);
    expect((await peek()).body.error.code).toBe('SHARE_REVOKED');
    for (const by of [caller, session]) expect((await by.get('/me')).status).toBe(401);
    expect((await world.owner.get(`/rooms/${room}/members`)).body.data).toEqual([]);
    expect((await entra.get(`/Groups/${group.id}`)).body.members).toEqual([]);
    expect((await world.owner.get(`/users/${id}`)).body.data.status).toBe('deactivated');
  });

  test('come back without what they lost', async () => {
    const { id, caller } = await accepted();
    await entra.patch(`/Users/${id}`, operations({ op: 'Replace', path: 'active', value: 'False' }));
    const back = await entra.patch(`/Users/${id}`, operations({ op: 'Replace', path: 'active', value: 'True' }));
    expect([back.status, back.body.active]).toEqual([200, true]);
    expect((await caller.get('/me')).status).toBe(401);
  });

  test('keep their address once they were active, and are deactivated although it changes', async () => {
    const { id, email } = await accepted();
    const moved = { op: 'Replace', path: 'emails[type eq "work"].value', value: anAddress() };
    const refused = await entra.patch(`/Users/${id}`, operations(moved));
    expect([refused.status, refused.body.scimType]).toEqual([400, 'mutability']);
    const renamed = await entra.patch(
      `/Users/${id}`,
      operations({ op: 'Replace', path: 'userName', value: 'ada@elsewhere.example' }),
    );
    expect(renamed.body).toMatchObject({ userName: 'ada@elsewhere.example', emails: [{ value: email }] });
    const ended = await entra.patch(`/Users/${id}`, operations(moved, { op: 'Replace', path: 'active', value: false }));
    expect([ended.status, ended.body.active, ended.body.emails[0].value]).toEqual([200, false, email]);
  });

  test('are found by their old name after they changed their address, and take the old address for no change', async () => {
    const { id, email, session } = await accepted();
    const [to, accepting] = [anAddress(), await mailedSecret(world, email)];
    await session.patch(`/users/${id}`, { email: to });
    const fresh = await mailedSecret(world, to);
    let old = accepting;
    while (old === accepting) old = await mailedSecret(world, email);
    for (const token of [old, fresh])
      expect((await world.visitor.post('/email-changes/confirm', { token })).status).toBe(200);
    expect(await idsBy(entra, '/Users', `userName eq "${email}"`)).toEqual([id]);
    const whole = created(email, { displayName: 'Ada King', externalId: 'moved' });
    const replaced = await entra.put(`/Users/${id}`, whole);
    expect([replaced.status, replaced.body]).toMatchObject([
      200,
      { userName: email, displayName: 'Ada King', emails: [{ value: to }] },
    ]);
    expect((await world.owner.get(`/users/${id}`)).body.data.email).toBe(to);
    const elsewhere = created(email, { emails: [{ primary: true, type: 'work', value: anAddress() }] });
    expect((await entra.put(`/Users/${id}`, elsewhere)).body.scimType).toBe('mutability');
    const ended = await entra.put(`/Users/${id}`, { ...whole, active: false });
    expect([ended.status, (await session.get('/me')).status]).toEqual([200, 401]);
  });

  test('get their invitation at another address while they were never active', async () => {
    const { id, userName } = await provisioned(entra);
    const old = await mailedSecret(world, userName);
    const other = anAddress();
    await entra.patch(
      `/Users/${id}`,
      operations({ op: 'Replace', path: 'emails[type eq "work"].value', value: other }),
    );
    expect((await world.visitor.post('/invitations/accept', { token: old, name: 'Eve' })).body.error.code).toBe(
      'INVITATION_REVOKED',
    );
    const token = await mailedSecret(world, other);
    expect((await world.visitor.post('/invitations/accept', { token, name: 'Ada' })).status).toBe(200);
  });

  test('are gone for the directory once it deleted them, and stay in the record as deactivated ones', async () => {
    const { id, email } = await accepted();
    expect((await entra.delete(`/Users/${id}`)).status).toBe(204);
    expect((await entra.get(`/Users/${id}`)).status).toBe(404);
    expect(await idsBy(entra, '/Users', `userName eq "${email}"`)).toEqual([]);
    expect(await idsBy(entra, '/Users', 'active eq false')).not.toContain(id);
    expect((await entra.delete(`/Users/${id}`)).status).toBe(404);
    expect((await world.owner.get(`/users/${id}`)).body.data).toMatchObject({ status: 'deactivated', email });
    const again = await entra.post('/Users', created(email));
    expect([again.status, again.body]).toMatchObject([201, { id, active: true, displayName: 'Ada Lovelace' }]);
  });

  test('are removed for good if they never accepted', async () => {
    const { id } = await provisioned(entra);
    expect((await entra.delete(`/Users/${id}`)).status).toBe(204);
    expect((await world.owner.get(`/users/${id}`)).status).toBe(404);
  });

  test('are gone for the directory once they are erased', async () => {
    const { id, email } = await accepted();
    await world.owner.post(`/users/${id}/erase`);
    expect((await entra.get(`/Users/${id}`)).status).toBe(404);
    expect(
      (await entra.patch(`/Users/${id}`, operations({ op: 'Replace', path: 'active', value: 'True' }))).status,
    ).toBe(404);
    expect((await entra.get('/Users')).text).not.toContain(id);
    expect((await entra.post('/Users', created(email))).body.id).not.toBe(id);
  });
});

describe('groups of Entra ID', () => {
  const aGroup = async (...members: readonly string[]) =>
    (
      await entra.post('/Groups', {
        schemas: [GROUP],
        externalId: 'g',
        displayName: `Group ${anAddress()}`,
        members: members.map((value) => ({ value })),
      })
    ).body;

  test('are org units below the root, found by their name', async () => {
    const group = await aGroup();
    expect(await idsBy(entra, '/Groups', `displayName eq "${group.displayName.toUpperCase()}"`)).toEqual([group.id]);
    const unit = (await world.owner.get(`/org-units/${group.id}`)).body.data;
    expect(unit).toMatchObject({ name: group.displayName, parent_id: expect.any(String) });
    expect((await entra.get(`/Groups/${unit.parent_id}`)).status).toBe(404);
    expect((await entra.get('/Groups')).text).not.toContain(unit.parent_id);
  });

  test('get and lose members by their operations', async () => {
    const [ada, bob, cleo] = [await provisioned(entra), await provisioned(entra), await provisioned(entra)];
    const { id } = await aGroup(ada.id);
    const members = async (): Promise<readonly string[]> =>
      (await entra.get(`/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value);
    const patch = (...all: readonly object[]) => entra.patch(`/Groups/${id}`, operations(...all));
    await patch({
      op: 'Add',
      path: 'members',
      value: [
        { $ref: null, value: bob.id },
        { $ref: null, value: cleo.id },
      ],
    });
    expect(new Set(await members())).toEqual(new Set([ada.id, bob.id, cleo.id]));
    await patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: bob.id }] });
    await patch({ op: 'Remove', path: `members[value eq "${cleo.id}"]` });
    expect(await members()).toEqual([ada.id]);
    await patch({ op: 'Replace', path: 'members', value: [{ value: bob.id }] });
    expect(await members()).toEqual([bob.id]);
    expect((await world.owner.get(`/org-units/${id}`)).body.data.member_count).toBe(1);
    const without = await entra.get(`/Groups/${id}?excludedAttributes=members`);
    expect(without.body.members).toBeUndefined();
    expect(await idsBy(entra, '/Groups', `id eq "${id}" and members eq "${bob.id}"`)).toEqual([id]);
    expect(await idsBy(entra, '/Groups', `id eq "${id}" and members[value eq "${ada.id}"]`)).toEqual([]);
  });

  test('refuse an unknown member, and change nothing then', async () => {
    const [ada, group] = [await provisioned(entra), await aGroup()];
    for (const value of [group.id, '9f8e7d6c-5b4a-4c3d-8e2f-1a0b9c8d7e6f', 'x']) {
      const add = { op: 'Add', path: 'members', value: [{ value: ada.id }, { value }] };
      const answer = await entra.patch(
        `/Groups/${group.id}`,
        operations({ op: 'Replace', path: 'displayName', value: 'Z' }, add),
      );
      expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue']);
    }
    expect((await entra.get(`/Groups/${group.id}`)).body).toMatchObject({
      displayName: group.displayName,
      members: [],
    });
  });

  test('are deleted with their memberships, but not with rooms in them', async () => {
    const [ada, empty, full] = [await provisioned(entra), await aGroup(), await aGroup()];
    await entra.patch(`/Groups/${empty.id}`, operations({ op: 'Add', path: 'members', value: [{ value: ada.id }] }));
    await world.owner.post('/rooms', { name: 'Engines', classification: 'C1', org_unit_id: full.id });
    expect((await entra.delete(`/Groups/${empty.id}`)).status).toBe(204);
    expect((await entra.get(`/Groups/${empty.id}`)).status).toBe(404);
    const refused = await entra.delete(`/Groups/${full.id}`);
    expect([refused.status, refused.body.status]).toEqual([409, '409']);
  });
});
