import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import type { Progress, Strongroom } from '@strongroom/client';
import { failureOf } from './failure.ts';
import { refusing } from './service-stand-in.ts';
import { answerOnce, CONTENT, TEXT, transferSetting } from './transfer-setting.ts';

const at = transferSetting();

/** The three ways to upload, which must behave alike. */
const WAYS_UP: Readonly<Record<string, (client: Strongroom, options?: object) => Promise<unknown>>> = {
  memory: (client, options) => client.upload('r', TEXT, CONTENT, options),
  file: async (client, options) => {
    const path = join(at.folder, 'from');
    await writeFile(path, CONTENT);
    return client.uploadFile('r', path, TEXT, options);
  },
  stream: (client, options) =>
    client.uploadStream('r', TEXT, Readable.from([CONTENT.subarray(0, 9), CONTENT.subarray(9)]), options),
};

describe.each(Object.entries(WAYS_UP))('an upload from %s', (_, upload) => {
  test('takes its steps in order, and leaves no key in memory', async () => {
    const client = await at.meeting();
    expect(await upload(client)).toEqual({ id: 'f', status: 'available' });
    expect(at.service.steps()).toEqual(['POST announce', 'PUT object', 'POST confirm']);
    expect(JSON.parse(String(at.service.came[0]?.body))).toMatchObject({ ...TEXT, size: CONTENT.length });
    expect(at.service.came[1]?.headers).toMatchObject({ 'content-length': `${CONTENT.length}` });
    expect(at.service.came[1]?.headers.authorization).toBeUndefined();
    expect(at.service.keys).toEqual([new Uint8Array(32)]);
  });

  test('starts again with a new iv when its connection breaks', async () => {
    const client = await at.meeting(answerOnce('PUT object', 'break'));
    await upload(client);
    expect(at.service.steps()).toEqual(['POST announce', 'PUT object', 'PUT object', 'POST confirm']);
    const [first, second] = at.service.came.filter(({ method }) => method === 'PUT');
    expect(first?.body.equals(second?.body ?? Buffer.alloc(0))).toBe(false);
  });

  test.each(['PUT object', 'POST confirm', 'POST announce'])('waits when %s is not available', async (step) => {
    const client = await at.meeting(answerOnce(step, refusing(503, 'STORAGE_UNAVAILABLE', { 'Retry-After': '1' })));
    await upload(client);
    expect(at.service.steps().filter((one) => one === step)).toHaveLength(2);
  });

  test('asks for another address, of the same file, when its own has expired', async () => {
    const client = await at.meeting(answerOnce('PUT object', refusing(403, 'URL_EXPIRED')));
    await upload(client);
    expect(at.service.steps()).toEqual(['POST announce', 'PUT object', 'POST announce', 'PUT object', 'POST confirm']);
    const names = at.service.came.filter(({ path }) => path.endsWith('/upload-url'));
    expect(new Set(names.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(at.service.came[3]?.path).toBe('/object/1?signed');
  });

  test('sends content again that did not arrive whole', async () => {
    const client = await at.meeting(answerOnce('POST confirm', refusing(409, 'UPLOAD_SIZE_MISMATCH')));
    await upload(client);
    expect(at.service.steps().filter((step) => step === 'PUT object')).toHaveLength(2);
    expect(at.service.steps().at(-1)).toBe('POST confirm');
  });

  test('removes the announced file when it fails', async () => {
    const client = await at.meeting((step) => (step === 'PUT object' ? refusing(507, 'STORAGE_FULL') : undefined));
    expect((await failureOf(upload(client))).code).toBe('STORAGE_FULL');
    expect(at.service.steps()).toEqual(['POST announce', 'PUT object', 'DELETE file']);
    expect(at.service.keys).toEqual([new Uint8Array(32)]);
  });

  test('keeps the announced file if the upload can be resumed', async () => {
    const client = await at.meeting((step) => (step === 'PUT object' ? refusing(507, 'STORAGE_FULL') : undefined));
    const announced: string[] = [];
    const options = { idempotencyKey: 'mine', onAnnounced: (id: string) => announced.push(id) };
    await failureOf(upload(client, options));
    expect(at.service.steps()).toEqual(['POST announce', 'PUT object']);
    expect(at.service.came[0]?.headers['idempotency-key']).toBe('mine');
    expect(announced).toEqual(['f']);
  });

  test('ends on an abort, and removes the announced file', async () => {
    const stop = new AbortController();
    const client = await at.meeting((step) => {
      if (step !== 'PUT object') return undefined;
      stop.abort(new Error('no longer wanted'));
      return 'hang';
    });
    await expect(upload(client, { signal: stop.signal })).rejects.toThrow('no longer wanted');
    expect(at.service.steps()).toEqual(['POST announce', 'PUT object', 'DELETE file']);
  });

  test('tells how far it is', async () => {
    const client = await at.meeting();
    const reported: Progress[] = [];
    await upload(client, { onProgress: (progress: Progress) => reported.push(progress) });
    expect(reported[0]).toEqual({ transferred: 0, total: CONTENT.length });
    expect(reported.at(-1)).toEqual({ transferred: CONTENT.length, total: CONTENT.length });
  });

  test('needs key management', async () => {
    const client = await at.meeting(undefined, { unwrap: undefined });
    expect((await failureOf(upload(client))).code).toBe('NO_KEY_MANAGEMENT');
    expect(at.service.came).toEqual([]);
  });
});
