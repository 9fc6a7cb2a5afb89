import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { aRoom } from '../support/people-of-process.ts';
import { Place } from '../support/service-process.ts';

let place: Place;
beforeAll(build, 120_000);
beforeEach(async () => {
  place = await Place.make();
});
afterEach(() => place.end());

const command = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  strongroom(args, { env, cwd: place.folder });

const path = (name: string): string => join(place.folder, name);

test('the log of a running service is downloaded and verified against its key and a checkpoint kept elsewhere', async () => {
  const service = await place.start();
  const token = await place.ownerToken();
  const owner = service.as(token);
  await aRoom(owner);
  const env = { STRONGROOM_URL: service.url, STRONGROOM_TOKEN: token };
  const [key, checkpoint] = [await command(['audit', 'key'], env), await command(['audit', 'checkpoint'], env)];
  await writeFile(path('kept'), checkpoint.out);
  await aRoom(owner);
  expect(await command(['audit', 'download', 'log.tar'], env)).toMatchObject({ code: 0, err: '' });
  const verify = ['audit', 'verify', 'log.tar', '--whole', '--checkpoint', 'kept', '--key', key.out.trim()];
  expect(await command(verify)).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/^intact: 127\.0\.0\.1/),
  });
  const bytes = await readFile(path('log.tar'));
  bytes[bytes.indexOf('room.created')] = 0x52;
  await writeFile(path('log.tar'), bytes);
  expect(await command(verify)).toMatchObject({ code: 1 });
}, 60_000);
