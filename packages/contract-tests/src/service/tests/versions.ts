import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { addMember, aFile, aLink, anUpload, aRoom, CONTENT, IV, replaceFile, TAG } from '../world.ts';
import { TIME } from './shapes.ts';

/** The versions of a file. */
export const versionPromises: readonly ServicePromise[] = [
  {
    id: 'I8-versions',
    title: 'replaces a file under its id, keeps the earlier versions, restores and deletes them',
    codes: ['VERSION_NOT_FOUND', 'VERSION_IS_CURRENT', 'FILE_ALREADY_CONFIRMED', 'FILE_NOT_FOUND'],
    run: async (world) => {
      const ada = await world.person();
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room, { folder: 'a' });
      expect(file).toMatchObject({ version: 1, version_count: 1 });
      const path = `/files/${file.id}`;
      const first = await dataOf(ada.caller.get(`${path}/download-url`));
      const upload = await anUpload(ada.caller, room, { replaces: file.id, name: 'b.txt', note: 'worked over' });
      expect(upload.file_id).not.toBe(file.id);
      await ada.caller.object('PUT', upload.upload_url, CONTENT);
      const confirm = (tag = TAG) =>
        ada.caller.post(`/rooms/${room.id}/files/${upload.file_id}/confirm`, { iv: IV, tag });
      for (const _ of [1, 2])
        expect(await dataOf(confirm(), 200)).toMatchObject({
          id: file.id,
          name: 'b.txt',
          folder: 'a',
          version: 2,
          version_count: 2,
        });
      await expectRefusal(confirm('BBECAwQFBgcICQoLDA0ODw=='), 409, 'FILE_ALREADY_CONFIRMED');
      await expectRefusal(ada.caller.get(`/files/${upload.file_id}`), 404, 'FILE_NOT_FOUND');
      const { list } = await ada.caller.get(`${path}/versions?may=true`);
      expect(list).toMatchObject([
        { version: 2, current: true, name: 'b.txt', note: 'worked over', may: ['version.download', 'version.restore'] },
        { version: 1, current: false, note: null, may: ['version.delete', 'version.download', 'version.restore'] },
      ]);
      const old = await dataOf(ada.caller.get(`${path}/download-url?version=1`));
      expect(old.wrapped_dek).toBe(first.wrapped_dek);
      expect((await dataOf(ada.caller.get(`${path}/download-url`))).wrapped_dek).toBe(upload.wrapped_dek);
      await expectRefusal(ada.caller.delete(`${path}/versions/2`), 409, 'VERSION_IS_CURRENT');
      expect(await dataOf(ada.caller.post(`${path}/versions/1/restore`), 200)).toMatchObject({
        id: file.id,
        name: 'b.txt',
        version: 1,
      });
      expect(await dataOf(replaceFile(ada.caller, room, file), 200)).toMatchObject({ version: 3 });
      expect(await dataOf(ada.caller.delete(`${path}/versions/1`), 200)).toMatchObject({
        file_id: file.id,
        version: 1,
        status: 'deleted',
        deleted_at: expect.stringMatching(TIME),
      });
      await expectRefusal(ada.caller.get(`${path}/download-url?version=1`), 404, 'VERSION_NOT_FOUND');
      await expectRefusal(ada.caller.post(`${path}/versions/1/restore`), 404, 'VERSION_NOT_FOUND');
      expect((await ada.caller.get(`${path}/versions`)).list.map(({ version }) => version)).toEqual([3, 2]);
    },
  },
  {
    id: 'I8-versions-links',
    title: 'lets a link follow the current version, and ends one to a version with that version',
    codes: ['SHARE_NOT_FOUND', 'VERSION_NOT_FOUND'],
    run: async (world) => {
      const ada = await world.person();
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      const [following, pinned] = [await aLink(ada.caller, file), await aLink(ada.caller, file, { version: 1 })];
      expect([following.version, pinned.version]).toEqual([null, 1]);
      await dataOf(replaceFile(ada.caller, room, file, { name: 'b.txt' }), 200);
      const keyThrough = async ({ token }: typeof pinned) =>
        (await dataOf(world.visitor.post(`/shares/by-token/${token}/download`))).wrapped_dek;
      const keyOf = async (version: number) =>
        (await dataOf(ada.caller.get(`/files/${file.id}/download-url?version=${version}`))).wrapped_dek;
      expect(await keyThrough(following)).toBe(await keyOf(2));
      expect(await keyThrough(pinned)).toBe(await keyOf(1));
      await dataOf(ada.caller.delete(`/files/${file.id}/versions/1`), 200);
      await expectRefusal(world.visitor.get(`/shares/by-token/${pinned.token}`), 404, 'SHARE_NOT_FOUND');
      await dataOf(world.visitor.get(`/shares/by-token/${following.token}`));
      const request = ada.caller.post(`/files/${file.id}/share`, { expires_in: 60, version: 1 });
      await expectRefusal(request, 404, 'VERSION_NOT_FOUND');
    },
  },
  {
    id: 'I8-versions-rights',
    title: 'hides versions from viewers and above the clearance, and lets only owners lower the label',
    codes: ['VERSION_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person(), await world.person('member', 'C1'), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      await addMember(ada.caller, room, eve, 'viewer');
      const file = await aFile(ada.caller, room, { classification: 'C2' });
      const path = `/files/${file.id}`;
      await dataOf(replaceFile(ada.caller, room, file, { classification: 'C1' }), 200);
      await dataOf(replaceFile(bob.caller, room, file), 200);
      const numbersFor = async ({ caller }: typeof ada) =>
        (await caller.get(`${path}/versions`)).list.map(({ version }) => version);
      expect([await numbersFor(ada), await numbersFor(bob), await numbersFor(eve)]).toEqual([[3, 2, 1], [3, 2], [3]]);
      const countFor = async ({ caller }: typeof ada) => (await dataOf(caller.get(path))).version_count;
      expect([await countFor(ada), await countFor(bob), await countFor(eve)]).toEqual([3, 2, undefined]);
      for (const [{ caller }, version] of [[bob, 1] as const, [eve, 2] as const]) {
        await expectRefusal(caller.get(`${path}/download-url?version=${version}`), 404, 'VERSION_NOT_FOUND');
        await expectRefusal(caller.post(`${path}/versions/${version}/restore`), 404, 'VERSION_NOT_FOUND');
        await expectRefusal(caller.delete(`${path}/versions/${version}`), 404, 'VERSION_NOT_FOUND');
      }
      await dataOf(eve.caller.get(`${path}/download-url?version=3`));
      await expectRefusal(eve.caller.post(`${path}/versions/3/restore`), 403, 'INSUFFICIENT_ROOM_ROLE');
      await dataOf(ada.caller.patch(path, { classification: 'C2' }), 200);
      const lower = { name: 'x', size: 1, content_type: 'text/plain', replaces: file.id, classification: 'C1' };
      const cleared = await world.person('member', 'C2');
      await addMember(ada.caller, room, cleared, 'contributor');
      const request = cleared.caller.post(`/rooms/${room.id}/files/upload-url`, lower);
      await expectRefusal(request, 403, 'INSUFFICIENT_ROOM_ROLE');
    },
  },
];
