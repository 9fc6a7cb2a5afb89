import { readdir, readFile, readlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { spoolStream } from '../src/node/spool.ts';
import { openScratchFiles } from './open-files.ts';

const SECRET = 'nobody else may read this. '.repeat(100_000);

/** Other tests of the same process may have folders with the same prefix open. */
const SCRATCH_FILE = /\/strongroom-[0-9a-f-]{36}\.tmp/;

/** The bytes on the disk of every scratch file. */
async function onDisk(): Promise<readonly Buffer[]> {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const paths = names.map((name) => `/proc/self/fd/${name}`);
  const targets = await Promise.all(paths.map((path) => readlink(path).catch(() => '')));
  return Promise.all(paths.filter((_, index) => SCRATCH_FILE.test(targets[index] ?? '')).map((path) => readFile(path)));
}

/** Each piece is valid until the next one is requested. */
async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += Buffer.from(piece).toString();
  return text;
}

test('a spool keeps a stream for repeated reading, and never stores it in clear', async () => {
  const source = await spoolStream(Readable.from([SECRET.slice(0, 1000), Buffer.from(SECRET.slice(1000))]), undefined);
  expect(source.size).toBe(SECRET.length);
  for (let times = 0; times < 2; times++) expect(await textOf(source.read())).toBe(SECRET);
  const found = await onDisk();
  expect(found.map((bytes) => [bytes.length, bytes.includes('nobody else')])).toEqual(
    process.platform === 'linux' ? [[SECRET.length, false]] : [],
  );
  await source.close();
  expect(await openScratchFiles()).toEqual([]);
});

test('a spool keeps nothing of a stream that fails midway', async () => {
  const breaking = async function* () {
    yield 'some';
    throw new Error('the pipe broke');
  };
  await expect(spoolStream(breaking(), undefined)).rejects.toThrow('the pipe broke');
  expect(await openScratchFiles()).toEqual([]);
});

test('a spool stops waiting for the stream when the caller aborts', async () => {
  const stop = new AbortController();
  const endless = async function* () {
    for (;;) {
      yield 'some';
      stop.abort(new Error('no longer wanted'));
    }
  };
  await expect(spoolStream(endless(), stop.signal)).rejects.toThrow('no longer wanted');
  expect(await openScratchFiles()).toEqual([]);
});

describe.each([undefined, 'some'])('while a stream gives nothing more after %j', (first) => {
  test('the spool stops waiting and closes the stream on an abort', async () => {
    const stop = new AbortController();
    const silent = new Readable({ read: () => undefined });
    if (first !== undefined) silent.push(first);
    const work = spoolStream(silent, stop.signal);
    setImmediate(() => stop.abort(new Error('no longer wanted')));
    await expect(work).rejects.toThrow('no longer wanted');
    expect(silent.destroyed).toBe(true);
    expect(await openScratchFiles()).toEqual([]);
  });

  test('the spool ends a generator on an abort without waiting for it', async () => {
    const stop = new AbortController();
    const asked: string[] = [];
    const silent: AsyncIterable<string> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          asked.push('next');
          if (asked.length === 1 && first !== undefined) return Promise.resolve({ done: false, value: first });
          setImmediate(() => stop.abort(new Error('no longer wanted')));
          return new Promise(() => undefined);
        },
        return: () => {
          asked.push('return');
          return new Promise(() => undefined);
        },
      }),
    };
    await expect(spoolStream(silent, stop.signal)).rejects.toThrow('no longer wanted');
    expect(asked.at(-1)).toBe('return');
    expect(await openScratchFiles()).toEqual([]);
  });
});

test('a stream is not read when the call is aborted from the start', async () => {
  const stream = Readable.from(['some']);
  await expect(spoolStream(stream, AbortSignal.abort(new Error('no longer wanted')))).rejects.toThrow(
    'no longer wanted',
  );
  expect(stream.destroyed).toBe(true);
  expect(await openScratchFiles()).toEqual([]);
});
