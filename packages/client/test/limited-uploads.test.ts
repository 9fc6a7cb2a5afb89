import { expect, test } from '@jest/globals';
import type { Fetch } from '../src/http/connection-errors.ts';
import { Strongroom } from '../src/strongroom.ts';
import { VolatileMemory } from '../src/transfer/volatile-memory.ts';
import { notedTime, recordedWaits } from './waits.ts';

const json = (data: unknown): Response => Response.json({ data });
const limited = (): Response =>
  Response.json(
    { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Too many requests.', status: 429 } },
    { status: 429, headers: { 'Retry-After': '40' } },
  );

const WRAPPED = { wrapped_dek: 'd3JhcHBlZA==', kms_key_id: 'k', wrapped_dek_aad: null, key_grant: null };

/** A service that refuses the first call of each kind by a limit. */
function limitedService(): Readonly<{ fetch: Fetch; asked: readonly string[] }> {
  const asked: string[] = [];
  const fetch: Fetch = async (url) => {
    const what = url.split('/').at(-1) ?? '';
    asked.push(what);
    const isFirst = asked.filter((one) => one === what).length === 1;
    if (isFirst && what !== 'object') return limited();
    if (what === 'upload-urls')
      return json([{ index: 0, status: 200, data: { ...WRAPPED, file_id: 'f', upload_url: 'https://store/object' } }]);
    if (what === 'bulk-confirm') return json([{ index: 0, status: 200, data: { id: 'f', status: 'available' } }]);
    return new Response();
  };
  return { fetch, asked };
}

test('resumable uploads wait until a limit ends, as its Retry-After says, and report each wait with its end', async () => {
  const { fetch, asked } = limitedService();
  const { time, pauses } = notedTime();
  const { onWait, reported } = recordedWaits();
  const unwrap = { unwrap: async () => new Uint8Array(32) };
  const client = new Strongroom({ url: 'https://rooms.example', fetch, time, onWait, unwrap });
  const ended: (string | undefined)[] = [];
  const uploads = client.resumableBlobUploads<{ file: Blob }, string>('r', {
    memory: new VolatileMemory<string>(),
    onOutcome: ({ id }) => void ended.push(id),
  });
  const description = { name: 'a', size: 3, content_type: 'text/plain' };
  uploads.add([{ file: { file: new Blob(['abc']) }, upload: 'a', description }]);
  await uploads.run(new AbortController().signal);
  expect(ended).toEqual(['f']);
  expect(asked).toEqual(['upload-urls', 'upload-urls', 'object', 'bulk-confirm', 'bulk-confirm']);
  expect(pauses).toEqual([40_000, 40_000]);
  expect(reported.map(({ until }) => until.getTime())).toEqual([40_000, 40_000]);
});

test('resumable uploads report a file whose content was changed or removed since it was chosen', async () => {
  const { fetch } = limitedService();
  const { time } = notedTime();
  const unwrap = { unwrap: async () => new Uint8Array(32) };
  const client = new Strongroom({ url: 'https://rooms.example', fetch, time, unwrap });
  const codes: (string | undefined)[] = [];
  const uploads = client.resumableBlobUploads<{ file: Blob }, string>('r', {
    memory: new VolatileMemory<string>(),
    onOutcome: ({ error }) => void codes.push(error?.code),
  });
  const add = (file: Blob, size: number) =>
    uploads.add([{ file: { file }, upload: `${size}`, description: { name: 'a', size, content_type: 'text/plain' } }]);
  const gone = Object.assign(new Blob(['ab']), { arrayBuffer: () => Promise.reject(new Error('NotReadableError')) });
  add(new Blob(['abcd']), 3);
  await uploads.run(new AbortController().signal);
  add(gone, 2);
  await uploads.run(new AbortController().signal);
  expect(codes).toEqual(['SOURCE_CHANGED', 'SOURCE_UNREADABLE']);
});
