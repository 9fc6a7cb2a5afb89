import { setTimeout as pause } from 'node:timers/promises';
import { type BlobKey, GenerationGone } from '@strongroom/ports';
import type { BlobStoreHarness, Mutant } from '../../src/index.ts';
import { brokenBlobs, contentOf, putBlob } from './broken-blobs.ts';

/** Stores that break a promise about seals, deletion and lists. */
export const blobSealMutants: readonly Mutant<BlobStoreHarness>[] = [
  brokenBlobs('BS-09', 'copies instead of moving', (whole) => ({
    seal: async (upload, generation, sealed) => {
      const content = await contentOf(whole, upload);
      await whole.seal(upload, generation, sealed);
      await putBlob(whole, upload, content);
    },
  })),
  brokenBlobs('BS-09', 'removes instead of moving', (whole) => ({
    seal: async (upload, generation, sealed) => {
      await whole.seal(upload, generation, sealed);
      await whole.delete(sealed);
    },
  })),
  brokenBlobs('BS-10', 'seals any generation at the upload name', (whole) => ({
    seal: async (upload, generation, sealed) => {
      const found = await whole.stat(upload);
      await whole.seal(upload, found?.generation ?? generation, sealed);
    },
  })),
  brokenBlobs('BS-10', 'resolves when there is nothing to seal', (whole) => ({
    seal: (upload, generation, sealed) => whole.seal(upload, generation, sealed).catch(() => undefined),
  })),
  brokenBlobs('BS-10', 'leaves an empty object after a failed seal', (whole) => ({
    seal: async (upload, generation, sealed) => {
      const there = await whole.stat(sealed);
      await whole.seal(upload, generation, sealed).catch(async (error: GenerationGone) => {
        if (!there) await putBlob(whole, sealed, new Uint8Array());
        throw error;
      });
    },
  })),
  brokenBlobs('BS-10', 'throws for a generation that it has already sealed', (whole) => ({
    seal: async (upload, generation, sealed) => {
      if ((await whole.stat(upload))?.generation !== generation) throw new GenerationGone();
      await whole.seal(upload, generation, sealed);
    },
  })),
  brokenBlobs('BS-10', 'removes a later upload when it seals again', (whole) => ({
    seal: async (upload, generation, sealed) => {
      await whole.seal(upload, generation, sealed);
      await whole.delete(upload);
    },
  })),
  brokenBlobs('BS-11', 'aliases the sealed name to the upload name', (whole) => {
    const alias = new Map<string, BlobKey>();
    return {
      seal: async (upload, generation, sealed) => {
        await whole.seal(upload, generation, sealed);
        alias.set(upload, sealed);
      },
      put: async (address, body) => {
        const answer = await whole.put(address, body);
        const sealed = alias.get(address.path);
        if (sealed) await putBlob(whole, sealed, await contentOf(whole, address.path));
        return answer;
      },
    };
  }),
  brokenBlobs('BS-12', 'refuses a seal while another is under way', (whole) => {
    const underWay = new Set<string>();
    return {
      seal: async (upload, generation, sealed) => {
        if (underWay.has(sealed)) throw new GenerationGone();
        underWay.add(sealed);
        await whole.seal(upload, generation, sealed).finally(() => underWay.delete(sealed));
      },
    };
  }),
  brokenBlobs('BS-12', 'copies, and then removes whatever is at the upload name', (whole) => ({
    seal: async (upload, generation, sealed) => {
      await whole.seal(upload, generation, sealed);
      await new Promise((resolve) => setTimeout(resolve, 20));
      await whole.delete(upload);
    },
  })),
  brokenBlobs('BS-13', 'restores the previous generation when it deletes', (whole) => {
    const before = new Map<string, Uint8Array>();
    return {
      put: async (address, body) => {
        const old = await contentOf(whole, address.path).catch(() => undefined);
        if (old) before.set(address.path, old);
        return whole.put(address, body);
      },
      delete: async (key) => {
        await whole.delete(key);
        const old = before.get(key);
        before.delete(key);
        if (old) await putBlob(whole, key, old);
      },
    };
  }),
  brokenBlobs('BS-13', 'throws when it deletes an absent object', (whole) => ({
    delete: async (key) => {
      if (!(await whole.stat(key))) throw new Error('not there');
      await whole.delete(key);
    },
  })),
  brokenBlobs('BS-13', 'deletes every object whose name begins with the key', (whole) => ({
    delete: async (key) => {
      for (const found of (await whole.list(key)).keys) await whole.delete(found);
      await whole.delete(key);
    },
  })),
  brokenBlobs('BS-14', 'lists folder by folder instead of by bytes', (whole) => ({
    list: async (prefix, after) => {
      const page = await whole.list(prefix, after);
      const bySegments = (key: string): string => key.replaceAll('/', '\0');
      return { ...page, keys: [...page.keys].sort((a, b) => (bySegments(a) < bySegments(b) ? -1 : 1)) };
    },
  })),
  brokenBlobs('BS-14', 'repeats the last key of a page on the next', (whole) => ({
    list: async (prefix, after) => {
      const page = await whole.list(prefix, after);
      return after && (await whole.stat(after)) ? { ...page, keys: [after, ...page.keys] } : page;
    },
  })),
  brokenBlobs('BS-14', 'pages by offset instead of by key', (whole) => ({
    list: async (prefix, after) => {
      const all: BlobKey[] = [];
      for (let from: BlobKey | undefined, more = true; more; more = from !== undefined) {
        const page = await whole.list(prefix, from);
        all.push(...page.keys);
        from = page.next;
      }
      const start = after ? Math.ceil(all.filter((key) => key <= after).length / 4) * 4 : 0;
      const keys = all.slice(start, start + 4);
      const last = keys.at(-1);
      return last && all.length > start + 4 ? { keys, next: last } : { keys };
    },
  })),
  brokenBlobs('BS-14', 'treats a prefix as a folder', (whole) => ({
    list: (prefix, after) => whole.list(prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`, after),
  })),
  brokenBlobs('BS-14', 'announces another page after the last', (whole) => ({
    list: async (prefix, after) => {
      const page = await whole.list(prefix, after);
      const last = page.keys.at(-1);
      return last ? { ...page, next: last } : page;
    },
  })),
  brokenBlobs('BS-18', 'reports no retention of deleted objects', () => ({ keptAfterDeletion: Number.NaN })),
  brokenBlobs('BS-18', 'reports a negative retention', () => ({ keptAfterDeletion: -1 })),
  brokenBlobs('BS-22', 'calls another system for each signature that it claims to make itself', (whole) => ({
    signDownload: async (request) => {
      await pause(60);
      return whole.signDownload(request);
    },
  })),
];
