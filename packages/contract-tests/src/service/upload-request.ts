import { type Data, dataOf } from './answer.ts';
import type { Caller } from './caller.ts';
import { CONTENT, IV, TAG } from './world.ts';

export const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'ekODprswg9VJL5yx-3lRcAON5uUzZeoY13kUg3d7bHU',
  y: 'WappO494YufXma_B93p-py2hl5pq7m91QfWaEYZ8bO4',
};

/** A private key that opens nothing: the service cannot tell. */
export const OPENING_BODY = { public_key: PUBLIC_KEY, private_key: 'c2VjcmV0', iv: IV, tag: TAG };

const base64url = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '');

/** A sealed key of the right form, which opens nothing. */
export const sealedKeyFor = (requestId: string): string =>
  [
    base64url(JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', epk: PUBLIC_KEY, apv: base64url(requestId) })),
    '',
    'A'.repeat(16),
    'A'.repeat(43),
    'A'.repeat(22),
  ].join('.');

/** An upload request that works. */
export async function anUploadRequest(by: Caller, room: { id: string }, more: object = {}): Promise<Data> {
  const draft = await dataOf(by.post(`/rooms/${room.id}/upload-requests`, { expires_in: 3600, ...more }), 201);
  return dataOf(by.post(`/upload-requests/${draft.id}/open`, OPENING_BODY), 200);
}

export const SENT_FILE = { name: 'sent.txt', size: CONTENT.length, content_type: 'text/plain' };

/** Announces a file of a sender and puts its content. */
export async function announceFile(visitor: Caller, request: Data): Promise<string> {
  const path = `/upload-requests/by-token/${request.token}`;
  const { upload_url: address, file_id: file } = await dataOf(visitor.post(`${path}/upload-url`, SENT_FILE), 200);
  await visitor.object('PUT', address, CONTENT);
  return file;
}

export const confirmationBody = (request: Data, file: string, sealed = sealedKeyFor(request.id)) => ({
  file_id: file,
  iv: IV,
  tag: TAG,
  sealed_key: sealed,
});

/** A file in the inbox. */
export async function anInboxItem(visitor: Caller, request: Data): Promise<string> {
  const file = await announceFile(visitor, request);
  await dataOf(
    visitor.post(`/upload-requests/by-token/${request.token}/confirm`, confirmationBody(request, file)),
    200,
  );
  return file;
}
