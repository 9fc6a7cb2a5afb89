import { spawnSync } from 'node:child_process';
import { appendFile, chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { unprivilegedUser } from '@strongroom/test-servers/postgresql-programs';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { build } from '../support/built.ts';
import { times } from '../support/people-of-process.ts';
import { onPostgresql } from '../support/postgresql-settings.ts';
import { type Environment, eventually, Place } from '../support/service-process.ts';
import { UNLIMITED } from '../system/kill-rounds.ts';
import { type Trouble, UnderFaults } from './under-faults.ts';

/** PostgreSQL whose tables are on a small disk: its log is elsewhere, so it serves on when that disk is full. */
jest.setTimeout(540_000);

const MEGABYTE = 1024 * 1024;
/** A private mount disappears with its process. */
const UNSHARE = [['--mount'], ['--mount', '--map-root-user']].find(
  (options) => spawnSync('unshare', [...options, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
);

let place: Place;
let folder: string;
let servers: PostgresqlServers;
let settings: Environment;
let seen: UnderFaults;

beforeAll(async () => {
  if (UNSHARE === undefined)
    throw new Error('a full disk needs a mount of its own: run this as root or with user namespaces');
  await build();
  folder = await mkdtemp(join(tmpdir(), 'strongroom-full-'));
  await chmod(folder, 0o755);
  const { uid = 0, gid = 0 } = await unprivilegedUser();
  const disk = join(folder, 'disk');
  await mkdir(disk);
  const mount = `mount -t tmpfs -o size=48m,mode=700,uid=${uid},gid=${gid} tmpfs "$0" && exec "$@"`;
  [place, servers] = await Promise.all([
    Place.make(),
    PostgresqlServers.start('alone', ['unshare', ...UNSHARE, 'sh', '-c', mount, disk]),
  ]);
  await servers.sql(`CREATE TABLESPACE small LOCATION '${disk}'`);
  await servers.sql('CREATE DATABASE full_one TABLESPACE small');
  settings = {
    ...onPostgresql(servers.urlOf('full_one')),
    ...UNLIMITED,
    STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
  };
  seen = new UnderFaults({ place, settings, ownerToken: settings['STRONGROOM_OWNER_TOKEN'] });
}, 300_000);
afterAll(async () => {
  await place?.end();
  await servers?.stop();
  await rm(folder, { recursive: true, force: true });
});

const filler = (): string => join('/proc', String(servers.primary.pid), 'root', folder, 'disk/filler');

/** Fills the disk, and then the free space in the files of the tables, until the smallest row has no room. */
async function fill(): Promise<void> {
  for (const size of [MEGABYTE, 4096])
    try {
      for (let written = 0; written < 64 * MEGABYTE; written += size) await appendFile(filler(), Buffer.alloc(size));
    } catch {
      // Smaller pieces fill the rest.
    }
  const owner = seen.service.as(settings['STRONGROOM_OWNER_TOKEN']);
  for (const description of ['x'.repeat(1900), ''])
    await eventually('refused changes', async () => {
      const make = () => owner.post('/rooms', { name: 'full', classification: 'C2', description });
      return (await Promise.all(times(20, make))).every(({ status }) => status === 503);
    });
}

test.each<Trouble>([{ fault: 'full', shows: 'no_writes', begin: fill, end: () => rm(filler()) }])(
  'a PostgreSQL whose disk fails is named, and serves again by itself: $fault',
  async (trouble) => {
    expect(await seen.meet('documents', trouble)).toEqual([]);
  },
);
