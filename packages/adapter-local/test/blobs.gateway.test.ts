import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, plus } from '@strongroom/domain';
import type { BlobAddress } from '@strongroom/ports';
import { MemoryBlobStore } from '../src/index.ts';
import { addressIn, BlobSetting, blobKey, bodyOf, NOW, textOf } from './blobs.setting.ts';

describe('the gateway', () => {
  let blobs: BlobSetting;
  beforeEach(async () => {
    blobs = await BlobSetting.make();
  });
  afterEach(() => blobs.end());

  test('sends the requested range, and the total size', async () => {
    await blobs.put('a', '0123456789');
    const answer = await blobs.store.get(await blobs.download('a'), 'bytes=2-4');
    expect([answer.size, answer.range]).toEqual([10, { first: 2, last: 4 }]);
    expect(await textOf(answer.body)).toBe('234');
    expect(await blobs.read('a', 'bytes=-1')).toBe('9');
    expect(await blobs.read('a', 'bytes=1-2,4-5')).toBe('0123456789');
    await expect(blobs.read('a', 'bytes=10-')).rejects.toMatchObject({ code: 'RANGE_NOT_SATISFIABLE', size: 10 });
    const head = await blobs.store.head(await blobs.download('a'), 'bytes=2-4');
    expect(head).toEqual({ etag: answer.etag, size: 10, range: { first: 2, last: 4 } });
  });

  test.each([2, 65_535, 65_536, 65_537, 400_000])(
    'sends an object of %d bytes whole, and parts of it',
    async (size) => {
      const text = Array.from({ length: size }, (_, index) => String.fromCodePoint(97 + (index % 23))).join('');
      await blobs.put('a', text);
      expect((await blobs.read('a')) === text).toBe(true);
      expect(await blobs.read('a', 'bytes=-1')).toBe(text.slice(-1));
      expect((await blobs.read('a', 'bytes=0-')) === text).toBe(true);
      for (const from of [1, size >> 1])
        expect((await blobs.read('a', `bytes=${from}-`)) === text.slice(from)).toBe(true);
    },
  );

  test('sends the same ETag for PUT, GET and HEAD, and another after another PUT', async () => {
    const { etag } = await blobs.store.put(await blobs.upload('a', 4), bodyOf('same'));
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    expect((await blobs.store.head(await blobs.download('a'), undefined)).etag).toBe(etag);
    const again = await blobs.store.put(await blobs.upload('a', 4), bodyOf('same'));
    expect(again.etag).not.toBe(etag);
  });

  test('accepts an address until it expires, and then gives the reason', async () => {
    await blobs.put('a', 'x');
    const upload = await blobs.upload('a', 1);
    const download = await blobs.download('a');
    blobs.time = plus(NOW, 1000);
    await blobs.store.put(upload, bodyOf('y'));
    await blobs.store.head(download, undefined);
    blobs.time = plus(NOW, 1001);
    await expect(blobs.store.put(upload, bodyOf('z'))).rejects.toMatchObject({ code: 'URL_EXPIRED' });
    await expect(blobs.store.get(download, undefined)).rejects.toMatchObject({ code: 'URL_EXPIRED' });
    await expect(blobs.store.head(download, undefined)).rejects.toMatchObject({ code: 'URL_EXPIRED' });
  });

  test('refuses an address of a clock that was ahead, as it would live for longer than any may', async () => {
    await blobs.put('a', 'x');
    blobs.time = plus(NOW, 400 * DAY);
    const [upload, download] = [await blobs.upload('a', 1), await blobs.download('a')];
    blobs.time = NOW;
    await expect(blobs.store.put(upload, bodyOf('y'))).rejects.toMatchObject({ code: 'URL_EXPIRED' });
    await expect(blobs.store.get(download, undefined)).rejects.toMatchObject({ code: 'URL_EXPIRED' });
  });

  test('reports a forged address as forged, even if it is expired or the object is gone', async () => {
    const { path, query } = await blobs.download('gone');
    blobs.time = plus(NOW, 5000);
    const forged: readonly BlobAddress[] = [
      { path, query: query.replace(/signature=./, 'signature=_') },
      { path: '../gone', query },
      { path: 'gone/..', query },
      { path: '%67one', query },
      { path: '', query },
      { path, query: '' },
      { path, query: `&${query}` },
      { path, query: query.replace('expires=', 'expires=0') },
      { path, query: query.replace(/(.*)&(.*)/, '$2&$1') },
    ];
    for (const address of forged) {
      await expect(blobs.store.get(address, undefined)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
      await expect(blobs.store.put(address, bodyOf('x'))).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
    }
    await expect(blobs.store.get({ path, query }, undefined)).rejects.toMatchObject({ code: 'URL_EXPIRED' });
  });

  test('makes addresses from where the service is reached at that moment, without touching the body of a forged PUT', async () => {
    let port = 1;
    const clock = { now: () => NOW };
    const store = new MemoryBlobStore({
      baseUrl: () => `https://example.org:${port}/x`,
      signingKey: new Uint8Array(32),
      clock,
    });
    port = 8443;
    const url = await store.signUpload({ key: blobKey('a/b'), size: 1, expiresAt: NOW });
    expect(url).toMatch(
      /^https:\/\/example\.org:8443\/x\/blobs\/a\/b\?expires=1900000000000&size=1&signature=[\w-]{43}$/,
    );
    const body = bodyOf('x');
    await expect(store.put({ ...addressIn(url), path: 'a' }, body)).rejects.toMatchObject({
      code: 'SIGNATURE_INVALID',
    });
    expect((await body.next()).done).toBe(false);
  });

  test('rejects a short signing key', () => {
    const make = () =>
      new MemoryBlobStore({ baseUrl: () => '', signingKey: new Uint8Array(16), clock: { now: () => NOW } });
    expect(make).toThrow(TypeError);
  });
});

/** Milliseconds that the largest file needs at 128 kbit/s. */
const LONGEST = 8_192_000;

describe('an upload that is under way when its address expires', () => {
  /** Sends a piece, and the rest only on request. */
  function stalled() {
    let goOn: () => void = () => {};
    const waiting = new Promise<void>((resolve) => (goOn = resolve));
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half');
      await waiting;
      yield Buffer.from('rest');
    }
    return { body: pieces(), goOn };
  }

  test('is stored when its last byte comes in the time of the largest file', async () => {
    const blobs = await BlobSetting.make();
    try {
      const { body, goOn } = stalled();
      const putting = blobs.store.put(await blobs.upload('a', 8), body);
      await blobs.untilFiles(1);
      blobs.time = plus(NOW, LONGEST);
      goOn();
      await putting;
      expect(await blobs.read('a')).toBe('halfrest');
      expect(blobs.store.uploadsOutlive).toBe(LONGEST / 1000);
    } finally {
      await blobs.end();
    }
  });

  test('is cut after the time of the largest file, even if no further byte arrives', async () => {
    let isSet: (alarm: Readonly<{ milliseconds: number; ring: () => void }>) => void = () => {};
    const alarm = new Promise<Parameters<typeof isSet>[0]>((resolve) => (isSet = resolve));
    const blobs = await BlobSetting.make({
      setAlarm: (milliseconds, ring) => {
        isSet({ milliseconds, ring });
        return () => undefined;
      },
    });
    try {
      const { body } = stalled();
      const putting = blobs.store.put(await blobs.upload('a', 8), body);
      const { milliseconds, ring } = await alarm;
      blobs.time = plus(NOW, LONGEST + 1);
      ring();
      await expect(putting).rejects.toMatchObject({ code: 'URL_EXPIRED' });
      expect([milliseconds, await blobs.files()]).toEqual([LONGEST + 1, []]);
    } finally {
      await blobs.end();
    }
  });

  test('is refused when its last byte comes later, and leaves nothing', async () => {
    const blobs = await BlobSetting.make();
    try {
      const { body, goOn } = stalled();
      const putting = blobs.store.put(await blobs.upload('a', 8), body);
      await blobs.untilFiles(1);
      blobs.time = plus(NOW, LONGEST + 1);
      goOn();
      await expect(putting).rejects.toMatchObject({ code: 'URL_EXPIRED' });
      expect(await blobs.files()).toEqual([]);
    } finally {
      await blobs.end();
    }
  });
});
