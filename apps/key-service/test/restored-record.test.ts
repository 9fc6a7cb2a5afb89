import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { readSettings } from '../src/config/settings.ts';
import { run } from '../src/container/commands.ts';
import { lineLog } from '../src/container/line-log.ts';
import { openKeyService } from '../src/container/open-key-service.ts';
import { aClient, Setting, type WrappedFileKey } from './setting.ts';

let setting: Setting;
let wrapped: WrappedFileKey;
const client = aClient();
beforeEach(async () => {
  setting = await Setting.start();
  wrapped = await setting.aFile();
});
afterEach(() => setting.end());

const release = () =>
  setting.post('/v1/unwrap', {
    grant: setting.grant(wrapped, client),
    wrapped_dek: wrapped.wrappedDek,
    client_key: client.jwk,
  });

/** The answer once the keys of the room service are read, which a start does not wait for. */
async function afterKeys(): ReturnType<typeof release> {
  for (;;) {
    const answer = await release();
    if (answer.json.error?.code !== 'KEY_SERVICE_NOT_READY') return answer;
    await pause(25);
  }
}

/** Makes a record that `strongroom-admin restore` would leave. */
async function restored(): Promise<void> {
  await setting.stop();
  await writeFile(join(setting.folder, 'key-service/record.id'), `${randomUUID()}\nrestored\n`);
}

/** A key service that cannot get ready. */
async function begin(): Promise<Readonly<{ stop: () => Promise<void> }>> {
  const read = readSettings(setting.environment);
  if ('problems' in read) throw new Error(read.problems.join('\n'));
  return openKeyService(
    read.settings,
    lineLog(() => undefined),
  );
}

async function command(...args: readonly string[]) {
  let out = '';
  const write = (text: string | Uint8Array): boolean => {
    out += text.toString();
    return true;
  };
  const spies = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write').mockImplementation(write));
  try {
    return { code: await run(args, setting.environment), out };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

test('a restored record releases no key, says why, and continues in a new one after a command of its operator', async () => {
  expect((await release()).status).toBe(200);
  await restored();
  const service = await begin();
  try {
    const ready = await fetch(`${setting.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', record: 'store_is_restored' }]);
    const refused = await afterKeys();
    expect([refused.status, refused.json.error?.code]).toEqual([503, 'READ_ONLY']);
    expect(await command('doctor')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^fail +record +the store was/m),
    });
    expect(await command('record', 'restart')).toMatchObject({
      code: 1,
      out: expect.stringContaining('--reason TEXT'),
    });
    expect(await command('record', 'restart', '--reason', 'the disk was lost')).toMatchObject({ code: 0 });
  } finally {
    await service.stop();
  }
  await setting.open();
  expect((await release()).status).toBe(200);
  const events = await setting.record();
  expect(events.map(({ type }) => type)).toContain('log.restarted');
});

test('a moved record continues, and a new record makes a missing key', async () => {
  await release();
  await restored();
  expect(await command('record', 'continue', '--reason', 'moved')).toMatchObject({ code: 0 });
  await setting.open();
  expect((await release()).status).toBe(200);
  expect((await setting.record()).map(({ type }) => type)).toContain('log.continued');
  await restored();
  await rm(join(setting.folder, 'key-service/keys'), { recursive: true });
  expect(await command('record', 'continue', '--reason', 'moved')).toMatchObject({ code: 1 });
  expect(await command('record', 'restart', '--reason', 'the keys were lost')).toMatchObject({ code: 0 });
  await setting.open();
  expect((await release()).status).toBe(200);
});
