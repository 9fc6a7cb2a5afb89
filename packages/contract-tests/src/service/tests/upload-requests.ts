import { expect } from '@jest/globals';
import { dataOf, expectRefusal } from '../answer.ts';
import type { ServicePromise } from '../service-promise.ts';
import {
  anInboxItem,
  announceFile,
  anUploadRequest,
  confirmationBody,
  OPENING_BODY,
  PUBLIC_KEY,
  SENT_FILE,
  sealedKeyFor,
} from '../upload-request.ts';
import { addMember, aFile, aRoom, CONTENT, waitUntil } from '../world.ts';

/** Links through which people without an account send files, and the inbox. */
export const uploadRequestPromises: readonly ServicePromise[] = [
  {
    id: 'I8-upload-requests',
    title: 'lets people without an account send files, which wait in the inbox and are no files of the room',
    codes: ['INVALID_SEALED_KEY', 'FILE_NOT_FOUND'],
    run: async ({ owner, visitor }) => {
      const room = await aRoom(owner);
      const request = await anUploadRequest(owner, room, { message: 'The accounts, please.' });
      expect(request).toMatchObject({ status: 'active', max_files: 100, room_id: room.id, folder_id: null });
      const path = `/upload-requests/by-token/${request.token}`;
      expect(await dataOf(visitor.get(path), 200)).toMatchObject({
        id: request.id,
        message: 'The accounts, please.',
        files_left: 100,
        public_key: PUBLIC_KEY,
      });
      const file = await announceFile(visitor, request);
      const foreign = confirmationBody(request, file, sealedKeyFor(room.id));
      await expectRefusal(visitor.post(`${path}/confirm`, foreign), 400, 'INVALID_SEALED_KEY');
      await expectRefusal(
        visitor.post(`${path}/confirm`, confirmationBody(request, file, 'x')),
        400,
        'INVALID_SEALED_KEY',
      );
      await expectRefusal(visitor.post(`${path}/confirm`, confirmationBody(request, room.id)), 404, 'FILE_NOT_FOUND');
      const words = { sender_name: 'Nora West', note: 'The rest follows.\nNext week.' };
      const confirmation = { ...confirmationBody(request, file), ...words };
      const received = await dataOf(visitor.post(`${path}/confirm`, confirmation), 200);
      expect(received).toMatchObject({ file_id: file, name: SENT_FILE.name, size: CONTENT.length });
      expect(await dataOf(visitor.post(`${path}/confirm`, confirmationBody(request, file)), 200)).toEqual(received);
      expect((await owner.get(`/rooms/${room.id}/inbox`)).list).toMatchObject([
        { id: file, request_id: request.id, name: SENT_FILE.name, status: 'waiting', ...words },
      ]);
      expect((await owner.get(`/rooms/${room.id}/files`)).list).toEqual([]);
      const download = await dataOf(owner.get(`/rooms/${room.id}/inbox/${file}/download-url`), 200);
      expect(await (await owner.object('GET', download.download_url)).text()).toBe(CONTENT);
      expect(download).toMatchObject({
        sealed_key: sealedKeyFor(request.id),
        request: { id: request.id, private_key: OPENING_BODY.private_key },
      });
      const seen = await dataOf(owner.get(`/upload-requests/${request.id}`), 200);
      expect(seen).toMatchObject({
        files_received: 1,
        files_waiting: 1,
        last_received_at: received.received_at,
        status: 'active',
      });
      expect(seen).not.toHaveProperty('token');
    },
  },
  {
    id: 'I8-upload-requests',
    title: 'ends a request as revoked, expired or full, and opens it once',
    codes: [
      'REQUEST_REVOKED',
      'REQUEST_EXPIRED',
      'REQUEST_FULL',
      'REQUEST_NOT_FOUND',
      'REQUEST_OPENED',
      'VALIDATION_ERROR',
    ],
    run: async ({ owner, visitor }) => {
      const room = await aRoom(owner);
      const request = await anUploadRequest(owner, room, { max_files: 1 });
      const path = `/upload-requests/by-token/${request.token}`;
      await expectRefusal(owner.post(`/upload-requests/${request.id}/open`, OPENING_BODY), 409, 'REQUEST_OPENED');
      const draft = await dataOf(owner.post(`/rooms/${room.id}/upload-requests`, { expires_in: 60 }), 201);
      const off = { ...OPENING_BODY, public_key: { ...PUBLIC_KEY, y: PUBLIC_KEY.x } };
      await expectRefusal(owner.post(`/upload-requests/${draft.id}/open`, off), 400, 'VALIDATION_ERROR');
      await anInboxItem(visitor, request);
      await expectRefusal(visitor.post(`${path}/upload-url`, SENT_FILE), 410, 'REQUEST_FULL');
      await expectRefusal(visitor.get(path), 410, 'REQUEST_FULL');
      expect(await dataOf(owner.delete(`/upload-requests/${request.id}`), 200)).toMatchObject({ status: 'revoked' });
      await expectRefusal(visitor.get(path), 410, 'REQUEST_REVOKED');
      await expectRefusal(
        visitor.get(path.replace(/.$/, (letter) => (letter === 'x' ? 'y' : 'x'))),
        404,
        'REQUEST_NOT_FOUND',
      );
      const short = await anUploadRequest(owner, room, { expires_in: 2 });
      const shortPath = `/upload-requests/by-token/${short.token}`;
      await waitUntil(
        () => visitor.get(shortPath),
        ({ status }) => status === 410,
      );
      await expectRefusal(visitor.get(shortPath), 410, 'REQUEST_EXPIRED');
    },
  },
  {
    id: 'I8-upload-requests',
    title: 'shows the inbox to owners of the room and to who asked, who take in or refuse what waits',
    codes: [
      'ITEM_NOT_FOUND',
      'ITEM_HANDLED',
      'FILE_NOT_FOUND',
      'INSUFFICIENT_ROOM_ROLE',
      'REQUEST_NOT_FOUND',
      'VALIDATION_ERROR',
    ],
    run: async (world) => {
      const [ada, bob, eve] = [await world.person(), await world.person(), await world.person()];
      const room = await aRoom(ada.caller);
      await addMember(ada.caller, room, bob, 'contributor');
      await addMember(ada.caller, room, eve, 'contributor');
      const request = await anUploadRequest(bob.caller, room);
      const [first, second] = [await anInboxItem(world.visitor, request), await anInboxItem(world.visitor, request)];
      const inboxOf = async (by: typeof ada) =>
        (await by.caller.get(`/rooms/${room.id}/inbox`)).list.map(({ id }) => id).toSorted();
      expect(await inboxOf(ada)).toEqual([first, second].toSorted());
      expect(await inboxOf(bob)).toEqual([first, second].toSorted());
      expect(await inboxOf(eve)).toEqual([]);
      await expectRefusal(eve.caller.get(`/upload-requests/${request.id}`), 404, 'REQUEST_NOT_FOUND');
      const at = (item: string) => `/rooms/${room.id}/inbox/${item}`;
      await expectRefusal(eve.caller.post(`${at(first)}/refuse`), 404, 'ITEM_NOT_FOUND');
      await expectRefusal(ada.caller.post(`${at(first)}/accept`, { file_id: room.id }), 404, 'FILE_NOT_FOUND');
      const file = await aFile(ada.caller, room);
      const accepted = await dataOf(ada.caller.post(`${at(first)}/accept`, { file_id: file.id }), 200);
      expect(accepted).toMatchObject({ id: first, status: 'accepted', file_id: file.id });
      await expectRefusal(bob.caller.post(`${at(first)}/refuse`), 409, 'ITEM_HANDLED');
      const unsafe = { status: 'refused', reason: 'unsafe' };
      await expectRefusal(bob.caller.post(`${at(second)}/refuse`, { reason: 'x' }), 400, 'VALIDATION_ERROR');
      expect(await dataOf(bob.caller.post(`${at(second)}/refuse`, { reason: 'unsafe' }), 200)).toMatchObject(unsafe);
      expect(await dataOf(ada.caller.post(`${at(second)}/refuse`, { reason: 'not_asked_for' }), 200)).toMatchObject(
        unsafe,
      );
      expect(await inboxOf(ada)).toEqual([]);
      const viewer = await world.person();
      await addMember(ada.caller, room, viewer, 'viewer');
      const asking = viewer.caller.post(`/rooms/${room.id}/upload-requests`, { expires_in: 60 });
      await expectRefusal(asking, 403, 'INSUFFICIENT_ROOM_ROLE');
    },
  },
];
