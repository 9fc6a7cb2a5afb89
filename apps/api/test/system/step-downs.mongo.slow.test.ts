import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MongoServers } from '@strongroom/test-servers/mongo-servers';
import type { Reply } from '../support/caller.ts';
import { strongroom } from '../support/command.ts';
import { onMongo } from '../support/mongo-settings.ts';
import { given, times } from '../support/people-of-process.ts';
import { Cluster } from './cluster.ts';
import { UNLIMITED } from './kill-rounds.ts';

const STEP_DOWNS = 6;
const BETWEEN_MS = 5000;

let mongo: MongoServers;
let cluster: Cluster;
beforeAll(async () => {
  mongo = await MongoServers.start(3);
  cluster = await Cluster.start({ ...UNLIMITED, ...onMongo(mongo) });
}, 240_000);
afterAll(async () => {
  await cluster?.end();
  await mongo?.stop();
});

/** Signs what there is again and again, and keeps every checkpoint that was answered. */
async function signs(at: number, until: AbortSignal, kept: Set<string>): Promise<void> {
  const caller = cluster.at(at);
  while (!until.aborted) {
    // During an election calls are answered with 503.
    await caller.post('/rooms', { name: 'Falcon', classification: 'C2' }).catch(() => undefined);
    await caller.get('/audit/export').catch(() => undefined);
    const checkpoint: Reply | undefined = await caller.get('/audit/checkpoint').catch(() => undefined);
    if (checkpoint?.status === 200) kept.add(checkpoint.text);
  }
}

test(`four processes sign one log while MongoDB's primary steps down ${STEP_DOWNS} times`, async () => {
  const [kept, over] = [new Set<string>(), new AbortController()];
  const signing = times(4, (at) => signs(at, over.signal, kept));
  const during: number[] = [];
  for (let round = 0; round < STEP_DOWNS; round++) {
    await pause(BETWEEN_MS);
    const before = kept.size;
    await mongo.stepDown();
    await pause(BETWEEN_MS);
    during.push(kept.size - before);
  }
  over.abort();
  await Promise.all(signing);
  // It was signed after every step-down, whichever member was elected: it may be the former primary.
  expect(during.every((count) => count > 0)).toBe(true);
  const env = { STRONGROOM_URL: cluster.processes[0]?.url ?? '', STRONGROOM_TOKEN: cluster.token };
  const command = (args: readonly string[]) => strongroom(args, { env, cwd: cluster.place.folder });
  await given(cluster.owner.post('/rooms', { name: 'Falcon', classification: 'C2' }));
  expect(await command(['audit', 'download', 'log.tar'])).toMatchObject({ code: 0 });
  const key = (await cluster.owner.get('/audit/key')).text.trim();
  const outside = await Promise.all(
    [...kept].map(async (note, at) => {
      await writeFile(join(cluster.place.folder, `kept.${at}`), note);
      return ['--checkpoint', `kept.${at}`];
    }),
  );
  expect(kept.size).toBeGreaterThan(4 * STEP_DOWNS);
  const verify = ['audit', 'verify', 'log.tar', '--whole', '--key', key, ...outside.flat()];
  expect(await command(verify)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('intact: ') });
}, 240_000);
