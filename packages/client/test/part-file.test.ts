import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { OpenFile } from '../src/node/open-file.ts';
import { partFile } from '../src/node/part-file.ts';

let folder: string;
/** Methods of every open file. */
const methods = OpenFile.prototype;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'part-file-'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const MIB = 1_048_576;

test('a file that nothing was written to is not truncated', async () => {
  const truncate = jest.spyOn(methods, 'truncate');
  const part = await partFile(join(folder, 'a'), false);
  await part.restart();
  await part.append(Buffer.from('content'));
  await part.keep();
  expect(truncate).not.toHaveBeenCalled();
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('content');
});

test('the last write of a failed attempt is truncated, and does not land in the next one', async () => {
  const order: string[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with the file they are asked of
  const { writev, truncate } = methods;
  jest.spyOn(methods, 'writev').mockImplementationOnce(async function (this: OpenFile, ...args) {
    await pause(20);
    const written = await writev.apply(this, args);
    order.push('written');
    return written;
  });
  jest.spyOn(methods, 'truncate').mockImplementationOnce(async function (this: OpenFile, ...args) {
    order.push('truncated');
    await truncate.apply(this, args);
  });
  const part = await partFile(join(folder, 'a'), false);
  await part.append(Buffer.alloc(2 * MIB, 1));
  await part.restart();
  await part.append(Buffer.alloc(MIB, 2));
  await part.keep();
  expect(order).toEqual(['written', 'truncated']);
  expect((await readFile(join(folder, 'a'))).equals(Buffer.alloc(MIB, 2))).toBe(true);
});

test('a write that failed begins again', async () => {
  jest.spyOn(methods, 'writev').mockRejectedValueOnce(new Error('no space'));
  const part = await partFile(join(folder, 'a'), false);
  await part.append(Buffer.alloc(MIB, 1));
  await part.restart();
  await part.append(Buffer.from('content'));
  await part.keep();
  expect(await readFile(join(folder, 'a'), 'utf8')).toBe('content');
});
