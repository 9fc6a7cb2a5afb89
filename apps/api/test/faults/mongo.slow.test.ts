import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { mongoAdmin } from '@strongroom/test-servers/mongo-client';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { build } from '../support/built.ts';
import { onMongo } from '../support/mongo-settings.ts';
import { type Environment, Place } from '../support/service-process.ts';
import { FaultyLink } from '../system/faulty-link.ts';
import { UNLIMITED } from '../system/kill-rounds.ts';
import { type Trouble, troublesOfLink, UnderFaults } from './under-faults.ts';

/** Documents in MongoDB, each fault, and what is seen of it. */
jest.setTimeout(540_000);

let place: Place;
let servers: MongoServers;
let link: FaultyLink;
let admin: ReturnType<typeof mongoAdmin>;
let seen: UnderFaults;

beforeAll(async () => {
  await build();
  [place, servers] = await Promise.all([Place.make(), MongoServers.start(1, 'login', 'failpoints')]);
  link = await FaultyLink.to(servers.primary.port);
  admin = mongoAdmin(servers.url);
  const settings: Environment = {
    ...onMongo(servers),
    ...UNLIMITED,
    STRONGROOM_MONGODB_URL: `mongodb://rooms:right@127.0.0.1:${link.port}/?directConnection=true&authSource=admin`,
    STRONGROOM_UPLOADS_PER_MINUTE: '1000000',
  };
  const roles = [{ role: 'readWrite', db: settings['STRONGROOM_MONGODB_DATABASE'] }];
  await admin.command({ createUser: 'rooms', pwd: 'right', roles });
  seen = new UnderFaults({ place, settings, ownerToken: settings['STRONGROOM_OWNER_TOKEN'] });
}, 300_000);
afterAll(async () => {
  await place?.end();
  await admin?.close();
  await link?.end();
  await servers?.stop();
});

/** The service has to sign in again: an open connection keeps its user. */
async function setPassword(pwd: string): Promise<void> {
  await admin.command({ updateUser: 'rooms', pwd });
  await link.become({ kind: 'refuse' });
  await link.become({ kind: 'none' });
}

const blockWrites = (global: boolean): Promise<unknown> => admin.command({ setUserWriteBlockMode: 1, global });

/** The answers of a server whose disk is full. A real one may end by itself before it gives them. */
const outOfDisk = (mode: 'alwaysOn' | 'off'): Promise<unknown> =>
  admin.command({
    configureFailPoint: 'failCommand',
    mode,
    data: { errorCode: 14_031, failCommands: ['insert', 'update', 'delete', 'findAndModify', 'commitTransaction'] },
  });

test.each<Trouble>([
  // Many round trips on a slow way end before or after the deadline of a call, as the machine likes.
  ...troublesOfLink(() => link).filter(({ isSlow }) => isSlow !== true),
  { fault: 'takes no writes', begin: () => blockWrites(true), end: () => blockWrites(false) },
  { fault: 'has no room on its disk', begin: () => outOfDisk('alwaysOn'), end: () => outOfDisk('off') },
  { fault: 'refuses the password', begin: () => setPassword('another'), end: () => setPassword('right') },
])('a MongoDB that fails is named, and serves again by itself: $fault', async (trouble) => {
  expect(await seen.meet('mongo', trouble)).toEqual([]);
});
