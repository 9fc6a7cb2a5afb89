import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { openSqliteDocuments, systemIds } from '@strongroom/adapter-local';
import type { EventType, TokenName } from '@strongroom/domain';
import type { StoredDocument } from '@strongroom/ports';
import {
  aFolder,
  aService,
  aStoppedService,
  type Service,
  strongroomAdmin,
  strongroomAdminHere,
  there,
  traceOf,
} from './setting.ts';

const renew = (data: string) => strongroomAdmin(['owner-token', '--new', '--data-dir', data]);

const tokenIn = async (data: string): Promise<string> => (await readFile(join(data, 'owner.token'), 'utf8')).trimEnd();

type Person = Readonly<{ id: string; email: string; createdAt: number; tokens: readonly Readonly<{ id: string }>[] }>;

const usersOf = async ({ documents }: Service): Promise<readonly StoredDocument[]> =>
  documents.list('users', { anyOf: ['all'] }, { limit: 10, order: 'oldest' });

const personOf = (document: StoredDocument): Person => document.body as Person;

test('owner-token replaces the token of the owner while the service runs', async () => {
  const service = await aService();
  const before = await service.identify(service.ownerToken);
  const { code, out, err } = await renew(service.data);
  expect({ code, out, err }).toEqual({ code: 0, out: `${join(service.data, 'owner.token')}\n`, err: '' });
  await expect(service.identify(service.ownerToken)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  const after = await service.identify(await tokenIn(service.data));
  expect(after).toMatchObject({ kind: 'token', userId: before.userId, grant: null });
  expect(after.id).not.toBe(before.id);
  await service.close();
});

test('the file of the token is readable by its owner only, and nothing else is left in the folder', async () => {
  const data = await aStoppedService();
  await writeFile(join(data, 'owner.token'), 'x', { mode: 0o644 });
  const names = await readdir(data);
  expect((await renew(data)).code).toBe(0);
  expect((await stat(join(data, 'owner.token'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(data, 'owner.token'), 'utf8')).toMatch(/^srt_[0-9A-Za-z]{49}\n$/);
  // The log was signed, as before every commit of an operator.
  expect(await readdir(data)).toEqual([...names, 'audit.checkpoint', 'strongroom.id'].toSorted());
});

test('owner-token keeps exactly one token of its own when repeated, and the tokens created with it', async () => {
  const service = await aService();
  const request = { id: systemIds.uuid(), ip: '::1' } as never;
  const made = await service.app.tokens.create(
    await service.app.sessions.identify(service.ownerToken, undefined, request),
    { name: 'backup' as TokenName },
  );
  for (let time = 0; time < 2; time++) expect((await renew(service.data)).code).toBe(0);
  const endless = await Promise.all([
    service.identify(await tokenIn(service.data)),
    service.identify(made.secret).then(({ id }) => id),
  ]);
  expect(endless[1]).toBe(made.token.id);
  const [owner] = await usersOf(service);
  expect(personOf(there(owner)).tokens.map(({ id }) => id)).toEqual([made.token.id, endless[0].id]);
  await service.close();
});

test('the log records the new token by the system, and the old one as revoked', async () => {
  const service = await aService();
  const old = await service.identify(service.ownerToken);
  await renew(service.data);
  const fresh = await service.identify(await tokenIn(service.data));
  const recorded = async (type: EventType) => {
    return service.documents.audit.list({ labels: [''], type }, { limit: 10 });
  };
  const by = { outcome: 'allowed', actor: { type: 'system' }, request: null };
  expect(await recorded('token.created')).toMatchObject([{ ...by, target: { type: 'token', id: fresh.id } }]);
  expect(await recorded('token.revoked')).toMatchObject([{ ...by, target: { type: 'token', id: old.id } }]);
  await service.close();
});

test('the token belongs to the oldest active owner, and revokes such tokens of other owners', async () => {
  const service = await aService();
  const [first] = await usersOf(service);
  const [organisation] = await service.documents.read([{ collection: 'organisations', id: 'organisation' }]);
  const person = personOf(there(first));
  const older = {
    ...person,
    id: systemIds.uuid(),
    email: 'older@rooms.example',
    createdAt: person.createdAt - 1,
    tokens: [],
  };
  const gone = { ...older, id: systemIds.uuid(), email: 'gone@rooms.example', createdAt: 0, status: 'deactivated' };
  const insert = (user: typeof older): { collection: string; insert: StoredDocument } => ({
    collection: 'users',
    insert: {
      ...there(first),
      id: user.id,
      version: 1,
      keys: ['all', `email:${user.email}`],
      uniqueKeys: [`email:${user.email}`],
      body: user,
    },
  });
  await service.documents.commit([
    insert(older),
    insert(gone),
    {
      collection: 'organisations',
      replace: {
        ...there(organisation),
        version: there(organisation).version + 1,
        body: { ...(there(organisation).body as object), owners: [person.id, older.id] },
      },
    },
  ]);
  expect((await renew(service.data)).code).toBe(0);
  await expect(service.identify(service.ownerToken)).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  expect(await service.identify(await tokenIn(service.data))).toMatchObject({ userId: older.id });
  await service.close();
});

test('owner-token leaves one such token after concurrent calls', async () => {
  const service = await aService();
  const result = await Promise.all([1, 2, 3].map(() => renew(service.data)));
  expect(result.map(({ code }) => code)).toEqual([0, 0, 0]);
  const [owner] = await usersOf(service);
  expect(personOf(there(owner)).tokens).toHaveLength(1);
  await service.close();
});

test('a person at a terminal is shown the token, its owner and the path', async () => {
  const data = await aStoppedService();
  const { code, out, err } = await strongroomAdminHere(['owner-token', '--new', '--data-dir', data], {
    isTerminal: true,
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toBe(
    `${await tokenIn(data)}\n\nNew token of owner@strongroom.local, also in ${join(data, 'owner.token')}.\nThe old one does not work any more.\n`,
  );
});

/** One line states the reason; nothing was created or changed. */
async function refusal(data: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const before = await traceOf(data);
  const { code, out, err } = await strongroomAdmin(['owner-token', '--new', '--data-dir', data], { env });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^strongroom-admin: [^\n]+\n$/);
  expect(await traceOf(data)).toEqual(before);
  return err;
}

test('owner-token does nothing without a store, and creates none', async () => {
  const data = await aFolder();
  expect(await refusal(data)).toContain(`there is no store at ${join(data, 'strongroom.db')}`);
});

test('a store that no service has started on has no owner', async () => {
  const data = await aFolder();
  await (await openSqliteDocuments({ path: join(data, 'strongroom.db') })).close();
  const { code, out, err } = await renew(data);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('the store has no owner yet: start the service once');
  expect(await readdir(data)).toEqual(['strongroom.db']);
});

test('owner-token reports a damaged store and keeps the old token', async () => {
  const data = await aStoppedService();
  const token = await tokenIn(data);
  await writeFile(join(data, 'strongroom.db'), 'not a database');
  expect(await refusal(data)).toContain('this is not an SQLite database');
  expect(await tokenIn(data)).toBe(token);
});

test('a store other than the embedded one is refused', async () => {
  const data = await aStoppedService();
  expect(await refusal(data, { STRONGROOM_DOCUMENTS: 'memory' })).toContain('STRONGROOM_DOCUMENTS is memory');
  expect(await refusal(data, { STRONGROOM_DOCUMENTS: 'mongodb' })).toContain('STRONGROOM_MONGODB_URL is missing');
});

test('owner-token changes nothing without --new', async () => {
  const data = await aStoppedService();
  const before = await traceOf(data);
  const { code, err } = await strongroomAdmin(['owner-token', '--data-dir', data]);
  expect(code).toBe(2);
  expect(err).toContain('say --new');
  expect(await traceOf(data)).toEqual(before);
});

test('owner-token reports a file that cannot be replaced, and makes another token on the next attempt', async () => {
  const service = await aService();
  const file = join(service.data, 'owner.token');
  await rm(file);
  await mkdir(file);
  const { code, err } = await renew(service.data);
  expect(code).toBe(1);
  expect(err).toContain(`${file} cannot be written (EISDIR)`);
  expect((await readdir(service.data)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  await rm(file, { recursive: true });
  expect((await renew(service.data)).code).toBe(0);
  expect(await service.identify(await tokenIn(service.data))).toMatchObject({ kind: 'token' });
  await service.close();
});

test('owner-token prints why it keeps the token of a store whose log may not be continued', async () => {
  const data = await aStoppedService();
  const before = await tokenIn(data);
  await rm(join(data, 'keys', 'audit.key'));
  const { code, err } = await strongroomAdminHere(['owner-token', '--new', '--data-dir', data]);
  expect([code, err]).toEqual([1, expect.stringContaining('the key of the audit log')]);
  expect(await tokenIn(data)).toBe(before);
});
