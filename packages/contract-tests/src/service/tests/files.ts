import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { dataOf, expectRefusal, withoutMay } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { ABSENT_ID, ANNOUNCED_FILE, addMember, aFile, aLink, anUpload, aRoom, CONTENT, IV, TAG } from '../world.ts';

const OTHER_TAG = 'DwECAwQFBgcICQoLDA0ODw==';

/** Uploads, downloads and lists of files. */
export const filePromises: readonly ServicePromise[] = [
  {
    id: 'I4-folders',
    title: 'lists one folder, alone or with what is below it, and counts visible files only',
    codes: ['VALIDATION_ERROR'],
    run: async (world) => {
      const [ada, bob] = [await world.person('member', 'C3'), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      const add = (folder: string, classification = 'C1') => aFile(ada.caller, room, { folder, classification });
      const [top, inA, inB, secret] = [await add(''), await add('a'), await add('a/b'), await add('a/b', 'C3')];
      await add('ab');
      const seen = async ({ caller }: { caller: typeof ada.caller }, query: string) => {
        const { list, meta } = await caller.get(`/rooms/${room.id}/files?${query}`);
        return { ids: list.map(({ id }) => id).toSorted(), total: meta.total };
      };
      const these = (...expected: readonly { id: string }[]) => ({
        ids: expected.map(({ id }) => id).toSorted(),
        total: expected.length,
      });
      expect(await seen(ada, 'folder=')).toEqual(these(top));
      expect(await seen(ada, 'folder=/a')).toEqual(these(inA));
      expect(await seen(ada, 'folder=a/b')).toEqual(these(inB, secret));
      expect(await seen(bob, 'folder=a/b')).toEqual(these(inB));
      expect(await seen(ada, 'folder=a&recursive=true')).toEqual(these(inA, inB, secret));
      expect(await seen(bob, 'folder=a&recursive=true')).toEqual(these(inA, inB));
      expect((await seen(ada, 'folder=/&recursive=true')).total).toBe(5);
      expect(await seen(ada, 'folder=none')).toEqual(these());
      expect(await seen(ada, 'folder=A/B')).toEqual(these(inB, secret));
      expect(await seen(ada, 'folder=A&recursive=true')).toEqual(these(inA, inB, secret));
      const [hidden, plain] = [await add('Twice', 'C3'), await aFile(bob.caller, room, { folder: 'twice' })];
      expect(await seen(bob, 'folder=Twice')).toEqual(these(plain));
      expect(await seen(ada, 'folder=Twice')).toEqual(these(hidden));
      expect(await seen(ada, 'folder=twice')).toEqual(these(plain));
      const named = (name: string, folder: string, classification = 'C1') =>
        aFile(ada.caller, room, { name, folder, classification });
      const [one, same] = [await named('Maße.TXT', 'a'), await named('maße.txt', 'a', 'C3')];
      const below = await named('MAßE.txt', 'a/b');
      const query = (name: string, more = '') => `name=${encodeURIComponent(name)}${more}`;
      expect(await seen(ada, query('maẞe.txt', '&folder=A'))).toEqual(these(one, same));
      expect(await seen(bob, query('maẞe.txt', '&folder=a'))).toEqual(these(one));
      expect(await seen(bob, query('maße.txt'))).toEqual(these(one, below));
      expect(await seen(bob, query('maße.txt', '&folder=a&recursive=true&q=B'))).toEqual(these(below));
      for (const other of ['masse.txt', 'maße']) expect(await seen(ada, query(other))).toEqual(these());
      await expectRefusal(ada.caller.get(`/rooms/${room.id}/files?${query('a/b')}`), 400, 'VALIDATION_ERROR');
      for (const wrong of ['folder=a//b', 'folder=a/../b', 'recursive=yes', 'folder=a&folder=b'])
        await expectRefusal(ada.caller.get(`/rooms/${room.id}/files?${wrong}`), 400, 'VALIDATION_ERROR');
    },
  },
  {
    id: 'I8-upload-parts',
    title: 'continues an upload in parts, and joins them when it is confirmed',
    codes: ['PARTS_NOT_OFFERED', 'UPLOAD_NOT_FOUND', 'FILE_NOT_FOUND', 'FILE_ALREADY_CONFIRMED', 'INVALID_IV'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      const small = await anUpload(ada.caller, room);
      expect(small.part_size).toBeNull();
      const ask = (id: string, by = ada.caller, iv = IV) => by.post(`/files/${id}/upload-parts`, { iv });
      await expectRefusal(ask(small.file_id), 409, 'PARTS_NOT_OFFERED');
      await expectRefusal(ask(small.file_id, bob.caller), 404, 'FILE_NOT_FOUND');
      await expectRefusal(ask(small.file_id, ada.caller, 'x'), 400, 'INVALID_IV');
      const size = 6 * 1024 * 1024;
      const { file_id: id, part_size: partSize } = await anUpload(ada.caller, room, { size });
      if (partSize === null) {
        await expectRefusal(ask(id), 409, 'PARTS_NOT_OFFERED');
        return;
      }
      const content = randomBytes(size);
      const missing = async (iv = IV): Promise<readonly number[]> =>
        (await dataOf(ask(id, ada.caller, iv), 200)).parts
          .filter(({ upload_url: url }) => url !== null)
          .map(({ number }) => number);
      const send = async (wanted: number) => {
        const { parts } = await dataOf(ask(id), 200);
        const part = parts.find(({ number }) => number === wanted);
        const from = (wanted - 1) * partSize;
        const body = content.subarray(from, from + (part?.size ?? 0));
        const sent = await fetch(part?.upload_url ?? '', { method: 'PUT', body });
        expect(sent.status).toBe(200);
      };
      const confirm = () => ada.caller.post(`/rooms/${room.id}/files/${id}/confirm`, { iv: IV, tag: TAG });
      expect(await missing()).toEqual([1, 2]);
      await send(2);
      expect(await missing()).toEqual([1]);
      await expectRefusal(confirm(), 409, 'UPLOAD_NOT_FOUND');
      await send(1);
      expect(await missing()).toEqual([]);
      await dataOf(confirm(), 200);
      await expectRefusal(ask(id), 409, 'FILE_ALREADY_CONFIRMED');
      const { download_url: address } = await dataOf(ada.caller.get(`/files/${id}/download-url`), 200);
      expect(content.equals(Buffer.from(await (await fetch(address)).arrayBuffer()))).toBe(true);
    },
  },
  {
    id: 'I4-files-edit',
    title: 'renames, moves and relabels a file, and its links follow',
    codes: [
      'INSUFFICIENT_ROOM_ROLE',
      'CLEARANCE_INSUFFICIENT',
      'INVALID_CLASSIFICATION',
      'VALIDATION_ERROR',
      'ROOM_ARCHIVED',
      'FILE_NOT_FOUND',
      'UPLOAD_NOT_CONFIRMED',
      'SHARE_REVOKED',
    ],
    run: async (world) => {
      const [ada, bob] = [await world.person('member', 'C3'), await world.person()];
      const room = await aRoom(ada.caller, 'C1');
      const file = await aFile(ada.caller, room);
      const path = `/files/${file.id}`;
      await expectRefusal(bob.caller.patch(path, { name: 'b.txt' }), 404, 'FILE_NOT_FOUND');
      await addMember(ada.caller, room, bob, 'viewer');
      await expectRefusal(bob.caller.patch(path, { name: 'b.txt' }), 403, 'INSUFFICIENT_ROOM_ROLE');
      await addMember(ada.caller, room, bob, 'contributor');
      const before = withoutMay((await ada.caller.get(path)).data);
      const moved = { ...before, name: 'b.txt', folder: 'x/y', classification: 'C2' };
      const change = { name: 'b.txt', folder: 'x/y', classification: 'C2' };
      for (const answer of [
        await dataOf(bob.caller.patch(path, change), 200),
        (await ada.caller.get(path)).data,
        await dataOf(bob.caller.patch(path, {}), 200),
      ])
        expect(withoutMay(answer)).toEqual(moved);
      await expectRefusal(bob.caller.patch(path, { classification: 'C1' }), 403, 'INSUFFICIENT_ROOM_ROLE');
      await expectRefusal(bob.caller.patch(path, { classification: 'C3' }), 403, 'CLEARANCE_INSUFFICIENT');
      await expectRefusal(bob.caller.patch(path, { classification: 'C9' }), 400, 'INVALID_CLASSIFICATION');
      await expectRefusal(bob.caller.patch(path, { name: 'a/b' }), 400, 'VALIDATION_ERROR');

      const link = await aLink(bob.caller, file);
      const look = () => world.visitor.get(`/shares/by-token/${link.token}`);
      await dataOf(ada.caller.patch(path, { classification: 'C3' }), 200);
      await expectRefusal(look(), 410, 'SHARE_REVOKED');
      await expectRefusal(bob.caller.get(path), 404, 'FILE_NOT_FOUND');
      expect((await bob.caller.get(`/rooms/${room.id}/shares`)).list).toEqual([]);
      await dataOf(ada.caller.patch(path, { classification: 'C2' }), 200);
      await dataOf(look(), 200);

      const pending = await anUpload(ada.caller, room);
      await expectRefusal(ada.caller.patch(`/files/${pending.file_id}`, { name: 'c' }), 409, 'UPLOAD_NOT_CONFIRMED');
      await dataOf(ada.caller.post(`/rooms/${room.id}/archive`), 200);
      await expectRefusal(ada.caller.patch(path, { name: 'd' }), 409, 'ROOM_ARCHIVED');
    },
  },
  {
    id: 'S4-upload-procedure',
    title: 'returns an encrypted file unchanged after upload and download',
    also: ['S4-download-procedure'],
    run: async ({ owner, visitor, harness }) => {
      const room = await aRoom(owner);
      for (const plaintext of [Buffer.from('the plain text'), Buffer.alloc(0), randomBytes(300_001)]) {
        const up = await anUpload(owner, room, { size: plaintext.length });
        const iv = randomBytes(12);
        const cipher = createCipheriv('aes-256-gcm', await harness.unwrap(up.wrapped_dek, up.kms_key_id), iv);
        const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
        expect((await visitor.object('PUT', up.upload_url, ciphertext)).status).toBe(200);
        const sealed = { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64') };
        await dataOf(owner.post(`/rooms/${room.id}/files/${up.file_id}/confirm`, sealed), 200);

        const down = await dataOf(owner.get(`/files/${up.file_id}/download-url`), 200);
        expect(down).toMatchObject({ ...sealed, kms_key_id: up.kms_key_id });
        const fetched = await visitor.object('GET', down.download_url);
        const dek = await harness.unwrap(down.wrapped_dek, down.kms_key_id);
        const decipher = createDecipheriv('aes-256-gcm', dek, Buffer.from(down.iv, 'base64'));
        decipher.setAuthTag(Buffer.from(down.tag, 'base64'));
        const found = [decipher.update(Buffer.from(await fetched.arrayBuffer())), decipher.final()];
        expect(Buffer.concat(found).equals(plaintext)).toBe(true);
      }
    },
  },
  {
    id: 'S4-files-upload-url',
    title: 'checks room role and clearance, name, size, type and label of an upload',
    codes: [
      'INSUFFICIENT_ROOM_ROLE',
      'CLEARANCE_INSUFFICIENT',
      'INVALID_CLASSIFICATION',
      'VALIDATION_ERROR',
      'ROOM_NOT_FOUND',
    ],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller, 'C2');
      const path = `/rooms/${room.id}/files/upload-url`;
      await expectRefusal(bob.caller.post(path, ANNOUNCED_FILE), 404, 'ROOM_NOT_FOUND');
      await addMember(ada.caller, room, bob, 'viewer');
      await expectRefusal(bob.caller.post(path, ANNOUNCED_FILE), 403, 'INSUFFICIENT_ROOM_ROLE');
      await addMember(ada.caller, room, bob, 'contributor');
      const { file_id } = await dataOf(bob.caller.post(path, ANNOUNCED_FILE), 200);
      expect((await bob.caller.get(`/files/${file_id}`)).data).toMatchObject({ classification: 'C2', size: 5 });
      await expectRefusal(
        bob.caller.post(path, { ...ANNOUNCED_FILE, classification: 'C3' }),
        403,
        'CLEARANCE_INSUFFICIENT',
      );
      await expectRefusal(
        bob.caller.post(path, { ...ANNOUNCED_FILE, classification: 'C9' }),
        400,
        'INVALID_CLASSIFICATION',
      );
      for (const wrong of [{ name: 'a/b' }, { name: '..' }, { name: '' }, { size: -1 }, { size: 1.5 }, { size: '5' }])
        await expectRefusal(bob.caller.post(path, { ...ANNOUNCED_FILE, ...wrong }), 400, 'VALIDATION_ERROR');
      for (const wrong of [{ content_type: 'text' }, { folder: '/a' }, { folder: '../a' }])
        await expectRefusal(bob.caller.post(path, { ...ANNOUNCED_FILE, ...wrong }), 400, 'VALIDATION_ERROR');
    },
  },
  {
    id: 'S8-upload',
    title: 'accepts a file of 100 MB and refuses one byte more',
    codes: ['FILE_TOO_LARGE'],
    run: async ({ owner }) => {
      const path = `/rooms/${(await aRoom(owner)).id}/files/upload-url`;
      await dataOf(owner.post(path, { ...ANNOUNCED_FILE, size: 104_857_600 }), 200);
      await expectRefusal(owner.post(path, { ...ANNOUNCED_FILE, size: 104_857_601 }), 413, 'FILE_TOO_LARGE');
    },
  },
  {
    id: 'S4-files-confirm',
    title: 'confirms an upload of the announced length, once, and again with the same values',
    codes: ['UPLOAD_NOT_FOUND', 'UPLOAD_SIZE_MISMATCH', 'FILE_ALREADY_CONFIRMED', 'FILE_NOT_FOUND'],
    run: async ({ owner, harness }) => {
      const room = await aRoom(owner);
      const { file_id, upload_url } = await anUpload(owner, room);
      const confirm = (tag = TAG, file = file_id) =>
        owner.post(`/rooms/${room.id}/files/${file}/confirm`, { iv: IV, tag });
      await expectRefusal(confirm(), 409, 'UPLOAD_NOT_FOUND');
      const withTag = await owner.object('PUT', upload_url, `${CONTENT}0123456789abcdef`);
      if (withTag.status === 200) {
        const late = await expectRefusal(confirm(), 409, 'UPLOAD_SIZE_MISMATCH');
        expect(late.body.error?.message).toContain('16');
      } else {
        expect(harness.objectsElsewhere).toBe(true);
        await expectRefusal(confirm(), 409, 'UPLOAD_NOT_FOUND');
      }
      await owner.object('PUT', upload_url, CONTENT);
      const confirmed = await dataOf(confirm(), 200);
      expect(confirmed).toMatchObject({ id: file_id, status: 'available' });
      expect(await dataOf(confirm(), 200)).toEqual(confirmed);
      await expectRefusal(confirm(OTHER_TAG), 409, 'FILE_ALREADY_CONFIRMED');
      await owner.object('PUT', upload_url, 'other');
      const { download_url } = await dataOf(owner.get(`/files/${file_id}/download-url`));
      expect(await (await owner.object('GET', download_url)).text()).toBe(CONTENT);
      await expectRefusal(confirm(TAG, ABSENT_ID), 404, 'FILE_NOT_FOUND');
    },
  },
  {
    id: 'S8-iv',
    title: 'accepts only an IV of 12 bytes and a tag of 16 bytes in strict base64',
    codes: ['INVALID_IV', 'INVALID_TAG'],
    run: async ({ owner }) => {
      const room = await aRoom(owner);
      const path = `/rooms/${room.id}/files/${(await anUpload(owner, room)).file_id}/confirm`;
      for (const iv of ['', 'AAECAwQFBgcICQo=', 'AAECAwQFBgcICQoLDA==', ' AECAwQFBgcICQoL', 'AAECAwQFBgcICQ-_'])
        await expectRefusal(owner.post(path, { iv, tag: TAG }), 400, 'INVALID_IV');
      for (const tag of ['', IV, `${TAG}AAAA`, TAG.replace('==', ''), 'AAECAwQFBgcICQoLDA0ODx=='])
        await expectRefusal(owner.post(path, { iv: IV, tag }), 400, 'INVALID_TAG');
    },
  },
  {
    id: 'S3-upload',
    title: 'shows a pending file to its uploader and the room’s owners, but refuses to download or share it',
    codes: ['UPLOAD_NOT_CONFIRMED', 'FILE_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      await addMember(ada.caller, room, eve, 'contributor');
      const { file_id, upload_url } = await anUpload(bob.caller, room);
      for (const { caller } of [ada, bob]) {
        expect(await dataOf(caller.get(`/files/${file_id}`), 200)).toMatchObject({ id: file_id, status: 'pending' });
        await expectRefusal(caller.get(`/files/${file_id}/download-url`), 409, 'UPLOAD_NOT_CONFIRMED');
        await expectRefusal(caller.post(`/files/${file_id}/share`, { expires_in: 60 }), 409, 'UPLOAD_NOT_CONFIRMED');
      }
      const confirm = (by: typeof bob) =>
        by.caller.post(`/rooms/${room.id}/files/${file_id}/confirm`, { iv: IV, tag: TAG });
      await expectRefusal(eve.caller.get(`/files/${file_id}`), 404, 'FILE_NOT_FOUND');
      await expectRefusal(confirm(eve), 404, 'FILE_NOT_FOUND');
      expect((await ada.caller.get(`/rooms/${room.id}/files`)).list).toEqual([]);
      await bob.caller.object('PUT', upload_url, CONTENT);
      await dataOf(confirm(bob), 200);
      expect((await eve.caller.get(`/files/${file_id}`)).data).toMatchObject({ status: 'available' });
    },
  },
  {
    id: 'S4-files-list',
    title: 'lists to members the available files up to their clearance',
    codes: ['ROOM_NOT_FOUND', 'INSUFFICIENT_ROOM_ROLE'],
    run: async (world) => {
      const [ada, bob, auditor] = [
        await world.person('member', 'C4'),
        await world.person(),
        await world.person('auditor'),
      ];
      const room = await aRoom(ada.caller);
      const low = await aFile(ada.caller, room);
      const high = await aFile(ada.caller, room, { classification: 'C3' });
      const path = `/rooms/${room.id}/files`;
      await expectRefusal(bob.caller.get(path), 404, 'ROOM_NOT_FOUND');
      await expectRefusal(auditor.caller.get(path), 403, 'INSUFFICIENT_ROOM_ROLE');
      await addMember(ada.caller, room, bob, 'viewer');
      expect((await bob.caller.get(path)).list).toEqual([{ ...withoutMay(low), version_count: undefined }]);
      expect((await bob.caller.get(path)).meta.total).toBe(1);
      expect((await bob.caller.get(`/rooms/${room.id}`)).data).toMatchObject({ file_count: 1 });
      expect((await ada.caller.get(path)).list.map(({ id }) => id).toSorted()).toEqual([low.id, high.id].toSorted());
    },
  },
  {
    id: 'S4-files-download-url',
    title: 'gives a download address to members of every room role only',
    codes: ['FILE_NOT_FOUND'],
    run: async (world) => {
      const [ada, bob] = [await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      const file = await aFile(ada.caller, room);
      await expectRefusal(bob.caller.get(`/files/${file.id}/download-url`), 404, 'FILE_NOT_FOUND');
      await expectRefusal(world.owner.get(`/files/${file.id}/download-url`), 404, 'FILE_NOT_FOUND');
      for (const role of ['viewer', 'contributor', 'owner']) {
        await addMember(ada.caller, room, bob, role);
        const { download_url } = await dataOf(bob.caller.get(`/files/${file.id}/download-url`), 200);
        expect(await (await bob.caller.object('GET', download_url)).text()).toBe(CONTENT);
      }
    },
  },
  {
    id: 'I7-objects',
    title: 'serves a signed address for its own method and object only, with byte ranges',
    codes: ['SIGNATURE_INVALID', 'RANGE_NOT_SATISFIABLE', 'PAYLOAD_TOO_LARGE'],
    run: async ({ owner, visitor, harness }) => {
      const isElsewhere = harness.objectsElsewhere === true;
      const room = await aRoom(owner);
      const { upload_url } = await anUpload(owner, room);
      const { download_url } = await dataOf(owner.get(`/files/${(await aFile(owner, room)).id}/download-url`));
      const part = await visitor.object('GET', download_url, undefined, { Range: 'bytes=1-2' });
      expect([part.status, await part.text()]).toEqual([206, CONTENT.slice(1, 3)]);
      const head = await visitor.object('HEAD', download_url);
      expect([head.status, head.headers.get('Content-Length')]).toEqual(
        isElsewhere && head.status === 403 ? [403, expect.anything()] : [200, '5'],
      );
      expect((await visitor.object('GET', download_url, undefined, { Range: 'bytes=9-' })).status).toBe(416);
      expect((await visitor.object('PUT', download_url, CONTENT)).status).toBe(403);
      expect((await visitor.object('GET', upload_url)).status).toBe(403);
      expect((await visitor.object('GET', `${download_url}0`)).status).toBe(403);
      const tooMuch = await visitor.object('PUT', upload_url, 'x'.repeat(5 + 16 + 1));
      expect(isElsewhere ? [400, 403, 413] : [413]).toContain(tooMuch.status);
    },
  },
];
