import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openSqliteDocuments } from '@strongroom/adapter-local';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { expectSoundToOthers, JUDGES_MS } from '../support/judged-by-others.ts';
import { aRoom, given, times } from '../support/people-of-process.ts';
import { type Environment, Place, type ServiceProcess } from '../support/service-process.ts';
import { UNLIMITED } from './kill-rounds.ts';
import { withMongo } from './mongo.ts';
import { withPostgresql } from './postgresql.ts';
import { aPersonWithTraces, TRACES } from './traces-of-a-person.ts';

const mongo = withMongo();
const postgresql = withPostgresql();

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const FREE = { ...UNLIMITED, STRONGROOM_ROOMS_PER_MINUTE: '1000000' };

/** A service whose log fills more than a tile, also with events of a person who was erased. */
async function aService(environment: Environment = {}): Promise<ServiceProcess> {
  const service = await place.start({ ...FREE, ...environment });
  const owner = service.as(environment.STRONGROOM_OWNER_TOKEN ?? (await place.ownerToken()));
  const id = await aPersonWithTraces(owner, place.data);
  await given(owner.post(`/users/${id}/erase`));
  for (let round = 0; round < 14; round++) await Promise.all(times(20, () => aRoom(owner)));
  return service;
}

const ended = async (service: ServiceProcess): Promise<void> => {
  service.signal('SIGTERM');
  await service.ended();
};

/** Calls the command as the owner. Returns its output. */
async function said(service: ServiceProcess, token: string, ...args: readonly string[]): Promise<string> {
  const env = { STRONGROOM_URL: service.url, STRONGROOM_TOKEN: token };
  const { code, out, err } = await strongroom(['audit', ...args], { env, cwd: place.folder });
  expect({ args, code, err }).toMatchObject({ args, code: 0 });
  return out.trim();
}

/** Downloads the log; other programs and our own verify it. Returns the first key of the log. */
async function expectJudged(service: ServiceProcess, token: string, known?: string): Promise<string> {
  const vkey = known ?? (await said(service, token, 'key')).split('\n').at(-1) ?? '';
  const name = `${randomUUID()}.tar`;
  await said(service, token, 'download', name);
  expect(await said(service, token, 'verify', name, '--key', vkey)).toMatch(/^intact: /);
  expect(TRACES.in(await readFile(join(place.folder, name)))).toEqual([]);
  await expectSoundToOthers(place.folder, name, vkey);
  return vkey;
}

const STORES: readonly (readonly [string, () => Environment | Promise<Environment>])[] = [
  ['MongoDB', () => mongo()],
  ['PostgreSQL', () => postgresql.settings()],
];

test.each(STORES)(
  'the log of a service on %s is sound to Tessera and Go',
  async (_, settings) => {
    const environment = await settings();
    const service = await aService(environment);
    expect(await expectJudged(service, environment.STRONGROOM_OWNER_TOKEN ?? '')).toMatch(/^\S+\+[0-9a-f]{8}\+/);
  },
  JUDGES_MS,
);

test(
  'the log of an embedded service is sound to Tessera and Go, and stays so through all that operators do',
  async () => {
    let service = await aService();
    const token = await place.ownerToken();
    const key = await expectJudged(service, token);
    await said(service, token, 'erase', '--older-than', '0s', '--yes', '--data-dir', place.data);
    await expectJudged(service, token, key);
    await said(service, token, 'key', '--rotate', '--data-dir', place.data);
    await expectJudged(service, token, key);
    await ended(service);
    await damaged();
    expect(await said(service, token, 'repair', '--data-dir', place.data)).toContain('Rebuilt 1 tile');
    service = await place.start(FREE);
    await expectJudged(service, token, key);
    await said(service, token, 'restart', '--reason', 'a test', '--data-dir', place.data);
    await ended(service);
    service = await place.start(FREE);
    expect(await expectJudged(service, token)).not.toBe(key);
  },
  JUDGES_MS,
);

async function damaged(): Promise<void> {
  const documents = await openSqliteDocuments({ path: join(place.data, 'strongroom.db') });
  try {
    await documents.audit.mendTile(1, 0, new Uint8Array(32));
  } finally {
    await documents.close();
  }
}
