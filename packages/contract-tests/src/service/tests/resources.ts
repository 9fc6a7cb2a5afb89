import { expect } from '@jest/globals';
import { dataOf, withoutMay, withoutPossibleValues } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { aFile, anUpload, aRoom, CONTENT, IV, TAG } from '../world.ts';
import { rowsOfShape, SHAPES } from './shapes.ts';

const UPLOAD_SECONDS = 900;
const DOWNLOAD_SECONDS = 60;

/** Checks that an address expires `seconds` after a moment between `before` and now. */
const expectLife = (expiresAt: string, before: number, seconds: number): void => {
  const end = Date.parse(expiresAt);
  expect(end).toBeGreaterThan(before + (seconds - 1) * 1000);
  expect(end).toBeLessThanOrEqual(Date.now() + (seconds + 1) * 1000);
};

/** Resources and their fields. */
export const resourcePromises: readonly ServicePromise[] = [
  {
    id: 'S2-room.id',
    title: 'returns the same fields of a room when it is created, read and listed',
    also: rowsOfShape('room'),
    run: async ({ owner }) => {
      const me = await dataOf(owner.get('/me'));
      const unit = await dataOf(owner.post('/org-units', { name: 'Legal' }), 201);
      const wanted = { name: 'Falcon', description: 'Two\nlines', classification: 'C4', org_unit_id: unit.id };
      const made = await dataOf(owner.post('/rooms', wanted), 201);
      expect(made).toMatchObject({ ...SHAPES.room, ...wanted, created_by: me.id, member_count: 1, file_count: 0 });
      await aFile(owner, made);
      const got = withoutPossibleValues(await dataOf(owner.get(`/rooms/${made.id}`)));
      expect(got).toEqual({ ...made, file_count: 1 });
      expect((await owner.get('/rooms?may=true')).list).toEqual([got]);
      expect(got).toMatchObject({ status: 'active', archived_at: null, my_role: 'owner' });
    },
  },
  {
    id: 'S2-file.id',
    title: 'returns the same fields of a file when it is confirmed, read and listed',
    also: rowsOfShape('file'),
    run: async ({ owner }) => {
      const me = await dataOf(owner.get('/me'));
      const room = await aRoom(owner);
      const wanted = { name: 'ä.txt', classification: 'C3', content_type: 'text/markdown', folder: 'a/b' };
      const file = await aFile(owner, room, wanted);
      expect(file).toMatchObject({ ...SHAPES.file, ...wanted, size: 5, uploaded_by: me.id });
      expect(file).toMatchObject({ room_id: room.id, status: 'available' });
      expect(withoutPossibleValues((await owner.get(`/files/${file.id}`)).data)).toEqual(file);
      expect((await owner.get(`/rooms/${room.id}/files?may=true`)).list).toEqual([file]);
    },
  },
  {
    id: 'S2-user.id',
    title: 'returns the same fields of a user to every caller, read and listed',
    also: rowsOfShape('user'),
    run: async (world) => {
      const before = Math.floor(Date.now() / 1000) * 1000;
      const ada = await world.person('auditor');
      const wanted = { id: ada.id, email: ada.email, name: 'A Person', role: 'auditor', status: 'active' };
      const got = withoutPossibleValues(await dataOf(world.owner.get(`/users/${ada.id}`)));
      expect(got).toMatchObject({ ...SHAPES.user, ...wanted, clearance_level: '', effective_clearance: 'C3' });
      expect(Date.parse(got.created_at)).toBeGreaterThanOrEqual(before);
      expect((await world.owner.get('/users?may=true')).list).toContainEqual(got);
      expect((await ada.caller.get('/users')).list).toContainEqual(withoutMay(got));
      expect(withoutMay((await ada.caller.get('/me')).data)).toMatchObject(withoutMay(got));
    },
  },
  {
    id: 'S2-upload.file_id',
    title: 'returns an upload address with a wrapped key that the key service unwraps',
    also: rowsOfShape('upload'),
    run: async ({ owner, harness }) => {
      const before = Date.now();
      const upload = await anUpload(owner, await aRoom(owner));
      expect(upload).toMatchObject(SHAPES.upload);
      expectLife(upload.expires_at, before, UPLOAD_SECONDS);
      expect(await harness.unwrap(upload.wrapped_dek, upload.kms_key_id)).toHaveLength(32);
      expect((await owner.object('PUT', upload.upload_url, CONTENT)).status).toBe(200);
      expect((await owner.get(`/files/${upload.file_id}`)).data).toMatchObject({ id: upload.file_id });
    },
  },
  {
    id: 'S2-download.download_url',
    title: 'returns a download address with the wrapped key, IV and tag of the upload',
    also: rowsOfShape('download'),
    run: async ({ owner, harness }) => {
      const file = await aFile(owner, await aRoom(owner));
      const before = Date.now();
      const download = await dataOf(owner.get(`/files/${file.id}/download-url`), 200);
      expect(download).toMatchObject({ ...SHAPES.download, iv: IV, tag: TAG });
      expectLife(download.expires_at, before, DOWNLOAD_SECONDS);
      expect(await harness.unwrap(download.wrapped_dek, download.kms_key_id)).toHaveLength(32);
      expect(await (await owner.object('GET', download.download_url)).text()).toBe(CONTENT);
    },
  },
  {
    id: 'S2-labels',
    title: 'lists the labels in rising order and accepts no other',
    codes: ['INVALID_CLASSIFICATION'],
    run: async ({ owner }) => {
      const labels = ['C1', 'C2', 'C3', 'C4'];
      const ranked = labels.map((label, index) => ({ label, rank: index + 1 }));
      expect((await owner.get('/classifications')).list).toMatchObject(ranked);
      for (const classification of labels) expect(await aRoom(owner, classification)).toMatchObject({ classification });
      for (const classification of ['C5', 'c1', '', 'secret'])
        expect((await owner.post('/rooms', { name: 'x', classification })).code).toBe('INVALID_CLASSIFICATION');
    },
  },
];
