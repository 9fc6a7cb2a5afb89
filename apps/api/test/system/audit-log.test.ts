import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { strongroom } from '../support/command.ts';
import { aRoom, given } from '../support/people-of-process.ts';
import { eventually, Place } from '../support/service-process.ts';

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
});

test('proofs of single events and of a destruction are verified without the service, and a changed one is tampered with', async () => {
  const service = await place.start();
  const token = await place.ownerToken();
  const owner = service.as(token);
  const { id: room } = await aRoom(owner);
  const env = { STRONGROOM_URL: service.url, STRONGROOM_TOKEN: token };
  const { receipt_id: receipt } = await given(owner.delete(`/rooms/${room}`));
  await eventually('the destruction', async () => {
    const { status } = await given(owner.get(`/destruction-receipts/${receipt}`));
    return status === 'complete' || undefined;
  });
  const [event] = await given(owner.get(`/audit-events?room_id=${room}&type=room.created`));
  const key = (await command(['audit', 'key'], env)).out.trim();
  const [one, destroyed] = [
    await command(['audit', 'proofs', event.id], env),
    await command(['receipt', receipt, '--proof'], env),
  ];
  expect(await command(['audit', 'proofs', '--room', room, '--into', 'proofs'], env)).toMatchObject({ code: 0 });
  expect(await command(['receipts', '--proofs', 'receipts'], env)).toMatchObject({
    code: 0,
    out: 'receipts: 1 proof\n',
  });
  service.signal('SIGTERM');
  await service.ended();
  await writeFile(path('one.proof'), one.out);
  await writeFile(path('destroyed.proof'), destroyed.out);
  const verify = (name: string) => command(['audit', 'verify', name, '--key', key]);
  expect(await verify('one.proof')).toMatchObject({ code: 0, out: expect.stringContaining('"type":"room.created"') });
  for (const name of ['destroyed.proof', `receipts/${receipt}.proof`])
    expect(await verify(name)).toMatchObject({ code: 0, out: expect.stringContaining(`"receipt_id":"${receipt}"`) });
  const all = await verify('proofs');
  expect([all.code, all.out.match(/^proven: /gm)?.length]).toEqual([0, 3]);
  const text = Buffer.from(/^extra (.*)$/m.exec(one.out)?.[1] ?? '', 'base64').toString();
  const forged = Buffer.from(text.replace('room.created', 'room.deleted')).toString('base64');
  await writeFile(path('forged.proof'), one.out.replace(/^extra .*$/m, `extra ${forged}`));
  expect(await verify('forged.proof')).toMatchObject({ code: 1, err: expect.stringContaining('tampered') });
  await writeFile(path('cut.proof'), one.out.slice(0, one.out.length / 2));
  expect(await verify('cut.proof')).toMatchObject({ code: 2 });
  expect(await command(['audit', 'verify', 'one.proof'])).toMatchObject({ code: 2 });
});
