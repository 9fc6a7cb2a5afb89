import { type BlobKey, GenerationGone } from '@strongroom/ports';
import type { BlobStoreHarness, Mutant } from '../../src/index.ts';
import { broken, contentOf, put } from './broken-blobs.ts';

/** Stores that break a promise about sealing, deleting and listing. */
export const blobSealMutants: readonly Mutant<BlobStoreHarness>[] = [
  broken('BS-09', 'copies where it should move', (whole) => ({
    seal: async (upload, generation, sealed) => {
      const content = await contentOf(whole, upload);
      await whole.seal(upload, generation, sealed);
      await put(whole, upload, content);
    },
  })),
  broken('BS-09', 'removes what it should move', (whole) => ({
    seal: async (upload, generation, sealed) => {
      await whole.seal(upload, generation, sealed);
      await whole.delete(sealed);
    },
  })),
  broken('BS-10', 'seals whatever stands at the upload name', (whole) => ({
    seal: async (upload, generation, sealed) => {
      const found = await whole.stat(upload);
      await whole.seal(upload, found?.generation ?? generation, sealed);
    },
  })),
  broken('BS-10', 'says nothing when there is nothing to seal', (whole) => ({
    seal: (upload, generation, sealed) => whole.seal(upload, generation, sealed).catch(() => undefined),
  })),
  broken('BS-10', 'leaves an empty object behind a seal that fails', (whole) => ({
    seal: async (upload, generation, sealed) => {
      const there = await whole.stat(sealed);
      await whole.seal(upload, generation, sealed).catch(async (error: GenerationGone) => {
        if (!there) await put(whole, sealed, new Uint8Array());
        throw error;
      });
    },
  })),
  broken('BS-10', 'does not know a generation that it has sealed already', (whole) => ({
    seal: async (upload, generation, sealed) => {
      if ((await whole.stat(upload))?.generation !== generation) throw new GenerationGone();
      await whole.seal(upload, generation, sealed);
    },
  })),
  broken('BS-10', 'removes a later upload when it seals again', (whole) => ({
    seal: async (upload, generation, sealed) => {
      await whole.seal(upload, generation, sealed);
      await whole.delete(upload);
    },
  })),
  broken('BS-11', 'makes the sealed name another name of the upload', (whole) => {
    const alias = new Map<string, BlobKey>();
    return {
      seal: async (upload, generation, sealed) => {
        await whole.seal(upload, generation, sealed);
        alias.set(upload, sealed);
      },
      put: async (address, body) => {
        const answer = await whole.put(address, body);
        const sealed = alias.get(address.path);
        if (sealed) await put(whole, sealed, await contentOf(whole, address.path));
        return answer;
      },
    };
  }),
  broken('BS-12', 'refuses a seal while another is under way', (whole) => {
    const underWay = new Set<string>();
    return {
      seal: async (upload, generation, sealed) => {
        if (underWay.has(sealed)) throw new GenerationGone();
        underWay.add(sealed);
        await whole.seal(upload, generation, sealed).finally(() => underWay.delete(sealed));
      },
    };
  }),
  broken('BS-12', 'copies and then removes what stands at the upload name by then', (whole) => ({
    seal: async (upload, generation, sealed) => {
      await whole.seal(upload, generation, sealed);
      await new Promise((resolve) => setTimeout(resolve, 20));
      await whole.delete(upload);
    },
  })),
  broken('BS-13', 'brings back the generation before when it deletes', (whole) => {
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
        if (old) await put(whole, key, old);
      },
    };
  }),
  broken('BS-13', 'takes deleting what is gone for an error', (whole) => ({
    delete: async (key) => {
      if (!(await whole.stat(key))) throw new Error('not there');
      await whole.delete(key);
    },
  })),
  broken('BS-13', 'deletes all that begins with the key', (whole) => ({
    delete: async (key) => {
      for (const found of (await whole.list(key)).keys) await whole.delete(found);
      await whole.delete(key);
    },
  })),
  broken('BS-14', 'lists folder by folder instead of by bytes', (whole) => ({
    list: async (prefix, after) => {
      const page = await whole.list(prefix, after);
      const bySegments = (key: string): string => key.replaceAll('/', '\0');
      return { ...page, keys: [...page.keys].sort((a, b) => (bySegments(a) < bySegments(b) ? -1 : 1)) };
    },
  })),
  broken('BS-14', 'repeats the last key of a page on the next', (whole) => ({
    list: async (prefix, after) => {
      const page = await whole.list(prefix, after);
      return after && (await whole.stat(after)) ? { ...page, keys: [after, ...page.keys] } : page;
    },
  })),
  broken('BS-14', 'counts pages instead of going on behind a key', (whole) => ({
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
  broken('BS-14', 'takes a prefix for a folder', (whole) => ({
    list: (prefix, after) => whole.list(prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`, after),
  })),
  broken('BS-14', 'promises another page behind the last', (whole) => ({
    list: async (prefix, after) => {
      const page = await whole.list(prefix, after);
      const last = page.keys.at(-1);
      return last ? { ...page, next: last } : page;
    },
  })),
  broken('BS-18', 'does not know for how long it keeps what was deleted', () => ({ keptAfterDeletion: Number.NaN })),
  broken('BS-18', 'takes it for less than nothing', () => ({ keptAfterDeletion: -1 })),
];
