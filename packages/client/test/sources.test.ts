import { appendFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { MAX_FILE_BYTES, type Progress } from '@strongroom/client';
import { fileSource } from '../src/node/source.ts';
import { failureOf } from './failure.ts';
import { CONTENT, TEXT, transferSetting } from './transfer-setting.ts';

const at = transferSetting();

test('a file that grows or shrinks while it is sent is not uploaded', async () => {
  const path = join(at.folder, 'changing');
  for (const change of [() => appendFile(path, 'more'), () => truncate(path, 300_000)]) {
    await writeFile(path, CONTENT);
    const client = await at.meeting();
    let isChanged = false;
    const onProgress = ({ transferred }: Progress) => {
      if (transferred > 0 && !isChanged) {
        isChanged = true;
        changing = change();
      }
    };
    let changing = Promise.resolve();
    const onAnnounced = () => undefined;
    const error = await failureOf(client.uploadFile('r', path, TEXT, { onProgress, onAnnounced }));
    await changing;
    expect(error.code).toBe('SOURCE_CHANGED');
    expect(at.service.confirmed()).toBeUndefined();
    // The rest of the aborted PUT may be read after the DELETE, which comes over another connection.
    expect(at.service.steps()).toContain('DELETE file');
  }
});

test.each([0, 1, 262_143, 262_144, 262_145])('a file of %d bytes is read whole', async (size) => {
  const path = join(at.folder, 'file');
  await writeFile(path, CONTENT.subarray(0, size));
  const source = await fileSource(path);
  const pieces: Buffer[] = [];
  for await (const piece of source.read()) pieces.push(Buffer.from(piece));
  await source.close();
  expect(Buffer.concat(pieces).equals(CONTENT.subarray(0, size))).toBe(true);
});

test('a missing file and a folder are not announced', async () => {
  const client = await at.meeting();
  expect((await failureOf(client.uploadFile('r', at.folder, TEXT))).code).toBe('SOURCE_UNREADABLE');
  expect((await failureOf(client.uploadFile('r', join(at.folder, 'no'), TEXT))).code).toBe('SOURCE_UNREADABLE');
  expect(at.service.came).toEqual([]);
});

test('a file that is too large is not announced', async () => {
  const client = await at.meeting();
  const path = join(at.folder, 'large');
  await writeFile(path, '');
  await truncate(path, MAX_FILE_BYTES + 1);
  expect((await failureOf(client.uploadFile('r', path, TEXT))).code).toBe('FILE_TOO_LARGE');
  const endless = async function* () {
    for (const piece = Buffer.alloc(8_000_000); ; ) yield piece;
  };
  expect((await failureOf(client.uploadStream('r', TEXT, endless()))).code).toBe('FILE_TOO_LARGE');
  const large = new Uint8Array(MAX_FILE_BYTES + 1);
  expect((await failureOf(client.upload('r', TEXT, large))).code).toBe('FILE_TOO_LARGE');
  expect((await failureOf(client.upload('r', TEXT, new Blob([large])))).code).toBe('FILE_TOO_LARGE');
  expect(at.service.came).toEqual([]);
});

test('a stream is not read without key management', async () => {
  const client = await at.meeting(undefined, { unwrap: undefined });
  const asked = jest.fn();
  const stream = { [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: asked() }) as const }) };
  expect((await failureOf(client.uploadStream('r', TEXT, stream))).code).toBe('NO_KEY_MANAGEMENT');
  expect(asked).not.toHaveBeenCalled();
});

test('an unwrapped value that is not a key is rejected and zeroed', async () => {
  const short = new Uint8Array(31).fill(7);
  const client = await at.meeting(undefined, { unwrap: { unwrap: async () => short } });
  expect((await failureOf(client.upload('r', TEXT, CONTENT))).code).toBe('KEY_MALFORMED');
  expect(short).toEqual(new Uint8Array(31));
});

test('the reason of a failed unwrap is the cause', async () => {
  const cause = new Error('the card is not in the reader');
  const client = await at.meeting(undefined, { unwrap: { unwrap: () => Promise.reject(cause) } });
  expect(await failureOf(client.upload('r', TEXT, CONTENT))).toMatchObject({ code: 'KEY_NOT_UNWRAPPED', cause });
});
