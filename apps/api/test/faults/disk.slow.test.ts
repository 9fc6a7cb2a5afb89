import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { bearerSecret } from '@strongroom/domain';
import { build } from '../support/built.ts';
import { times } from '../support/people-of-process.ts';
import { eventually, Place, type ServiceProcess } from '../support/service-process.ts';
import { UNLIMITED } from '../system/kill-rounds.ts';
import { type Trouble, UnderFaults } from './under-faults.ts';

/** The disk of the service itself, with the embedded stores, and what is seen when it is full. */
jest.setTimeout(540_000);

const MEGABYTE = 1024 * 1024;
/** A private mount disappears with its process. */
const UNSHARE = [['--mount'], ['--mount', '--map-root-user']].find(
  (options) => spawnSync('unshare', [...options, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0,
);
/** More than the least that `doctor` asks for. */
const MOUNT = 'mount -t tmpfs -o size=300m,mode=700 tmpfs "$STRONGROOM_DATA_DIR" && exec "$@"';

const ownerToken = bearerSecret('apiToken', randomBytes(32));
let place: Place;
let seen: UnderFaults;

beforeAll(async () => {
  if (UNSHARE === undefined)
    throw new Error('a full disk needs a mount of its own: run this as root or with user namespaces');
  await build();
  place = await Place.make();
  await mkdir(place.data);
  const settings = { ...UNLIMITED, STRONGROOM_OWNER_TOKEN: ownerToken, STRONGROOM_UPLOADS_PER_MINUTE: '1000000' };
  const command = ['unshare', ...UNSHARE, 'sh', '-c', MOUNT, 'sh'];
  seen = new UnderFaults({ place, settings, ownerToken, command, dataOf: folderOf });
}, 300_000);
afterAll(() => place?.end());

const folderOf = ({ pid }: ServiceProcess): string => join('/proc', String(pid), 'root', place.data);
const filler = (): string => join(folderOf(seen.service), 'filler');

/** Fills the disk, and then the free space in the log of the database. */
async function fill(): Promise<void> {
  for (const size of [MEGABYTE, 4096])
    try {
      for (let written = 0; written < 512 * MEGABYTE; written += size) await appendFile(filler(), Buffer.alloc(size));
    } catch {
      // Smaller pieces fill the rest.
    }
  const owner = seen.service.as(ownerToken);
  const description = 'x'.repeat(1900);
  await eventually('a refused change', async () => {
    const make = () => owner.post('/rooms', { name: 'full', classification: 'C2', description });
    return (await Promise.all(times(20, make))).some(({ status }) => status === 503);
  });
}

test.each<Trouble>([{ fault: 'full', shows: 'no_writes', begin: fill, end: () => rm(filler()) }])(
  'a disk that fails is named, and serves again by itself: $fault',
  async (trouble) => {
    expect(await seen.meet('disk', trouble)).toEqual([]);
  },
);
