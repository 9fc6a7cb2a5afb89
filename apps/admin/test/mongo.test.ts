import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createSecrets } from '@strongroom/adapter-local';
import { openMongoDocuments, openMongoRateLimiter } from '@strongroom/adapter-mongodb';
import { bearerSecret, isBearerSecret } from '@strongroom/domain';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { checkMongo } from '../src/doctor/mongo.ts';
import { anOrganisation, aSignedLog, soundLog } from './log-of-database.ts';
import { aFolder, strongroomAdmin } from './setting.ts';

let mongo: MongoServers;
beforeAll(async () => {
  mongo = await MongoServers.start();
}, 120_000);
afterAll(() => mongo?.stop());

const settings = (database: string) => ({
  STRONGROOM_DOCUMENTS: 'mongodb',
  STRONGROOM_MONGODB_URL: mongo.url,
  STRONGROOM_MONGODB_DATABASE: database,
  STRONGROOM_SECRET: 'x'.repeat(32),
});

type Check = Readonly<{ check: string; status: string; text: string; todo?: string }>;

/** The findings of the doctor for the database. */
async function examined(env: Readonly<Record<string, string>>): Promise<readonly Check[]> {
  const { out, err } = await strongroomAdmin(['doctor', '--data-dir', await aFolder(), '--json'], { env });
  expect(err).toBe('');
  const { checks } = JSON.parse(out) as { checks: readonly Check[] };
  return checks.filter(({ check }) => /^(database|indexes|owner token|audit .*)$/.test(check));
}

test('the doctor reports missing parts of a database, creates none, and passes a used one', async () => {
  const before = await examined(settings('looked'));
  expect(before).toEqual([
    { check: 'database', status: 'ok', text: expect.stringMatching(/^MongoDB \S+, replica set rs, database looked$/) },
    {
      check: 'indexes',
      status: 'warn',
      text: 'the collection documents is missing; the collection audit is missing; the collection postings is missing; the collection blocks is missing; the collection tiles is missing; the collection log is missing; the collection limits is missing',
      todo: expect.stringContaining('start the service'),
    },
  ]);
  expect(await examined(settings('looked'))).toEqual(before);
  const address = { url: mongo.url, database: 'looked' };
  await (await openMongoDocuments(address)).close();
  await (await openMongoRateLimiter(address)).close();
  expect((await examined(settings('looked')))[1]).toEqual({ check: 'indexes', status: 'ok', text: 'as they must be' });
});

test('the doctor examines the log of a database', async () => {
  const address = { url: mongo.url, database: 'logged' };
  const documents = await openMongoDocuments(address);
  await (await openMongoRateLimiter(address)).close();
  const file = await aSignedLog(documents);
  await documents.close();
  const of = (checks: readonly Check[]) => checks.filter(({ check }) => check.startsWith('audit '));
  const [keyFinding, ...others] = soundLog();
  expect(of(await examined({ ...settings('logged'), STRONGROOM_AUDIT_KEY: file }))).toEqual([keyFinding, ...others]);
  expect(of(await examined(settings('logged')))).toMatchObject([
    { check: 'audit key', status: 'warn', text: 'STRONGROOM_AUDIT_KEY names no file here' },
    { check: 'audit log', status: 'ok', text: '1 event, continues the checkpoint in the store' },
    ...others.slice(1),
  ]);
});

test('the doctor gives advice if MongoDB cannot serve, without its password', async () => {
  const url = 'mongodb://rooms:hunter2@127.0.0.1:1/?replicaSet=rs';
  const [found] = await examined({ ...settings('none'), STRONGROOM_MONGODB_URL: url });
  expect(found).toMatchObject({
    check: 'database',
    status: 'fail',
    text: expect.stringContaining('cannot be reached'),
  });
  expect(JSON.stringify(found)).not.toContain('hunter2');
  const { STRONGROOM_MONGODB_URL: _, ...unnamed } = settings('none');
  expect(await examined(unnamed)).toMatchObject([{ status: 'fail', text: 'STRONGROOM_MONGODB_URL is missing' }]);
});

test('the doctor warns of a sharded cluster', async () => {
  const seen = { state: 'fits', version: '6.0.5', replicaSet: undefined, problems: [] } as const;
  const findings = await checkMongo({ url: 'mongodb://router/', database: 'rooms' }, () => Promise.resolve(seen));
  expect(findings.map(({ check, status }) => `${check} ${status}`)).toEqual(['database warn', 'indexes ok']);
});

test('a token for the first start is made without a store, and another one with it', async () => {
  const { code, out } = await strongroomAdmin(['owner-token', '--make']);
  expect(code).toBe(0);
  const first = out.trimEnd();
  if (!isBearerSecret('apiToken', first)) throw new Error('it is no token');
  const documents = await openMongoDocuments({ url: mongo.url, database: 'owned' });
  const secrets = createSecrets(randomBytes(32));
  await anOrganisation(documents, first, { secrets });
  const data = await aFolder();
  const renewed = await strongroomAdmin(['owner-token', '--new', '--data-dir', data], { env: settings('owned') });
  expect(renewed).toEqual({ code: 0, out: `${join(data, 'owner.token')}\n`, err: '' });
  const second = (await readFile(join(data, 'owner.token'), 'utf8')).trimEnd();
  const [owner] = await documents.list('users', { anyOf: ['all'] }, { limit: 2 });
  const hashes = JSON.stringify(owner?.body);
  expect([first, second].map((token) => hashes.includes(secrets.hash(token)))).toEqual([false, true]);
  await documents.close();
  expect(second).not.toBe(bearerSecret('apiToken', new Uint8Array(32)));
});
