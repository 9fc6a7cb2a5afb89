import { expect, test } from '@jest/globals';
import { anUploadRequest, fileId, NOW } from '../../test/examples.ts';
import type { GcmTag, Iv } from '../values/crypto.ts';
import { DomainError } from '../values/errors.ts';
import type { MediaType } from '../values/media-type.ts';
import type { FileSize, RequestBytes, RequestFiles } from '../values/numbers.ts';
import type { SealedToRequest } from '../values/request-key.ts';
import type { FileName, SenderName, SenderNote } from '../values/text.ts';
import { DAY, type Instant } from '../values/time.ts';
import {
  type Announcement,
  announce,
  announcementOf,
  countHandled,
  handleItem,
  isDraftOver,
  leftOf,
  MAX_ANNOUNCED,
  MAX_ANNOUNCED_PER_ADDRESS,
  MAX_ENDED_REQUESTS,
  MAX_LIVING_REQUESTS,
  makeRoomForRequest,
  openRequest,
  receiveFile,
  requestHasEnded,
  revokeRequest,
  uploadRequestStatus,
} from './upload-request.ts';

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
  return 'none';
}

const LATER = (NOW + 1000) as Instant;

const sent = (n: number, with_: Partial<Announcement> = {}): Announcement => ({
  id: fileId(n),
  name: 'accounts.pdf' as FileName,
  contentType: 'application/pdf' as MediaType,
  size: 10 as FileSize,
  from: 'somewhere',
  requestedAt: NOW,
  until: LATER,
  ...with_,
});
const sealed = {
  iv: 'AAECAwQFBgcICQoL' as Iv,
  tag: 'AAECAwQFBgcICQoLDA0ODw==' as GcmTag,
  sealed: 'at/1',
  sealedKey: 'jwe' as SealedToRequest,
};
const wide = anUploadRequest({ maxFiles: 1000 as RequestFiles, maxBytes: 100_000 as RequestBytes });

test('an announcement reserves a file and its size until its address ends', () => {
  const request = announce(anUploadRequest(), sent(1, { size: 60 as FileSize }), NOW);
  expect(leftOf(request, NOW)).toEqual({ files: 1, bytes: 40 });
  expect(codeOf(() => announce(request, sent(2, { size: 41 as FileSize }), NOW))).toBe('REQUEST_FULL');
  expect(leftOf(announce(request, sent(2, { size: 40 as FileSize }), NOW), NOW)).toEqual({ files: 0, bytes: 0 });
  expect(leftOf(request, LATER)).toEqual({ files: 2, bytes: 100 });
  expect(announce(request, sent(2, { size: 100 as FileSize }), LATER).announced).toHaveLength(1);
});

test('an upload request reserves nothing beyond its last file', () => {
  const both = [1, 2].reduce((request, n) => announce(request, sent(n), NOW), anUploadRequest());
  expect(codeOf(() => announce(both, sent(3), NOW))).toBe('REQUEST_FULL');
  expect(uploadRequestStatus(both, true, NOW)).toBe('active');
});

test('a request takes few uploads at a time, and fewer from one address', () => {
  const ofOne = Array.from({ length: MAX_ANNOUNCED_PER_ADDRESS }, (_, n) => n).reduce(
    (request, n) => announce(request, sent(n), NOW),
    wide,
  );
  expect(codeOf(() => announce(ofOne, sent(9), NOW))).toBe('TOO_MANY_UPLOADS');
  expect(announce(ofOne, sent(9, { from: 'elsewhere' }), NOW).announced).toHaveLength(MAX_ANNOUNCED_PER_ADDRESS + 1);
  const all = Array.from({ length: MAX_ANNOUNCED }, (_, n) => n).reduce(
    (request, n) => announce(request, sent(n, { from: `${n}` }), NOW),
    wide,
  );
  expect(codeOf(() => announce(all, sent(99, { from: 'elsewhere' }), NOW))).toBe('TOO_MANY_UPLOADS');
});

test('a received file counts for good', () => {
  const words = { sender: 'Nora West' as SenderName, note: 'One more follows.' as SenderNote };
  const { request, item } = receiveFile(
    announce(anUploadRequest(), sent(1), NOW),
    fileId(1),
    { ...sealed, ...words },
    NOW,
  );
  expect(item).toMatchObject({ status: 'waiting', name: 'accounts.pdf', size: 10, receivedAt: NOW, ...words });
  expect(request).toMatchObject({
    received: { files: 1, bytes: 10 },
    waiting: 1,
    lastReceivedAt: NOW,
    announced: [],
  });
  const refused = countHandled(request);
  expect(refused).toMatchObject({ received: { files: 1, bytes: 10 }, waiting: 0 });
  expect(leftOf(refused, NOW)).toEqual({ files: 1, bytes: 90 });
});

test('an announcement is received once, and not after its end', () => {
  const request = announce(anUploadRequest(), sent(1), NOW);
  expect(codeOf(() => receiveFile(request, fileId(2), sealed, NOW))).toBe('FILE_NOT_FOUND');
  expect(codeOf(() => receiveFile(request, fileId(1), sealed, LATER))).toBe('FILE_NOT_FOUND');
  expect(codeOf(() => announcementOf(receiveFile(request, fileId(1), sealed, NOW).request, fileId(1), NOW))).toBe(
    'FILE_NOT_FOUND',
  );
});

test('the status is the first reason of revoked, expired, full', () => {
  const full = anUploadRequest({ received: { files: 2, bytes: 20 }, expiresAt: NOW, revokedAt: NOW });
  expect(uploadRequestStatus(full, true, NOW)).toBe('revoked');
  expect(uploadRequestStatus({ ...full, revokedAt: null }, false, NOW)).toBe('revoked');
  expect(uploadRequestStatus({ ...full, revokedAt: null }, true, NOW)).toBe('expired');
  expect(uploadRequestStatus({ ...full, revokedAt: null, expiresAt: LATER }, true, NOW)).toBe('full');
  expect(uploadRequestStatus({ ...full, revokedAt: null, expiresAt: LATER, opened: null }, true, NOW)).toBe('draft');
  expect(revokeRequest(full, LATER)).toBe(full);
  expect(revokeRequest(anUploadRequest(), LATER).revokedAt).toBe(LATER);
});

test('a draft is opened once, and ends after a day', () => {
  const draft = anUploadRequest({ opened: null, expiresAt: (NOW + 2 * DAY) as Instant });
  const { opened } = anUploadRequest();
  if (opened === null) throw new Error('the example is opened');
  expect(openRequest(draft, opened).opened).toBe(opened);
  expect(codeOf(() => openRequest(openRequest(draft, opened), opened))).toBe('REQUEST_OPENED');
  expect([isDraftOver(draft, NOW), isDraftOver(draft, (NOW + DAY) as Instant)]).toEqual([false, true]);
  expect([requestHasEnded(draft, NOW), requestHasEnded(draft, (NOW + DAY) as Instant)]).toEqual([false, true]);
});

test('an item keeps its first outcome, and the same outcome again changes nothing', () => {
  const words = { sender: 'Nora West' as SenderName, note: 'One more follows.' as SenderNote };
  const { item } = receiveFile(announce(anUploadRequest(), sent(1), NOW), fileId(1), { ...sealed, ...words }, NOW);
  const accepted = handleItem(item, { status: 'accepted', fileId: fileId(7) }, LATER);
  const { id, roomId, requestId, folderId, receivedAt } = item;
  expect(accepted).toEqual({
    id,
    roomId,
    requestId,
    folderId,
    receivedAt,
    status: 'accepted',
    handledAt: LATER,
    fileId: fileId(7),
  });
  expect(handleItem(accepted, { status: 'accepted', fileId: fileId(8) }, LATER)).toBe(accepted);
  expect(codeOf(() => handleItem(accepted, { status: 'refused' }, LATER))).toBe('ITEM_HANDLED');
});

test('the oldest ended requests make room, except those whose files wait', () => {
  const ended = Array.from({ length: MAX_ENDED_REQUESTS + 2 }, () => anUploadRequest({ revokedAt: NOW }));
  const isOver = (request: (typeof ended)[number]) => requestHasEnded(request, NOW);
  expect(makeRoomForRequest(ended, isOver)).toEqual(ended.slice(0, 2));
  expect(
    makeRoomForRequest(
      ended.map((one) => ({ ...one, waiting: 1 })),
      isOver,
    ),
  ).toEqual([]);
  const living = Array.from({ length: MAX_LIVING_REQUESTS }, () => anUploadRequest());
  expect(codeOf(() => makeRoomForRequest(living, isOver))).toBe('LIMIT_REACHED');
});
