import { DAY, plus } from '@strongroom/domain';
import { type BlobKey, BlobRefusal, Unavailable } from '@strongroom/ports';
import type { BlobStoreHarness, Mutant } from '../../src/index.ts';
import { bodyOf, brokenBlobs, contentOf, honestUpload, putBlob, readAllBytes } from './broken-blobs.ts';

/** Stores that break a promise about uploads. */
export const blobUploadMutants: readonly Mutant<BlobStoreHarness>[] = [
  brokenBlobs('BS-06', 'names a generation by its content', (whole) => ({
    stat: async (key) => {
      const found = await whole.stat(key);
      return (
        found && {
          ...found,
          generation: Buffer.from(await contentOf(whole, key))
            .toString('hex')
            .slice(0, 64),
        }
      );
    },
  })),
  brokenBlobs('BS-06', 'keeps the generation when an object is replaced', (whole) => {
    const first = new Map<string, string>();
    return {
      stat: async (key) => {
        const found = await whole.stat(key);
        if (found && !first.has(key)) first.set(key, found.generation);
        return found && { ...found, generation: first.get(key) ?? '' };
      },
    };
  }),
  brokenBlobs('BS-07', 'accepts bodies of any size', (whole) => ({
    put: async ({ path }, body) => whole.put(await honestUpload(whole, path), body),
  })),
  brokenBlobs('BS-07', 'accepts a body that is 17 bytes too long', (whole) => ({
    put: async ({ path, query }, body) => {
      const size = Number(/size=(\d+)/.exec(query)?.[1] ?? 0);
      return whole.put(await honestUpload(whole, path, size + 1), body);
    },
  })),
  brokenBlobs('BS-07', 'removes the stored object when it refuses', (whole) => ({
    put: async (address, body) =>
      whole.put(address, body).catch(async (error: BlobRefusal) => {
        await whole.delete(address.path as BlobKey);
        throw error;
      }),
  })),
  brokenBlobs('BS-07', 'accepts exactly the announced size only', (whole) => ({
    put: async (address, body) => {
      const content = await readAllBytes(body);
      if (content.length > Number(/size=(\d+)/.exec(address.query)?.[1])) throw new Error('too long');
      return whole.put(address, bodyOf(content));
    },
  })),
  brokenBlobs('BS-08', 'returns a stat of an absent object', (whole) => ({
    stat: async (key) => (await whole.stat(key)) ?? { size: 0, generation: 'none' },
  })),
  brokenBlobs('BS-08', 'treats the folder of an object as an object', (whole) => ({
    stat: async (key) => {
      const inside = (await whole.list(`${key}/`)).keys.length;
      return (await whole.stat(key)) ?? (inside > 0 ? { size: inside, generation: 'folder' } : undefined);
    },
  })),
  brokenBlobs('BS-15', 'stores the received part of an interrupted upload', (whole) => ({
    put: async (address, body) => {
      const arrived: Uint8Array[] = [];
      try {
        for await (const piece of body) arrived.push(Uint8Array.from(piece));
      } catch {
        // treats the abort as the end of the body
      }
      return whole.put(address, bodyOf(Buffer.concat(arrived)));
    },
  })),
  brokenBlobs('BS-15', 'removes the stored object before the upload is complete', (whole) => ({
    put: async (address, body) => {
      await whole.delete(address.path as BlobKey);
      return whole.put(address, body);
    },
  })),
  brokenBlobs('BS-21', 'accepts any number of uploads', (whole) => {
    let fresh = 0;
    return {
      put: async ({ path }, body) => {
        const aside = `aside/${++fresh}`;
        const answer = await whole.put(await honestUpload(whole, aside), body);
        await putBlob(whole, path, await contentOf(whole, aside));
        return answer;
      },
    };
  }),
  brokenBlobs('BS-21', 'does not count uploads per user', (whole) => ({
    signUpload: ({ key, size, expiresAt }) => whole.signUpload({ key, size, expiresAt }),
  })),
  brokenBlobs('BS-21', 'never accepts an address again', (whole) => {
    const used = new Set<string>();
    return {
      put: async (address, body) => {
        if (used.has(address.path)) throw new BlobRefusal('TOO_MANY_UPLOADS');
        used.add(address.path);
        return whole.put(address, body);
      },
    };
  }),
  brokenBlobs('BS-20', 'checks the expiry only before the body', (whole) => ({
    put: async ({ path }, body) => whole.put(await honestUpload(whole, path), body),
  })),
  brokenBlobs('BS-20', 'cuts an upload when its address ends', (whole) => ({
    put: async (address, body) => {
      const expiresAt = Number(new URLSearchParams(address.query).get('expires'));
      const cut = async function* () {
        for await (const piece of body) {
          if (plus(whole.aDayFromNow(), -DAY) > expiresAt) throw new BlobRefusal('URL_EXPIRED');
          yield piece;
        }
      };
      return whole.put(address, cut());
    },
  })),
  brokenBlobs('BS-20', 'reports no maximum duration of uploads', () => ({ uploadsOutlive: Number.NaN })),
  brokenBlobs('BS-20', 'removes the stored object when an upload is late', (whole) => ({
    put: async (address, body) =>
      whole.put(address, body).catch(async (error: BlobRefusal) => {
        if (error.code === 'URL_EXPIRED') await whole.delete(address.path as BlobKey);
        throw error;
      }),
  })),
  brokenBlobs('BS-16', 'truncates uploads', (whole) => ({
    put: async (address, body) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of body) pieces.push(piece);
      return whole.put(address, bodyOf(Buffer.concat(pieces).subarray(0, 10_000)));
    },
  })),
  brokenBlobs('BS-16', 'mixes concurrent uploads to an address', (whole) => {
    const shared = Buffer.alloc(100_000);
    return {
      put: async (address, body) => {
        let at = 0;
        for await (const piece of body) at += Buffer.from(piece).copy(shared, at);
        return whole.put(address, bodyOf(shared.subarray(0, at)));
      },
    };
  }),
  brokenBlobs(
    'BS-23',
    'says that it cannot be reached where it is full',
    () => ({}),
    () => async () => {
      throw new Unavailable('blobs');
    },
  ),
  brokenBlobs(
    'BS-23',
    'keeps a part of what had no room',
    () => ({}),
    (whole) => async (address, body) => {
      await whole.put(address, body);
      throw new BlobRefusal('STORAGE_FULL');
    },
  ),
];
