import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { dumpMongo } from '@strongroom/test-servers/mongo-dump';
import { postgresqlPrograms } from '@strongroom/test-servers/postgresql-programs';
import { build } from '../support/built.ts';
import { given } from '../support/people-of-process.ts';
import { type Environment, Place } from '../support/service-process.ts';
import { withMongo } from './mongo.ts';
import { withPostgresql } from './postgresql.ts';
import { aPersonWithTraces, filesWithTraces, TRACES } from './traces-of-a-person.ts';

const mongo = withMongo();
const postgresql = withPostgresql();

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

type Store = Readonly<{
  settings: () => Environment | Promise<Environment>;
  /** Everything in the database, as its own backup has it. */
  dump: (settings: Environment) => Promise<Buffer>;
}>;

const MONGODB: Store = {
  settings: mongo,
  dump: async ({ STRONGROOM_MONGODB_URL: url = '', STRONGROOM_MONGODB_DATABASE: name = '' }) =>
    Buffer.from(JSON.stringify(await dumpMongo({ url, name }))),
};

const POSTGRESQL: Store = {
  settings: postgresql.settings,
  dump: async ({ STRONGROOM_POSTGRESQL_URL: url = '' }) => {
    const file = join(await postgresqlPrograms(), 'pg_dump');
    const { stdout } = await promisify(execFile)(file, ['--format=plain', url], { maxBuffer: 2 ** 28 });
    return Buffer.from(stdout);
  },
};

test.each([
  ['MongoDB', MONGODB],
  ['PostgreSQL', POSTGRESQL],
])(
  'an erased person is in no collection of %s, no file and no line of the log that follows',
  async (_, store) => {
    const settings = await store.settings();
    const service = await place.start(settings);
    const owner = service.as(settings.STRONGROOM_OWNER_TOKEN);
    const id = await aPersonWithTraces(owner, place.data);
    expect(TRACES.in(await store.dump(settings)).length).toBeGreaterThan(2);
    expect((await filesWithTraces(place.data)).length).toBeGreaterThan(2);
    const before = service.lines().length;
    expect(await given(owner.post(`/users/${id}/erase`))).toMatchObject({ id, name: 'erased user' });
    expect(TRACES.in(await store.dump(settings))).toEqual([]);
    expect(await filesWithTraces(place.data)).toEqual([]);
    service.signal('SIGTERM');
    await service.ended();
    expect(TRACES.in(await store.dump(settings))).toEqual([]);
    expect(await filesWithTraces(place.data)).toEqual([]);
    expect(TRACES.in(Buffer.from(JSON.stringify(service.lines().slice(before))))).toEqual([]);
  },
  120_000,
);
