import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import type { Progress, Strongroom, StrongroomOptions } from '@strongroom/client';
import { failureOf } from './failure.ts';
import type { Came, Reaction } from './service-stand-in.ts';
import { refusing } from './service-stand-in.ts';
import { CONTENT, hashOf, TEXT, transferSetting } from './transfer-setting.ts';
import { notedTime, recordedWaits } from './waits.ts';

const at = transferSetting();

const WAYS_DOWN: Readonly<Record<string, (client: Strongroom, options?: object) => Promise<Uint8Array>>> = {
  memory: (client, options) => client.download('f', options),
  file: async (client, options) => {
    const path = join(at.folder, 'to', 'it');
    await client.downloadFile('f', path, options);
    return readFile(path);
  },
  stream: async (client, options) => buffer(await client.downloadStream('f', options)),
};

const LOGIN_PAGE: Reaction = {
  status: 200,
  bytes: Buffer.from('<html>Sign in to the Wi-Fi of the hotel</html>'),
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
};
const SIZE = { size: CONTENT.length };

describe.each(Object.entries(WAYS_DOWN))('a download to %s over a line that is cut', (_, download) => {
  const sealed = () => Buffer.from(at.service.objects[0] ?? []);
  const fromOf = ({ headers }: Came) => Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);

  /** A store that answers ranges; `react` may answer in its place. */
  async function store(
    react: (from: number, index: number) => Reaction | 'cut' | 'silence' | undefined,
    options: Partial<StrongroomOptions> = {},
    content = CONTENT,
  ): Promise<Strongroom> {
    const client = await at.meeting((step, index, came) => {
      if (step !== 'GET object') return undefined;
      const from = fromOf(came);
      const reaction = react(from, index);
      const rest = sealed().subarray(from);
      const headers = from > 0 ? { 'Content-Range': `bytes ${from}-${sealed().length - 1}/${sealed().length}` } : {};
      const status = from > 0 ? 206 : 200;
      if (reaction === 'cut' || reaction === 'silence') {
        const isSilent = reaction === 'silence';
        return { status, headers, length: rest.length, cut: rest.subarray(0, 200_000), isSilent };
      }
      return reaction ?? { status, headers, bytes: rest };
    }, options);
    await client.upload('r', TEXT, content);
    return client;
  }
  const requested = () =>
    at.service.came
      .filter(({ path }) => path.startsWith('/object'))
      .slice(1)
      .map(fromOf);

  test('continues after the last byte that arrived, as often as it is cut', async () => {
    const client = await store((_from, index) => (index < 4 ? 'cut' : undefined));
    expect(hashOf(await download(client, SIZE))).toBe(hashOf(CONTENT));
    const froms = requested();
    expect(froms[0]).toBe(0);
    expect(froms.slice(1).every((from, index) => from > (froms[index] ?? 0))).toBe(true);
    expect(froms).toHaveLength(5);
  });

  test('says each wait, and counts progress upwards only', async () => {
    const [{ time }, { onWait, reported }] = [notedTime(), recordedWaits()];
    const client = await store((_from, index) => (index < 2 ? 'cut' : undefined), { time, onWait });
    const progress: number[] = [];
    await download(client, { onProgress: ({ transferred }: Progress) => progress.push(transferred) });
    expect(reported.map(({ code }) => code)).toEqual(['CONNECTION_LOST', 'CONNECTION_LOST']);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(CONTENT.length);
  });

  test('asks for another address where its own has ended meanwhile, and continues', async () => {
    const client = await store((from, index) => {
      if (index === 0 || index === 2) return 'cut';
      return index === 1 || index === 3 ? refusing(403, 'URL_EXPIRED') : from > 0 ? undefined : 'break';
    });
    expect(hashOf(await download(client, SIZE))).toBe(hashOf(CONTENT));
    expect(at.service.steps().filter((step) => step === 'GET download')).toHaveLength(3);
  });

  test.each([
    ['a 502 of a proxy', { status: 502, bytes: Buffer.from('<html>Bad gateway</html>') }],
    ['a sign-in page of the network', LOGIN_PAGE],
    ['a redirect to one', { status: 302, bytes: Buffer.alloc(0), headers: { Location: 'http://127.0.0.1:9/in' } }],
  ] satisfies [string, Reaction][])('waits while it gets %s', async (__, page) => {
    const client = await store((_from, index) => {
      if (index === 1) return 'cut';
      return index === 0 || index === 2 ? page : undefined;
    });
    expect(hashOf(await download(client, SIZE))).toBe(hashOf(CONTENT));
  });

  test('names a sign-in page that stays', async () => {
    const client = await store(() => LOGIN_PAGE);
    expect(await failureOf(download(client, SIZE))).toMatchObject({
      code: 'CONNECTION_LOST',
      message: expect.stringContaining('Another server answered in place of the store'),
    });
  });

  test('begins again where the store ignores ranges', async () => {
    const client = await store((from, index) => {
      if (index === 0) return 'cut';
      return from > 0 ? { status: 200, bytes: sealed() } : undefined;
    });
    expect(hashOf(await download(client, SIZE))).toBe(hashOf(CONTENT));
  });

  test('verifies the whole: a range of something else is refused', async () => {
    const client = await store((from, index) => {
      if (index === 0) return 'cut';
      const range = `bytes ${from}-${sealed().length - 1}/${sealed().length}`;
      return { status: 206, bytes: Buffer.alloc(sealed().length - from), headers: { 'Content-Range': range } };
    });
    expect((await failureOf(download(client, SIZE))).code).toBe('CONTENT_NOT_AUTHENTIC');
  });

  test('continues after a silence', async () => {
    const client = await store((from, index) => (index === 0 ? 'silence' : from > 0 ? undefined : 'break'), {
      timeout: 300,
    });
    expect(hashOf(await download(client, SIZE))).toBe(hashOf(CONTENT));
  });

  test('gives up where nothing more arrives', async () => {
    const client = await store((_from, index) => (index === 0 ? 'cut' : 'break'));
    expect((await failureOf(download(client, SIZE))).code).toBe('CONNECTION_LOST');
    expect(requested()).toHaveLength(6);
  });

  test('gives up after 100 interruptions', async () => {
    const few = CONTENT.subarray(0, 5000);
    const client = await store(
      (from) => {
        const rest = sealed().subarray(from);
        const headers = { 'Content-Range': `bytes ${from}-${sealed().length - 1}/${sealed().length}` };
        return { status: from > 0 ? 206 : 200, headers, length: rest.length, cut: rest.subarray(0, 10) };
      },
      {},
      few,
    );
    expect((await failureOf(download(client, { size: few.length }))).code).toBe('CONNECTION_LOST');
    expect(requested().length).toBeLessThanOrEqual(102);
  });
});
