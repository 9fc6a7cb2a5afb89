import { expect } from '@jest/globals';
import { GenerationGone } from '@strongroom/ports';
import type { PromiseTest } from '../base/promise.ts';
import { type BlobStoreHarness, blobKey, isGateway, Uploads, utf8Bytes } from './harness.ts';

const UPLOAD = blobKey('uploads/room/file');
const SEALED = blobKey('sealed/room/file');

export const blobSealPromises: readonly PromiseTest<BlobStoreHarness>[] = [
  {
    id: 'BS-09',
    title: 'moves the generation to the sealed name and leaves the upload name empty until another PUT',
    run: async (harness) => {
      const { store } = harness;
      const uploads = new Uploads(harness);
      const { generation } = await uploads.put(UPLOAD, utf8Bytes('confirmed'));
      await store.seal(UPLOAD, generation, SEALED);
      expect(await store.stat(UPLOAD)).toBeUndefined();
      expect(await store.stat(SEALED)).toMatchObject({ size: 9 });
      expect([await uploads.download(UPLOAD), await uploads.download(SEALED)]).toEqual([404, 'confirmed']);
      expect(await uploads.keys('')).toEqual([SEALED]);
      await uploads.put(UPLOAD, utf8Bytes('later'));
      expect([await uploads.download(UPLOAD), await uploads.download(SEALED)]).toEqual(['later', 'confirmed']);
    },
  },
  {
    id: 'BS-10',
    title: 'throws GenerationGone and creates nothing for a generation that is not at the upload name',
    run: async (harness) => {
      const { store } = harness;
      const uploads = new Uploads(harness);
      const first = await uploads.put(UPLOAD, utf8Bytes('first'));
      const second = await uploads.put(UPLOAD, utf8Bytes('second'));
      await expect(store.seal(UPLOAD, first.generation, SEALED)).rejects.toBeInstanceOf(GenerationGone);
      await expect(store.seal(UPLOAD, 'never-was', SEALED)).rejects.toBeInstanceOf(GenerationGone);
      await expect(store.seal(blobKey('uploads/none'), second.generation, SEALED)).rejects.toBeInstanceOf(
        GenerationGone,
      );
      expect(await uploads.keys('')).toEqual([UPLOAD]);
      expect(await store.stat(UPLOAD)).toEqual(second);
      await store.delete(UPLOAD);
      await expect(store.seal(UPLOAD, second.generation, SEALED)).rejects.toBeInstanceOf(GenerationGone);
      expect(await uploads.keys('')).toEqual([]);
    },
  },
  {
    id: 'BS-10',
    title: 'resolves for a generation that is already sealed, whatever is at the upload name',
    run: async (harness) => {
      const { store } = harness;
      const uploads = new Uploads(harness);
      const { generation } = await uploads.put(UPLOAD, utf8Bytes('confirmed'));
      await store.seal(UPLOAD, generation, SEALED);
      await store.seal(UPLOAD, generation, SEALED);
      const later = await uploads.put(UPLOAD, utf8Bytes('later'));
      await store.seal(UPLOAD, generation, SEALED);
      expect(await store.stat(UPLOAD)).toEqual(later);
      expect(await uploads.download(SEALED)).toBe('confirmed');
    },
  },
  {
    id: 'BS-11',
    title: 'keeps the sealed object unchanged by a further PUT to the upload address',
    run: async (harness) => {
      const { store } = harness;
      const uploads = new Uploads(harness);
      const url = await uploads.addressFor(UPLOAD, 9);
      await harness.send(url, { method: 'PUT', body: utf8Bytes('confirmed') });
      const generation = (await store.stat(UPLOAD))?.generation ?? '';
      await store.seal(UPLOAD, generation, SEALED);
      const sealed = await store.stat(SEALED);
      for (const [address, content] of [
        [url, 'forged!!!'],
        [await uploads.addressFor(UPLOAD, 0), ''],
      ] as const) {
        expect((await harness.send(address, { method: 'PUT', body: utf8Bytes(content) })).status).toBe(200);
        expect(await store.stat(SEALED)).toEqual(sealed);
        expect(await uploads.download(SEALED)).toBe('confirmed');
      }
      await store.delete(UPLOAD);
      expect(await uploads.download(SEALED)).toBe('confirmed');
    },
  },
  {
    id: 'BS-12',
    title: 'resolves all of several concurrent seals of one generation and stores one object',
    run: async (harness) => {
      const { store } = harness;
      const uploads = new Uploads(harness);
      const { generation } = await uploads.put(UPLOAD, utf8Bytes('confirmed'));
      const outcomes = await Promise.allSettled(
        Array.from({ length: 8 }, () => store.seal(UPLOAD, generation, SEALED)),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'fulfilled'));
      expect(await uploads.keys('')).toEqual([SEALED]);
      expect(await uploads.download(SEALED)).toBe('confirmed');
    },
  },
  {
    id: 'BS-12',
    title: 'keeps a PUT that runs concurrently with seals of the previous generation',
    run: async (harness) => {
      const { store, serverBehind = false, losesPutsDuringDeletion = false } = harness;
      const uploads = new Uploads(harness);
      const url = await uploads.addressFor(UPLOAD, 5);
      for (let round = 0; round < 5; round++) {
        const { generation } = await uploads.put(UPLOAD, utf8Bytes(`old ${round}`));
        const sealed = blobKey(`${SEALED}/${round}`);
        const [put] = await Promise.all([
          harness.send(url, { method: 'PUT', body: utf8Bytes(`new ${round}`) }),
          ...Array.from({ length: 4 }, () => store.seal(UPLOAD, generation, sealed).catch(() => undefined)),
        ]);
        // A server of its own may fail while it deletes a version of the object; its client then repeats the PUT.
        if (put.status >= 500 && (serverBehind || !isGateway(store)))
          await uploads.put(UPLOAD, utf8Bytes(`new ${round}`));
        else expect(put.status).toBe(200);
        const expected = losesPutsDuringDeletion ? [`new ${round}`, `old ${round}`, 404] : [`new ${round}`];
        expect(expected).toContain(await uploads.download(UPLOAD));
        expect([`old ${round}`, 404]).toContain(await uploads.download(sealed));
      }
    },
  },
];
