import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { build } from '../support/built.ts';
import { aFile, aRoom, given } from '../support/people-of-process.ts';
import { Canaries } from './canaries.ts';
import { KmsPlace, upload } from './kms-place.ts';

const AT_ONCE = 50;

/** Wraps data keys, and expects that none of them appears in clear anywhere. */
export function noKeyInClear(uploads: number): void {
  jest.setTimeout(300_000);
  let at: KmsPlace;
  beforeAll(build, 120_000);
  beforeEach(async () => {
    at = await KmsPlace.make();
  });
  afterEach(() => at.end());

  test(`none of ${uploads} data keys is in clear in an answer, a log line at level debug, a document or a blob`, async () => {
    const owner = await at.owner({
      STRONGROOM_LOG: 'debug',
      STRONGROOM_RATE_LIMIT: '1000000',
      GOOGLE_SDK_NODE_LOGGING: 'all', // makes Google's library print every request
    });
    const room = await aRoom(owner);
    const answers: string[] = [];
    const wrapped: { wrappedDek: string; kmsKeyId: string }[] = [];
    while (wrapped.length < uploads) {
      const replies = await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, uploads - wrapped.length) }, (_, index) =>
          upload(owner, room, `upload-${wrapped.length + index}`),
        ),
      );
      for (const { status, text, headers, body } of replies) {
        if (status !== 200) throw new Error(`answered ${status}: ${text}`);
        answers.push(
          text,
          JSON.stringify([...headers]),
          Buffer.from(body.data.wrapped_dek, 'base64').toString('latin1'),
        );
        wrapped.push({ wrappedDek: body.data.wrapped_dek, kmsKeyId: body.data.kms_key_id });
      }
    }
    const file = await aFile(owner, room);
    for (const path of [`/files/${file.id}/download-url`, '/audit-events?per_page=100', '/me'])
      answers.push(JSON.stringify(await given(owner.get(path))));

    const keys = (await at.kms.unwrap(wrapped)).map((text) => Buffer.from(text, 'base64'));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(uploads);
    const canaries = new Canaries(keys);
    const { out, err } = at.service;
    expect(canaries.in(Buffer.from(answers.join('\n'), 'latin1'))).toEqual([]);
    expect(canaries.in(Buffer.from(out + err))).toEqual([]);
    expect(err).toBe('');
    expect(out.split('"level":').length).toBeGreaterThan(uploads);
    const looked: string[] = [];
    for (const entry of await readdir(at.place.data, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      looked.push(entry.name);
      expect({ path, found: canaries.in(await readFile(path)) }).toEqual({ path, found: [] });
    }
    expect(looked).toEqual(expect.arrayContaining(['strongroom.db', 'strongroom.db-wal']));
    expect(await at.kms.calls()).not.toHaveProperty('decrypt');
  });

  test('the search finds a key in every spelling, wherever it stands', () => {
    const key = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37 + 200) % 256));
    const canaries = new Canaries([Buffer.alloc(32, 7), key]);
    const texts = [
      key,
      Buffer.from(key.toString('hex')),
      Buffer.from(key.toString('hex').toUpperCase()),
      Buffer.from(key.toString('base64')),
      Buffer.from(key.toString('base64url')),
    ];
    for (const text of texts) {
      const found = canaries.in(Buffer.concat([Buffer.from('x: "'), text, Buffer.from('"')]));
      expect(new Set(found.map((line) => line.split(' ').at(-1)))).toEqual(new Set(['1']));
    }
    expect(canaries.in(Buffer.concat(texts.map((text) => text.subarray(1))))).toEqual([]);
  });
}
