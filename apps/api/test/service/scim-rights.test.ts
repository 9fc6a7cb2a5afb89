import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Caller } from '../support/caller.ts';
import { aDirectory, anAddress, GROUP, operations, provisioned, USER } from '../support/directory.ts';
import { aPerson, mailedSecret } from '../support/people-in-memory.ts';
import { startService, type World } from '../support/service-in-memory.ts';

let world: World;
let directory: Caller;
beforeAll(async () => {
  world = await startService();
  directory = await aDirectory(world);
});
afterAll(() => world.stop());

const DEACTIVATE = operations({ op: 'replace', path: 'active', value: false });

describe('a token of the scope scim', () => {
  test('opens nothing else', async () => {
    const { body } = await world.owner.post('/tokens', { name: 'directory', scopes: ['scim'] });
    const by = world.visitor.as(body.data.token);
    for (const path of ['/users', '/org-units', '/rooms', '/audit-events', '/tokens'])
      expect((await by.get(path)).body.error.code).toBe('INSUFFICIENT_SCOPE');
    expect((await by.post('/users/invite', { email: anAddress(), role: 'owner' })).status).toBe(403);
    expect((await by.post('/tokens', { name: 'more' })).status).toBe(403);
  });

  test('is needed: tokens with other scopes are refused and recorded', async () => {
    const { body } = await world.owner.post('/tokens', { name: 'other', scopes: ['write:users', 'read:users'] });
    const answer = await new Caller(`${world.url}/scim/v2`, body.data.token).get('/Users');
    expect([answer.status, answer.body]).toMatchObject([403, { status: '403', detail: expect.any(String) }]);
    const [event] = (await world.owner.get('/audit-events?type=access.denied')).body.data;
    expect(event.rule).toBe('scope:scim');
  });

  test.each(['member', 'auditor', 'department_admin', 'security_officer'] as const)(
    'opens nothing for a %s',
    async (role) => {
      const by = await aDirectory(world, (await aPerson(world, role)).session);
      for (const ask of [
        by.get('/Users'),
        by.post('/Users', { schemas: [USER], userName: anAddress() }),
        by.get('/Groups'),
      ])
        expect((await ask).status).toBe(403);
    },
  );

  test('never makes owners, and gives no role and no clearance', async () => {
    const user = await provisioned(directory, {
      roles: [{ value: 'owner', primary: true }],
      entitlements: [{ value: 'C4' }],
      role: 'owner',
      clearance: 'C4',
    });
    await directory.patch(`/Users/${user.id}`, operations({ op: 'add', path: 'roles', value: [{ value: 'owner' }] }));
    expect((await world.owner.get(`/users/${user.id}`)).body.data).toMatchObject({
      role: 'member',
      clearance_level: '',
    });
  });

  test('does not touch owners if its maker is a domain admin', async () => {
    const admin = await aPerson(world, 'domain_admin');
    const owner = await aPerson(world, 'owner');
    const by = await aDirectory(world, admin.session);
    expect((await by.get(`/Users/${owner.id}`)).status).toBe(200);
    for (const ask of [
      by.patch(`/Users/${owner.id}`, DEACTIVATE),
      by.patch(`/Users/${owner.id}`, operations({ op: 'replace', path: 'displayName', value: 'Eve' })),
      by.delete(`/Users/${owner.id}`),
    ])
      expect((await ask).status).toBe(403);
    expect((await world.owner.get(`/users/${owner.id}`)).body.data.status).toBe('active');
  });

  test('leads no invitation to a role that its maker cannot grant to another address', async () => {
    const by = await aDirectory(world, (await aPerson(world, 'domain_admin')).session);
    const email = anAddress();
    const { id } = (await world.owner.post('/users/invite', { email, role: 'domain_admin' })).body.data;
    const move = { op: 'replace', path: 'emails', value: [{ value: anAddress(), type: 'work' }] };
    expect((await by.patch(`/Users/${id}`, operations(move))).status).toBe(403);
    const token = await mailedSecret(world, email);
    expect((await world.visitor.post('/invitations/accept', { token, name: 'Ada' })).status).toBe(200);
  });

  test('does not deactivate the user who made it', async () => {
    const admin = await aPerson(world, 'domain_admin');
    const answer = await (await aDirectory(world, admin.session)).patch(`/Users/${admin.id}`, DEACTIVATE);
    expect(answer.status).toBe(409);
    expect((await admin.session.get('/me')).status).toBe(200);
  });

  test('ends when its maker is deactivated, or is an administrator no more', async () => {
    const [left, demoted] = [await aPerson(world, 'domain_admin'), await aPerson(world, 'domain_admin')];
    const [one, other] = [await aDirectory(world, left.session), await aDirectory(world, demoted.session)];
    for (const by of [one, other]) expect((await by.get('/Users')).status).toBe(200);
    await world.owner.post(`/users/${left.id}/deactivate`);
    await world.owner.patch(`/users/${demoted.id}/role`, { role: 'member' });
    const refused = await one.get('/Users');
    expect([refused.status, refused.body.schemas]).toEqual([401, ['urn:ietf:params:scim:api:messages:2.0:Error']]);
    expect((await other.get('/Users')).status).toBe(403);
  });
});

describe('every change of a directory', () => {
  test('is recorded, by the user of the token', async () => {
    const me = (await world.owner.get('/me')).body.data.id;
    const user = await provisioned(directory, { displayName: 'Ada' });
    const { body: group } = await directory.post('/Groups', {
      schemas: [GROUP],
      displayName: 'G',
      members: [{ value: user.id }],
    });
    const rename = { op: 'replace', value: { displayName: 'Ada King', externalId: '1' } };
    await directory.patch(`/Users/${user.id}`, operations(rename));
    await directory.patch(`/Users/${user.id}`, operations(rename));
    await directory.patch(`/Groups/${group.id}`, operations({ op: 'replace', value: { externalId: '2' } }));
    await directory.patch(`/Users/${user.id}`, DEACTIVATE);
    await directory.delete(`/Users/${user.id}`);
    await directory.delete(`/Groups/${group.id}`);
    const events = (await world.owner.get('/audit-events?per_page=100')).body.data;
    const about = events.filter(({ target }: { target: { id: string } }) => [user.id, group.id].includes(target.id));
    expect(new Set(about.map(({ actor }: { actor: { id: string } }) => actor.id))).toEqual(new Set([me]));
    expect(about.map(({ type }: { type: string }) => type).toReversed()).toEqual([
      'invitation.created',
      'org_unit.created',
      'org_unit.member_added',
      'user.renamed',
      'user.directory_changed',
      'org_unit.edited',
      'org_unit.member_removed',
      'user.deactivated',
      'user.directory_changed',
      'org_unit.deleted',
    ]);
    const changed = about.filter(({ type }: { type: string }) => /directory_changed|unit.edited/u.test(type));
    expect(changed.map(({ data }: { data: { changed: object } }) => Object.keys(data.changed).toSorted())).toEqual([
      ['deleted', 'external_id'],
      ['external_id'],
      ['external_id'],
    ]);
  });
});
