import { expect } from '@jest/globals';
import { given } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import { aFile, anUpload, aRoom, NOBODY } from '../world.ts';
import { rowsOfShape, SHAPES, TIME, UUID } from './shapes.ts';

/** Sections 1 and 2: what answers look like. */
export const answers: readonly ServicePromise[] = [
  {
    id: 'S1-base',
    title: 'everything stands below /api/v1 and nothing else does',
    also: ['S9-prefix'],
    codes: ['ROUTE_NOT_FOUND'],
    run: async ({ owner, harness }) => {
      expect(new URL(harness.baseUrl).pathname).toBe('/api/v1');
      await given(owner.get('/me'), 200);
      for (const path of ['', '/', '/room', '/rooms/', '/Rooms', `/files/${NOBODY}/x`])
        expect([path, (await owner.get(path)).code]).toEqual([path, 'ROUTE_NOT_FOUND']);
    },
  },
  {
    id: 'S1-json',
    title: 'what is taken and given is JSON, deletions and refusals too',
    run: async ({ owner, visitor }) => {
      const room = await aRoom(owner);
      const all = [owner.get('/rooms'), owner.delete(`/rooms/${room.id}`), owner.get('/x'), visitor.get('/me')];
      for (const answer of await Promise.all(all)) {
        expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
        expect(answer.headers.get('Cache-Control')).toBe('no-store');
        expect(answer.headers.get('X-Request-Id')).toMatch(UUID);
        expect(Object.keys(answer.body)[0]).toBe(answer.status < 300 ? 'data' : 'error');
      }
    },
  },
  {
    id: 'S1-timestamps',
    title: 'times are UTC and have no fractions of a second',
    run: async ({ owner }) => {
      const before = Math.floor(Date.now() / 1000) * 1000 - 1000;
      const { created_at } = await aRoom(owner);
      expect(created_at).toMatch(TIME);
      expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before - 60_000);
    },
  },
  {
    id: 'S1-uuids',
    title: 'ids are lowercase UUIDs, and another form is answered like an unknown id',
    codes: ['ROOM_NOT_FOUND'],
    run: async ({ owner }) => {
      const { id } = await aRoom(owner);
      expect(id).toMatch(UUID);
      for (const other of [id.toUpperCase(), NOBODY, 'x', `${id}0`, '%00'])
        expect([other, (await owner.get(`/rooms/${other}`)).code]).toEqual([other, 'ROOM_NOT_FOUND']);
    },
  },
  {
    id: 'S2-data',
    title: 'a result stands under data, and a list is an array',
    run: async ({ owner }) => {
      const room = await aRoom(owner);
      expect((await owner.get(`/rooms/${room.id}`)).data.id).toBe(room.id);
      expect((await owner.get('/rooms')).list.map(({ id }) => id)).toEqual([room.id]);
    },
  },
  {
    id: 'S2-meta',
    title: 'every list carries meta with page, per_page and total',
    also: ['S2-meta.page', 'S2-meta.per_page', 'S2-meta.total'],
    run: async ({ owner }) => {
      const room = await aRoom(owner);
      const file = await aFile(owner, room);
      const me = await given(owner.get('/me'));
      const unit = (await owner.get('/org-units')).list[0]?.id ?? '';
      const receipt = (await given(owner.delete(`/rooms/${(await aRoom(owner)).id}`))).receipt_id;
      const lists = [
        ['/rooms', '/oversight/rooms', `/rooms/${room.id}/members`, `/rooms/${room.id}/files`, '/users', '/tokens'],
        [`/files/${file.id}/shares`, '/org-units', `/org-units/${unit}/members`, `/users/${me.id}/org-units`],
        [`/users/${me.id}/tokens`, '/audit-events', '/classifications', `/destruction-receipts/${receipt}/files`],
      ].flat();
      for (const path of lists) {
        const answer = await owner.get(path);
        expect([path, answer.meta.page, answer.meta.per_page]).toEqual([path, 1, 50]);
        expect(answer.meta.total).toBeGreaterThanOrEqual(answer.list.length);
      }
      expect((await owner.get(`/rooms/${room.id}/files`)).meta).toEqual({
        page: 1,
        per_page: 50,
        total: 1,
        next_cursor: null,
      });
    },
  },
  {
    id: 'S2-room.id',
    title: 'a room has its fields, when it is made, got and listed',
    also: rowsOfShape('room'),
    run: async ({ owner }) => {
      const made = await aRoom(owner, 'C4', { name: 'Falcon', description: 'Two\nlines' });
      expect(made).toMatchObject({ ...SHAPES.room, name: 'Falcon', description: 'Two\nlines', classification: 'C4' });
      await aFile(owner, made);
      const got = await given(owner.get(`/rooms/${made.id}`));
      expect(got).toEqual({ ...made, file_count: 1, member_count: 1 });
      expect((await owner.get('/rooms')).list).toEqual([got]);
      expect(got).toMatchObject({ status: 'active', archived_at: null, my_role: 'owner' });
    },
  },
  {
    id: 'S2-file.id',
    title: 'a file has its fields, when it is confirmed, got and listed',
    also: rowsOfShape('file'),
    run: async ({ owner }) => {
      const room = await aRoom(owner);
      const file = await aFile(owner, room, { name: 'ä.txt', classification: 'C3', folder: 'a/b' });
      expect(file).toMatchObject({
        ...SHAPES.file,
        name: 'ä.txt',
        size: 5,
        classification: 'C3',
        content_type: 'text/plain',
      });
      expect(file).toMatchObject({ room_id: room.id, folder: 'a/b', status: 'available' });
      expect((await owner.get(`/files/${file.id}`)).data).toEqual(file);
      expect((await owner.get(`/rooms/${room.id}/files`)).list).toEqual([file]);
    },
  },
  {
    id: 'S2-user.id',
    title: 'a user has his fields, whoever asks and wherever he is shown',
    also: rowsOfShape('user'),
    run: async (world) => {
      const ada = await world.person('auditor');
      const got = await given(world.owner.get(`/users/${ada.id}`));
      expect(got).toMatchObject({
        ...SHAPES.user,
        email: ada.email,
        role: 'auditor',
        clearance_level: '',
        status: 'active',
      });
      expect(got.effective_clearance).toBe('C3');
      expect((await ada.caller.get('/users')).list).toContainEqual(got);
      expect((await ada.caller.get('/me')).data).toMatchObject(got);
    },
  },
  {
    id: 'S2-upload.file_id',
    title: 'an upload address comes with the wrapped key and its name, and until when it works',
    also: rowsOfShape('upload'),
    run: async ({ owner }) => {
      const upload = await anUpload(owner, await aRoom(owner));
      expect(upload).toMatchObject(SHAPES.upload);
      expect(Date.parse(upload.expires_at)).toBeGreaterThan(Date.now());
    },
  },
  {
    id: 'S2-download.download_url',
    title: 'a download address comes with wrapped key, IV, tag and the name of the key',
    also: rowsOfShape('download'),
    run: async ({ owner }) => {
      const file = await aFile(owner, await aRoom(owner));
      const download = await given(owner.get(`/files/${file.id}/download-url`), 200);
      expect(download).toMatchObject(SHAPES.download);
      expect([download.iv, download.tag]).toEqual(['AAECAwQFBgcICQoL', 'AAECAwQFBgcICQoLDA0ODw==']);
    },
  },
  {
    id: 'S2-labels',
    title: 'the labels are told in rising order, and no other is taken',
    codes: ['INVALID_CLASSIFICATION'],
    run: async ({ owner }) => {
      const labels = [1, 2, 3, 4].map((rank) => ({ label: `C${rank}`, rank }));
      expect((await owner.get('/classifications')).list).toMatchObject(labels);
      for (const classification of ['C5', 'c1', '', 'secret'])
        expect((await owner.post('/rooms', { name: 'x', classification })).code).toBe('INVALID_CLASSIFICATION');
    },
  },
];
