import type { BlobKey } from '@strongroom/ports';
import type { BlobStoreHarness, Mutant } from '../../src/index.ts';
import { brokenBlobs, contentOf, putBlob, type WholeBlobs } from './broken-blobs.ts';

/** Stores that break a promise about parts. */
export const blobJoinMutants: readonly Mutant<BlobStoreHarness>[] = [
  brokenBlobs('BS-24', 'joins parts in the order of their names', (whole) => ({
    join: (parts, upload) => whole.join(parts.toSorted(), upload),
  })),
  brokenBlobs('BS-24', 'keeps the parts', (whole) => ({
    join: async (parts, upload) => {
      await joinCopies(whole, parts, upload);
      return true;
    },
  })),
  brokenBlobs('BS-24', 'keeps the generation of the object that it replaces', (whole) => {
    const first = new Map<BlobKey, string>();
    return {
      stat: async (key) => {
        const found = await whole.stat(key);
        if (found && !first.has(key)) first.set(key, found.generation);
        return found && { ...found, generation: first.get(key) ?? '' };
      },
    };
  }),
  brokenBlobs('BS-24', 'reads the parts only when the object is read', (whole) => {
    const joined = new Map<string, readonly BlobKey[]>();
    return {
      join: async (parts, upload) => {
        joined.set(upload, parts);
        await joinCopies(whole, parts, upload);
        return true;
      },
      put: async (address, body) => {
        const answer = await whole.put(address, body);
        for (const [upload, parts] of joined)
          if (parts.some((part) => part === address.path)) await joinCopies(whole, parts, upload as BlobKey);
        return answer;
      },
    };
  }),
  brokenBlobs('BS-25', 'joins the parts that are there', (whole) => ({
    join: async (parts, upload) => {
      await joinCopies(whole, parts, upload);
      return true;
    },
  })),
  brokenBlobs('BS-25', 'removes the stored object before it looks for the parts', (whole) => ({
    join: async (parts, upload) => {
      await whole.delete(upload);
      return whole.join(parts, upload);
    },
  })),
  brokenBlobs('BS-25', 'removes the parts that are there', (whole) => ({
    join: async (parts, upload) => {
      if (await whole.join(parts, upload)) return true;
      for (const part of parts) await whole.delete(part);
      return false;
    },
  })),
  brokenBlobs('BS-26', 'removes the object when another call has joined the parts', (whole) => ({
    join: async (parts, upload) => {
      if (await whole.join(parts, upload)) return true;
      await whole.delete(upload);
      return false;
    },
  })),
  brokenBlobs('BS-26', 'says of every call that it joined nothing', (whole) => ({
    join: async (parts, upload) => (await whole.join(parts, upload)) && false,
  })),
];

/** Joins the parts that are there and keeps them. */
async function joinCopies(whole: WholeBlobs, parts: readonly BlobKey[], upload: BlobKey): Promise<void> {
  const contents: Uint8Array[] = [];
  for (const part of parts) if (await whole.stat(part)) contents.push(await contentOf(whole, part));
  await putBlob(whole, upload, Buffer.concat(contents));
}
