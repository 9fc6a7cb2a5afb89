import { expect } from '@jest/globals';
import { plus } from '@strongroom/domain';
import type { PromiseTest } from '../base/promise.ts';
import { type BlobStoreHarness, blobKey, isGateway, Uploads, utf8Bytes, utf8Text } from './harness.ts';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export const blobAddressPromises: readonly PromiseTest<BlobStoreHarness>[] = [
  {
    id: 'BS-19',
    title: 'signs download addresses of its declared origin unless the service moves the bytes',
    run: async (harness) => {
      const { store } = harness;
      const { origin } = new URL(await new Uploads(harness).downloadAddress('uploads/a'));
      expect(store.downloadOrigin ?? (isGateway(store) ? origin : 'nowhere')).toBe(origin);
    },
  },
  {
    id: 'BS-01',
    title: 'accepts a PUT of the announced size, which stat reports',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      for (const content of ['', 'x', 'Ciphertext, whatever it says.', 'y'.repeat(100_000)]) {
        const url = await uploads.addressFor('uploads/a', content.length);
        expect((await harness.send(url, { method: 'PUT', body: utf8Bytes(content) })).status).toBe(200);
        expect(await harness.store.stat(blobKey('uploads/a'))).toMatchObject({ size: content.length });
      }
      const found = await harness.store.stat(blobKey('uploads/a'));
      expect(found?.generation).toMatch(/^[a-z0-9-]{1,64}$/);
    },
  },
  {
    id: 'BS-02',
    title: 'downloads exactly the bytes that were uploaded',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      const all = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256);
      for (const content of [all, all.slice(0, 1), new Uint8Array()]) {
        await uploads.put('uploads/a', content);
        const answer = await harness.send(await uploads.downloadAddress('uploads/a'), { method: 'GET' });
        expect(answer.status).toBe(200);
        expect(Buffer.from(content).equals(answer.bytes)).toBe(true);
      }
    },
  },
  {
    id: 'BS-03',
    title: 'accepts only PUT at an upload address, and only GET and the HEAD of a gateway at a download address',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      const { generation } = await uploads.put('uploads/a', utf8Bytes('first'));
      const upload = await uploads.addressFor('uploads/a', 5);
      const download = await uploads.downloadAddress('uploads/a');
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const)
        expect(await uploads.isRefused(upload, { method })).toBe(true);
      for (const method of ['PUT', 'POST', 'DELETE'] as const) {
        const body = method === 'DELETE' ? {} : { body: utf8Bytes('other') };
        expect(await uploads.isRefused(download, { method, ...body })).toBe(true);
      }
      expect(await harness.store.stat(blobKey('uploads/a'))).toEqual({ size: 5, generation });
      expect(utf8Text((await harness.send(download, { method: 'GET' })).bytes)).toBe('first');
      const head = await harness.send(download, { method: 'HEAD' });
      if (head.status === 200 || isGateway(harness.store))
        expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '5', 0]);
    },
  },
  {
    id: 'BS-03',
    title: 'accepts an address for its own key only',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      await uploads.put('uploads/a', utf8Bytes('mine'));
      await uploads.put('uploads/b', utf8Bytes('theirs'));
      for (const other of [
        'uploads/b',
        'uploads/ab',
        'uploads/a/b',
        'uploads',
        'uploads/a/',
        'uploads/c/../b',
        // The same key: a server of its own may accept every spelling.
        ...(isGateway(harness.store) ? ['uploads%2Fa'] : []),
      ]) {
        const upload = (await uploads.addressFor('uploads/a', 6)).replace('/uploads/a', `/${other}`);
        expect(await uploads.isRefused(upload, { method: 'PUT', body: utf8Bytes('forged') })).toBe(true);
        const download = (await uploads.downloadAddress('uploads/a')).replace('/uploads/a', `/${other}`);
        expect(await uploads.isRefused(download, { method: 'GET' })).toBe(true);
      }
      expect(await uploads.keys('')).toEqual(['uploads/a', 'uploads/b']);
      expect([await uploads.download('uploads/a'), await uploads.download('uploads/b')]).toEqual(['mine', 'theirs']);
    },
  },
  {
    id: 'BS-04',
    title: 'accepts an address any number of times until it expires',
    run: async (harness) => {
      const expiresAt = plus(harness.now(), 3000);
      const upload = await harness.store.signUpload({ key: blobKey('uploads/a'), size: 3, expiresAt });
      const download = await harness.store.signDownload({ key: blobKey('uploads/a'), expiresAt });
      const both = async (body: string): Promise<readonly number[]> => [
        (await harness.send(upload, { method: 'PUT', body: utf8Bytes(body) })).status,
        (await harness.send(download, { method: 'GET' })).status,
      ];
      expect(await both('one')).toEqual([200, 200]);
      expect(await both('two')).toEqual([200, 200]);
      await harness.reach(plus(expiresAt, -1000));
      expect(await both('end')).toEqual([200, 200]);
      await harness.reach(plus(expiresAt, 1000));
      const uploads = new Uploads(harness);
      expect(await uploads.isRefused(upload, { method: 'PUT', body: utf8Bytes('too') })).toBe(true);
      expect(await uploads.isRefused(download, { method: 'GET' })).toBe(true);
      expect(await uploads.isRefused(download, { method: 'HEAD' })).toBe(true);
      expect(await uploads.download('uploads/a')).toBe('end');
    },
  },
  {
    id: 'BS-05',
    title: 'refuses an address that was changed anywhere',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      await uploads.put('uploads/a', utf8Bytes('first'));
      for (const changed of variantsOf(await uploads.downloadAddress('uploads/a'))) {
        expect([changed, await uploads.isRefused(changed, { method: 'GET' })]).toEqual([changed, true]);
      }
      for (const changed of variantsOf(await uploads.addressFor('uploads/a', 5))) {
        expect([changed, await uploads.isRefused(changed, { method: 'PUT', body: utf8Bytes('other') })]).toEqual([
          changed,
          true,
        ]);
      }
      expect(await uploads.download('uploads/a')).toBe('first');
    },
  },
  {
    id: 'BS-05',
    title: 'refuses an address with a repeated parameter, or its own server does only what was signed',
    run: async (harness) => {
      const uploads = new Uploads(harness);
      await uploads.put('uploads/a', utf8Bytes('first'));
      const mayServe = isGateway(harness.store) ? [] : ['first'];
      for (const repeated of repetitionsOf(await uploads.downloadAddress('uploads/a'))) {
        const { status, bytes: found } = await harness.send(repeated, { method: 'GET' });
        const served = status === 200 ? utf8Text(found) : 'refused';
        expect([repeated, [...mayServe, 'refused']]).toEqual([repeated, expect.arrayContaining([served])]);
      }
      if (mayServe.length > 0) return;
      for (const repeated of repetitionsOf(await uploads.addressFor('uploads/a', 5)))
        expect([repeated, await uploads.isRefused(repeated, { method: 'PUT', body: utf8Bytes('other') })]).toEqual([
          repeated,
          true,
        ]);
      expect(await uploads.download('uploads/a')).toBe('first');
    },
  },
  {
    id: 'BS-17',
    title: 'throws TypeError for a key of another form before it changes anything',
    run: async (harness) => {
      const { store } = harness;
      const uploads = new Uploads(harness);
      const { generation } = await uploads.put('a', utf8Bytes('first'));
      const expiresAt = plus(harness.now(), 1000);
      for (const bad of malformedKeys) {
        for (const call of [
          () => store.signUpload({ key: bad, size: 1, expiresAt }),
          () => store.signDownload({ key: bad, expiresAt }),
          () => store.stat(bad),
          () => store.delete(bad),
          () => store.seal(bad, generation, blobKey('b')),
          () => store.seal(blobKey('a'), generation, bad),
        ]) {
          await expect(call()).rejects.toBeInstanceOf(TypeError);
        }
      }
      expect([await uploads.keys(''), await store.stat(blobKey('a'))]).toEqual([['a'], { size: 5, generation }]);
    },
  },
];

const outsideTheAlphabet = ['A', 'a b', 'a.b', 'a_b', 'ä', 'a%2fa', 'a\\a', 'a\0', 'a\n'];
const brokenPaths = ['', '/', '/a', 'a/', 'a//a', '.', '..', '../a', 'a/../a', './a', 'a'.repeat(513)];
const malformedKeys = [...outsideTheAlphabet, ...brokenPaths].map(blobKey);

/** Variants of an address: each parameter left out, or with its last character replaced. */
function* variantsOf(address: string): Generator<string> {
  const { parameters, withParameters } = partsOf(address);
  for (const [index, parameter] of parameters.entries()) {
    for (const other of neighboursOf(parameter)) yield withParameters(parameters.with(index, other));
    yield withParameters(parameters.toSpliced(index, 1));
  }
  yield withParameters([...parameters, 'more=1']);
  yield withParameters([]);
}

/** Variants of an address: each parameter twice, with the same value or another one. */
function* repetitionsOf(address: string): Generator<string> {
  const { parameters, withParameters } = partsOf(address);
  for (const parameter of parameters) {
    yield withParameters([...parameters, parameter]);
    yield withParameters([...parameters, ...neighboursOf(parameter).slice(0, 1)]);
  }
}

function partsOf(address: string) {
  const url = new URL(address);
  return {
    parameters: url.search.slice(1).split('&'),
    withParameters: (changed: readonly string[]): string => `${url.origin}${url.pathname}?${changed.join('&')}`,
  };
}

function neighboursOf(parameter: string): readonly string[] {
  const last = BASE64URL.indexOf(parameter.slice(-1));
  return [-3, -2, -1, 1, 2, 3].map((step) => parameter.slice(0, -1) + BASE64URL.charAt((last + step + 64) % 64));
}
