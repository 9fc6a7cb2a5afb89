import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { s3Settings } from '../support/s3-settings.ts';
import { type Environment, eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import type { Database } from './database-faults.ts';
import { type Fault, FaultyLink } from './faulty-link.ts';
import { mongoDatabase } from './mongo.ts';
import { withPostgresql } from './postgresql.ts';
import { S3Place } from './s3-place.ts';

jest.setTimeout(180_000);

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const WAITS = { STRONGROOM_START_WAIT_SECONDS: '120' };
/** One that ends the wait after a few attempts. */
const GIVES_UP = { STRONGROOM_START_WAIT_SECONDS: '2' };

const waitLines = (service: ServiceProcess): readonly Readonly<Record<string, unknown>>[] =>
  service.lines().filter(({ message }) => message === 'the start waits for a dependency');

/** Starts a service whose dependency comes while it waits. Returns the dependencies that it waited for. */
async function startedLate(settings: Environment, link: FaultyLink): Promise<readonly unknown[]> {
  const service = await place.begin({ ...settings, ...WAITS });
  await eventually('a line of a start that waits', async () => waitLines(service).length > 0);
  const waitedFor = waitLines(service).map(({ level, dependency, wait_seconds }) => [level, dependency, wait_seconds]);
  expect(service.isGone).toBe(false);
  await link.become({ kind: 'none' });
  await service.listening();
  expect((await fetch(`${service.url}/startupz`)).status).toBe(200);
  service.signal('SIGTERM');
  expect(await service.ended()).toBe(0);
  return waitedFor;
}

const DATABASES: readonly (readonly [string, Database])[] = [
  ['PostgreSQL', withPostgresql()],
  ['MongoDB', mongoDatabase()],
];

describe.each(DATABASES)('a start without %s', (_, database) => {
  let link: FaultyLink;
  let settings: Environment;
  beforeEach(async () => {
    const given = await database.settings();
    const url = new URL(given[database.variable] ?? '');
    link = await FaultyLink.to(Number(url.port));
    settings = { ...given, [database.variable]: database.byWayOf(url, link.port) };
  });
  afterEach(() => link.end());

  test.each<Fault>([{ kind: 'refuse' }, { kind: 'hang' }, { kind: 'latency', milliseconds: 5000 }])(
    'waits for it, says so, and serves once it answers in time: $kind',
    async (fault) => {
      await link.become(fault);
      expect(await startedLate(settings, link)).toEqual([['warn', 'documents', 120]]);
    },
  );

  test('ends with 1 and the reason after the time that it may wait', async () => {
    await link.become({ kind: 'refuse' });
    const { code, err } = await place.refusal({ ...settings, ...GIVES_UP });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(`${database.variable}: `) });
  });
});

describe('a start without the object store', () => {
  let at: S3Place;
  beforeEach(async () => {
    at = await S3Place.make();
  });
  afterEach(() => at.end());

  test.each<Fault>([{ kind: 'refuse' }, { kind: 'hang' }])(
    'waits for it, says so, and serves once it answers: $kind',
    async (fault) => {
      await at.link.become(fault);
      expect(await startedLate(s3Settings(at.server, at.bucket, at.link.port), at.link)).toEqual([
        ['warn', 'blobs', 120],
      ]);
    },
  );
});

test('a start with a password that the database refuses does not wait', async () => {
  const database = DATABASES[0]?.[1];
  const settings = (await database?.settings()) ?? {};
  const url = Object.assign(new URL(settings['STRONGROOM_POSTGRESQL_URL'] ?? ''), { username: 'nobody' });
  const { code, out } = await place.refusal({ ...settings, ...WAITS, STRONGROOM_POSTGRESQL_URL: url.href });
  expect({ code, out }).toEqual({ code: 1, out: '' });
});
