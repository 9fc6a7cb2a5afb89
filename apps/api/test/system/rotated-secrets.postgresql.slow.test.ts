import { randomBytes } from 'node:crypto';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { signingKeyFrom } from '@strongroom/adapter-local';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { readSettings } from '../../src/config/settings.ts';
import { openService } from '../../src/container/open-service.ts';
import type { RunningService } from '../../src/container/running-service.ts';
import { onPostgresql } from '../support/postgresql-settings.ts';
import { eventually } from '../support/service-process.ts';

const ROLE = 'drill';
let servers: PostgresqlServers;
let folder: string;
let service: RunningService;
let token: string;
const warnings: Readonly<Record<string, unknown>>[] = [];

/** Changes a file as a platform does: in one step. */
async function write(name: string, ...lines: readonly string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(`${path}.new`, `${lines.join('\n')}\n`);
  await rename(`${path}.new`, path);
  return path;
}

const urlOf = (password: string): string =>
  `postgresql://${ROLE}:${password}@127.0.0.1:${servers.primary.port}/rotated`;
const aKey = (): string => randomBytes(32).toString('base64url');
const kidOf = (key: string): string => signingKeyFrom(key).thumbprint;

beforeAll(async () => {
  [servers, folder] = await Promise.all([PostgresqlServers.start(), mkdtemp(join(tmpdir(), 'strongroom-rotated-'))]);
  await servers.sql(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'one'`);
  await servers.sql(`CREATE DATABASE rotated OWNER ${ROLE}`);
}, 120_000);
afterAll(async () => {
  await service?.stop();
  await servers?.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Closes the connections of the service between two requests, so that it logs in again under load. One that is closed under a
 * request may have done its work: that is another test.
 */
async function logInAgain(): Promise<void> {
  let goOn: () => void = () => undefined;
  paused = new Promise((resolve) => (goOn = resolve));
  await Promise.all(underWay);
  const closed = await servers.sql(
    `SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '${ROLE}'`,
  );
  expect(Number(closed)).toBeGreaterThan(0);
  goOn();
  const before = served;
  await eventually('more answers', async () => served > before + 50);
}

/** Requests wait for it. */
let paused: Promise<void> = Promise.resolve();
const underWay = new Set<Promise<void>>();
const answers = new Map<number, number>();
let served = 0;

async function oneRequest(isRead: boolean): Promise<void> {
  const answer = isRead
    ? await call('GET', '/rooms')
    : await call('POST', '/rooms', { name: 'Falcon', classification: 'C2' });
  await answer.arrayBuffer();
  answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
  served += 1;
}

const call = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const kids = async (): Promise<readonly string[]> => {
  const { keys } = (await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as {
    keys: readonly { kid: string }[];
  };
  return keys.map(({ kid }) => kid);
};

test('the login of the database and the keys of grants change under load, without a restart and a failed request', async () => {
  const [before, after] = [aKey(), aKey()];
  const { STRONGROOM_POSTGRESQL_URL: _, ...base } = onPostgresql('');
  token = base.STRONGROOM_OWNER_TOKEN;
  const read = readSettings({
    ...base,
    PORT: '0',
    STRONGROOM_DATA_DIR: join(folder, 'data'),
    STRONGROOM_POSTGRESQL_URL_FILE: await write('database', urlOf('one')),
    STRONGROOM_KEY_SERVICE_URL: 'http://127.0.0.1:1',
    STRONGROOM_GRANT_KEY_FILE: await write('grant', before),
    STRONGROOM_RATE_LIMIT: '1000000',
    STRONGROOM_ROOMS_PER_MINUTE: '1000000',
  });
  if ('problems' in read) throw new Error(read.problems.join());
  const warn = (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    warnings.push({ message, ...fields });
  };
  service = await openService(read.settings, { info: () => undefined, warn, error: warn });

  const over = new AbortController();
  const load = Array.from({ length: 6 }, async (_one, index) => {
    while (!over.signal.aborted) {
      await paused;
      const request = oneRequest(index % 2 === 0);
      underWay.add(request);
      await request;
      underWay.delete(request);
    }
  });
  try {
    // The page's order: both logins in the file, the change at the server, the new one alone.
    await write('database', urlOf('two'), urlOf('one'));
    await logInAgain();
    await servers.sql(`ALTER ROLE ${ROLE} PASSWORD 'two'`);
    await logInAgain();
    await write('database', urlOf('two'));
    await logInAgain();

    await write('grant', before, after);
    await eventually('both keys', async () => (await kids()).length === 2);
    expect(await kids()).toEqual([kidOf(before), kidOf(after)]);
    await write('grant', after, before);
    await eventually('the new key', async () => (await kids())[0] === kidOf(after));
    await write('grant', after);
    await eventually('the new key alone', async () => (await kids()).length === 1);
  } finally {
    over.abort();
    await Promise.all(load);
  }
  expect(new Set(answers.keys())).toEqual(new Set([200, 201]));
}, 60_000);

test('a broken file changes nothing, and is a warning, also while no connection is made', async () => {
  const [kid] = await kids();
  const warnedOf = (file: string) => async () => {
    await Promise.all([kids(), fetch(`${service.url}/readyz`)]);
    return warnings.some(
      (one) =>
        one['message'] === 'a file of secrets is not taken; the last one that was read holds' &&
        one['file'] === join(folder, file),
    );
  };
  await write('grant', 'not a key');
  await eventually('the warning about grants', warnedOf('grant'));
  expect(await kids()).toEqual([kid]);
  await write('database', 'postgresql:/hunter2');
  await eventually('the warning about the database', warnedOf('database'));
  expect((await call('GET', '/rooms')).status).toBe(200);
  expect(JSON.stringify(warnings)).not.toContain('hunter2');
});
