import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { build } from '../support/built.ts';
import { onPostgresql } from '../support/postgresql-settings.ts';
import { type Environment, Place } from '../support/service-process.ts';
import { withClock } from '../support/wrong-clock.ts';
import { FaultyLink } from '../system/faulty-link.ts';
import { UNLIMITED } from '../system/kill-rounds.ts';
import { PostgresqlInTrouble } from './postgresql-in-trouble.ts';
import { certificateIn } from './tls-front.ts';
import { type Trouble, troublesOfLink, UnderFaults } from './under-faults.ts';

/** Documents in PostgreSQL with TLS, each fault, and what is seen of it. */
jest.setTimeout(540_000);

let folder: string;
let place: Place;
let servers: PostgresqlServers;
let link: FaultyLink;
let settings: Environment;
let database: PostgresqlInTrouble;
let seen: UnderFaults;

beforeAll(async () => {
  await build();
  folder = await mkdtemp(join(tmpdir(), 'strongroom-faults-'));
  await chmod(folder, 0o755);
  [place, servers] = await Promise.all([Place.make(), PostgresqlServers.start('standby')]);
  const certificates = {
    valid: await certificateIn(folder, 'valid'),
    expired: await certificateIn(folder, 'expired'),
  };
  const authorities = join(folder, 'authorities.pem');
  await writeFile(authorities, certificates.valid.pem + certificates.expired.pem);
  link = await FaultyLink.to(servers.primary.port);
  database = await PostgresqlInTrouble.of(servers, folder, certificates);
  settings = {
    ...onPostgresql(`${database.urlBy(link.port)}&sslrootcert=${encodeURIComponent(authorities)}`),
    ...UNLIMITED,
    STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
  };
  seen = new UnderFaults({ place, settings, ownerToken: settings['STRONGROOM_OWNER_TOKEN'] });
}, 300_000);
afterAll(async () => {
  await place?.end();
  await link?.end();
  await servers?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each<Trouble>([
  // Many round trips on a slow way end before or after the deadline of a call, as the machine likes.
  ...troublesOfLink(() => link).filter(({ isSlow }) => isSlow !== true),
  { fault: 'takes no writes', begin: () => database.refuseWrites(), end: () => database.takeWrites() },
  { fault: 'refuses the password', begin: () => database.changePassword(), end: () => database.restorePassword() },
  {
    fault: 'is a standby',
    begin: () => link.leadTo(servers.members[1]?.port ?? 0),
    end: () => link.leadTo(servers.primary.port),
  },
  { fault: 'expired certificate', begin: () => database.show('expired'), end: () => database.show('valid') },
])('a PostgreSQL that fails is named, and serves again by itself: $fault', async (trouble) => {
  expect(await seen.meet('documents', trouble)).toEqual([]);
});

test('a clock that is 90 s ahead of the database stops the start', async () => {
  await seen.service.kill();
  const { code, err } = await place.refusal({ ...settings, ...withClock('+90s') });
  expect([code, err]).toEqual([1, expect.stringContaining('seconds ahead of that of the database')]);
});
