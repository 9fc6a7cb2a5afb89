import type { BlobKey } from '@strongroom/ports';
import type { BlobStoreHarness, Mutant } from '../../src/index.ts';
import { bodyOf, brokenBlobs, contentOf, forgivingBlobs, readAllBytes } from './broken-blobs.ts';

const isUpload = (query: string): boolean => query.includes('size=');

/** Stores that break a promise about addresses. */
export const blobAddressMutants: readonly Mutant<BlobStoreHarness>[] = [
  brokenBlobs('BS-01', 'reports a wrong size', (whole) => ({
    stat: async (key) => {
      const found = await whole.stat(key);
      return found && { ...found, size: found.size + 1 };
    },
  })),
  brokenBlobs('BS-01', 'names generations with characters that keys do not allow', (whole) => ({
    stat: async (key) => {
      const found = await whole.stat(key);
      return found && { ...found, generation: `${found.generation}=` };
    },
  })),
  brokenBlobs('BS-02', 'drops the last byte of large objects', (whole) => ({
    get: async (address, range) => {
      const content = await whole.get(address, range);
      const bytes = await readAllBytes(content.body);
      const size = bytes.length > 100_000 ? bytes.length - 1 : bytes.length;
      return { ...content, size, body: bodyOf(bytes.subarray(0, size)) };
    },
  })),
  brokenBlobs('BS-02', 'treats an empty object as absent', (whole) => ({
    get: async (address, range) => {
      const content = await whole.get(address, range);
      if (content.size === 0) throw new Error('nothing there');
      return content;
    },
  })),
  brokenBlobs('BS-03', 'accepts an upload at a download address', (whole) => {
    const { put } = forgivingBlobs(whole, 'SIGNATURE_INVALID', ({ query }) => !isUpload(query));
    return put ? { put } : {};
  }),
  brokenBlobs('BS-03', 'serves an object at an upload address', (whole) => {
    const { get } = forgivingBlobs(whole, 'SIGNATURE_INVALID', ({ query }) => isUpload(query));
    return get ? { get } : {};
  }),
  brokenBlobs('BS-03', 'answers HEAD at an upload address', (whole) => {
    const { head } = forgivingBlobs(whole, 'SIGNATURE_INVALID', ({ query }) => isUpload(query));
    return head ? { head } : {};
  }),
  brokenBlobs('BS-03', 'does not sign the key', (whole) =>
    forgivingBlobs(
      whole,
      'SIGNATURE_INVALID',
      ({ path, query }) => /^[a-z/]+$/.test(path) && /signature=.{43}$/.test(query),
    ),
  ),
  brokenBlobs('BS-03', 'refuses HEAD', (whole) => ({
    head: async (address, range) => {
      const content = await whole.head(address, range);
      throw new Error(`no HEAD of ${content.size} bytes`);
    },
  })),
  brokenBlobs('BS-04', 'accepts expired addresses', (whole) => forgivingBlobs(whole, 'URL_EXPIRED', () => true)),
  brokenBlobs('BS-04', 'accepts an address only once', (whole) => {
    const used = new Set<string>();
    return {
      put: async (address, body) => {
        if (used.has(address.query)) throw new Error('used already');
        used.add(address.query);
        return whole.put(address, body);
      },
    };
  }),
  brokenBlobs('BS-05', 'does not sign the expiry and the size', (whole) =>
    forgivingBlobs(whole, 'SIGNATURE_INVALID', ({ query }) => /^expires=\d+&(size=\d+&)?signature=.{43}$/.test(query)),
  ),
  brokenBlobs('BS-05', 'accepts a signature with changed spare bits', (whole) => {
    const signed = new Set<string>();
    /** Decodes the signature, which hides its spare bits. */
    const decoded = (query: string): string =>
      query.replace(/(?<=signature=)[\w-]{43}$/, (text) => Buffer.from(text, 'base64url').toString('hex'));
    const known = async (url: Promise<string>): Promise<string> => {
      signed.add(decoded(new URL(await url).search.slice(1)));
      return url;
    };
    return {
      signUpload: (request) => known(whole.signUpload(request)),
      signDownload: (request) => known(whole.signDownload(request)),
      ...forgivingBlobs(whole, 'SIGNATURE_INVALID', ({ query }) => signed.has(decoded(query))),
    };
  }),
  brokenBlobs('BS-05', 'ignores unknown parameters', (whole) => ({
    get: (address, range) => whole.get({ ...address, query: address.query.replace(/&more=1$/, '') }, range),
  })),
  brokenBlobs('BS-05', 'takes the first of two equal parameters', (whole) => ({
    get: (address, range) => whole.get({ ...address, query: address.query.replace(/(&[a-z]+=[^&]+)\1$/, '$1') }, range),
  })),
  brokenBlobs('BS-17', 'signs addresses for keys of any form', (whole) => ({
    signUpload: async (request) => whole.signUpload({ ...request, key: 'a' as BlobKey }),
  })),
  brokenBlobs('BS-17', 'returns undefined for keys of another form', (whole) => ({
    stat: (key) => whole.stat(key).catch(() => undefined),
  })),
  brokenBlobs('BS-17', 'removes the object before it refuses the key', (whole) => ({
    seal: async (upload, generation, sealed) => {
      const content = await contentOf(whole, upload).catch(() => undefined);
      if (content) await whole.delete(upload);
      await whole.seal(upload, generation, sealed).catch((error: unknown) => {
        throw new TypeError('a key of another form', { cause: error });
      });
    },
  })),
  brokenBlobs('BS-19', 'declares an origin that its addresses do not have', () => ({
    downloadOrigin: 'https://storage.example',
  })),
];
