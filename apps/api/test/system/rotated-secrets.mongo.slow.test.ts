import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { mongoAdmin } from '@strongroom/test-servers/mongo-client';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import { build } from '../support/built.ts';
import { onMongo } from '../support/mongo-settings.ts';
import { eventually, Place } from '../support/service-process.ts';

jest.setTimeout(300_000);

let servers: MongoServers;
let place: Place;
let folder: string;
beforeEach(async () => {
  await build();
  [servers, place, folder] = await Promise.all([
    MongoServers.start(1, 'login'),
    Place.make(),
    mkdtemp(join(tmpdir(), 'strongroom-mongo-login-')),
  ]);
}, 600_000);
afterEach(async () => {
  await place?.end();
  await servers?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Changes the file as a platform does: in one step. */
async function write(user: string, password: string): Promise<string> {
  const path = join(folder, 'address');
  const url = servers.url.replace(/\/\/[^@]*@/, `//${user}:${password}@`).replace('/?', '/?authSource=admin&');
  await writeFile(`${path}.new`, url, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return path;
}

test('the login of MongoDB changes under load, without a restart and a failed request', async () => {
  const admin = mongoAdmin(servers.url);
  try {
    const { STRONGROOM_MONGODB_URL: _, ...settings } = onMongo(servers);
    const roles = [{ role: 'readWrite', db: settings.STRONGROOM_MONGODB_DATABASE }];
    const makeUser = (name: string) => admin.command({ createUser: name, pwd: `of-${name}`, roles });
    await makeUser('one');
    const service = await place.start({
      ...settings,
      STRONGROOM_MONGODB_URL_FILE: await write('one', 'of-one'),
      STRONGROOM_RATE_LIMIT: '1000000',
      STRONGROOM_ROOMS_PER_MINUTE: '1000000',
    });
    const owner = service.as(settings.STRONGROOM_OWNER_TOKEN);
    const over = new AbortController();
    const failed: string[] = [];
    let served = 0;
    const loads = Array.from({ length: 6 }, async (_one, index) => {
      for (let turn = index; !over.signal.aborted; turn++) {
        const isWrite = turn % 3 === 0;
        const { status } = await (isWrite
          ? owner.post('/rooms', { name: `room ${index} ${turn}`, classification: 'C2' })
          : owner.get('/rooms'));
        if (status !== (isWrite ? 201 : 200)) failed.push(`${isWrite ? 'POST' : 'GET'} ${status}`);
        served++;
      }
    });
    const more = (number: number): Promise<unknown> => {
      const before = served;
      return eventually('more answers', async () => served >= before + number);
    };
    const connectionsOf = async (name: string): Promise<number> => {
      const { inprog } = (await admin.command({ currentOp: 1, $all: true, 'effectiveUsers.user': name })) as {
        inprog: readonly object[];
      };
      return inprog.length;
    };
    try {
      await more(60);
      // A login that the server does not know yet changes nothing.
      await write('two', 'of-two');
      await more(120);
      await makeUser('two');
      await eventually('the new login', async () => (await connectionsOf('two')) > 0);
      await more(120);
      await admin.command({ dropUser: 'one' });
      await more(120);
      await write('two', 'hunter2 hunter3');
      await eventually('the warning', async () =>
        service.out.includes('a file of secrets is not taken; the last one that was read holds'),
      );
      expect(service.out).not.toContain('hunter');
      await more(120);
    } finally {
      over.abort();
      await Promise.all(loads);
    }
    console.log(`${served} requests`);
    expect(failed).toEqual([]);
  } finally {
    await admin.close();
  }
});
