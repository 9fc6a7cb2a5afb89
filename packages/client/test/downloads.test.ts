import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { MAX_FILE_BYTES, type Progress, type Strongroom, type StrongroomOptions } from '@strongroom/client';
import { failureOf } from './failure.ts';
import { openScratchFiles } from './open-files.ts';
import type { Fault } from './rooms-stand-in.ts';
import { refusing } from './service-stand-in.ts';
import { answerOnce, CONTENT, hashOf, TEXT, transferSetting } from './transfer-setting.ts';

const at = transferSetting();

/** The ways to download; each returns the received content. */
const WAYS_DOWN: Readonly<Record<string, (client: Strongroom, options?: object) => Promise<Uint8Array>>> = {
  memory: (client, options) => client.download('f', options),
  file: async (client, options) => {
    const path = join(at.folder, 'to', 'it');
    await client.downloadFile('f', path, options);
    return readFile(path);
  },
  stream: async (client, options) => buffer(await client.downloadStream('f', options)),
};

describe.each(Object.entries(WAYS_DOWN))('a download to %s', (way, download) => {
  /** A client whose room has a prepared file. */
  async function filled(fault?: Fault, options?: Partial<StrongroomOptions>): Promise<Strongroom> {
    const client = await at.meeting(fault, options);
    await client.upload('r', TEXT, CONTENT);
    return client;
  }

  test('returns the uploaded content, and leaves no key in memory', async () => {
    const client = await filled();
    expect(hashOf(await download(client))).toBe(hashOf(CONTENT));
    expect(at.service.steps().slice(3)).toEqual(['GET download', 'GET object']);
    expect(at.service.keys).toEqual([new Uint8Array(32), new Uint8Array(32)]);
  });

  test('starts again when its connection breaks midway', async () => {
    const client = await filled((step, index) =>
      step === 'GET object' && index === 0
        ? { length: CONTENT.length, cut: Buffer.from(at.service.objects[0] ?? []).subarray(0, 300_000) }
        : undefined,
    );
    expect(hashOf(await download(client))).toBe(hashOf(CONTENT));
    expect(at.service.steps().filter((step) => step === 'GET object')).toHaveLength(2);
  });

  test('keeps nothing of a broken attempt, whatever its length', async () => {
    const client = await filled(answerOnce('GET object', { length: 5_000_000, cut: randomBytes(4_000_000) }));
    expect(hashOf(await download(client))).toBe(hashOf(CONTENT));
  });

  test('asks for another address when its own has expired', async () => {
    const client = await filled(answerOnce('GET object', refusing(403, 'URL_EXPIRED')));
    expect(hashOf(await download(client))).toBe(hashOf(CONTENT));
    expect(at.service.steps().slice(3)).toEqual(['GET download', 'GET object', 'GET download', 'GET object']);
  });

  test('releases nothing that is not authentic', async () => {
    const client = await filled((step) => {
      if (step !== 'GET object') return undefined;
      const bytes = Buffer.from(at.service.objects[0] ?? []);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      return { status: 200, bytes };
    });
    const before = await leftovers();
    expect((await failureOf(download(client))).code).toBe('CONTENT_NOT_AUTHENTIC');
    expect(await leftovers()).toEqual(before);
    expect(at.service.keys.at(-1)).toEqual(new Uint8Array(32));
  });

  test('releases nothing whose size differs from that of the file', async () => {
    const client = await filled();
    const before = await leftovers();
    expect((await failureOf(download(client, { size: CONTENT.length + 1 }))).code).toBe('SIZE_DIFFERS');
    expect(await leftovers()).toEqual(before);
    expect(at.service.keys.at(-1)).toEqual(new Uint8Array(32));
    expect(hashOf(await download(client, { size: CONTENT.length }))).toBe(hashOf(CONTENT));
  });

  test('fails with the error of the object store', async () => {
    const client = await filled((step) => (step === 'GET object' ? refusing(404, 'OBJECT_NOT_FOUND') : undefined));
    expect(await failureOf(download(client))).toMatchObject({ code: 'OBJECT_NOT_FOUND', status: 404 });
    const other = await filled((step) =>
      step === 'GET object' ? { status: 400, bytes: Buffer.from('<Error>signed with SECRET</Error>') } : undefined,
    );
    const refused = await failureOf(download(other));
    expect(refused).toMatchObject({ code: 'OBJECT_REFUSED', status: 400 });
    expect(refused.message).not.toContain('SECRET');
  });

  test('ends on an abort, and leaves nothing', async () => {
    const stop = new AbortController();
    const client = await filled((step) => {
      if (step !== 'GET object') return undefined;
      stop.abort(new Error('no longer wanted'));
      return 'hang';
    });
    const before = await leftovers();
    await expect(download(client, { signal: stop.signal })).rejects.toThrow('no longer wanted');
    expect(await leftovers()).toEqual(before);
  });

  test.each(['said', 'not said'])('reads at most the maximum file size when the length is %s', async (how) => {
    const zeros = Buffer.alloc(how === 'said' ? 10 : MAX_FILE_BYTES + 1);
    const client = await filled((step) => {
      if (step !== 'GET object') return undefined;
      if (how === 'said') return { length: MAX_FILE_BYTES + 1, cut: zeros };
      return { status: 200, bytes: zeros, headers: { 'Transfer-Encoding': 'chunked' } };
    });
    const before = await leftovers();
    expect((await failureOf(download(client))).code).toBe('FILE_TOO_LARGE');
    expect(await leftovers()).toEqual(before);
  });

  test('tells how far it is', async () => {
    const client = await filled();
    const reported: Progress[] = [];
    await download(client, { onProgress: (progress: Progress) => reported.push(progress) });
    expect(reported.at(-1)).toEqual({ transferred: CONTENT.length, total: CONTENT.length });
  });

  /** The files in `at.folder`, and in the folder of scratch files. */
  async function leftovers(): Promise<readonly string[]> {
    const own = await readdir(at.folder, { recursive: true });
    return [way, ...(await openScratchFiles()), ...own.filter((name) => name !== 'to')];
  }
});
