import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { strongroom } from '../support/command.ts';
import { aRoom, given, times } from '../support/people-of-process.ts';
import { Cluster } from './cluster.ts';
import { UNLIMITED } from './kill-rounds.ts';
import { withMongo } from './mongo.ts';

const settings = withMongo();
let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start({ ...UNLIMITED, ...settings() });
}, 180_000);
afterAll(() => cluster?.end());

test('four processes over MongoDB that sign at once, one of which is killed, make one log that is verified whole', async () => {
  const { owner, place } = cluster;
  const keys = new Set<string>();
  const kept: string[] = [];
  const signs = async (at: number): Promise<void> => {
    const caller = cluster.at(at);
    await aRoom(caller);
    // An export signs what there is.
    expect((await caller.get('/audit/export')).status).toBe(200);
    kept.push((await caller.get('/audit/checkpoint')).text);
    keys.add((await caller.get('/audit/key')).text);
  };
  for (let round = 0; round < 5; round++) await Promise.all(times(4, (at) => signs(at)));
  cluster.processes[3]?.signal('SIGKILL');
  await cluster.processes[3]?.ended();
  for (let round = 0; round < 3; round++) await Promise.all(times(3, (at) => signs(at)));
  expect(keys.size).toBe(1);
  const env = { STRONGROOM_URL: cluster.processes[0]?.url ?? '', STRONGROOM_TOKEN: cluster.token };
  const command = (args: readonly string[]) => strongroom(args, { env, cwd: place.folder });
  expect(await command(['audit', 'download', 'log.tar'])).toMatchObject({ code: 0 });
  const names = await Promise.all(
    kept.map(async (note, at) => {
      await writeFile(join(place.folder, `kept.${at}`), note);
      return `kept.${at}`;
    }),
  );
  const outside = names.flatMap((name) => ['--checkpoint', name]);
  const verify = ['audit', 'verify', 'log.tar', '--whole', '--key', [...keys].join('').trim(), ...outside];
  expect(await command(verify)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('intact: ') });
  const rooms = await given(owner.get('/audit-events?type=room.created&per_page=100'));
  expect(rooms).toHaveLength(5 * 4 + 3 * 3);
}, 120_000);
