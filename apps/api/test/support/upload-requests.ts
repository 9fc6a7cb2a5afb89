import type { Caller } from './caller.ts';

const PUBLIC_KEY = {
  kty: 'EC',
  crv: 'P-256',
  x: 'ekODprswg9VJL5yx-3lRcAON5uUzZeoY13kUg3d7bHU',
  y: 'WappO494YufXma_B93p-py2hl5pq7m91QfWaEYZ8bO4',
};
const SEAL = { iv: 'AAECAwQFBgcICQoL', tag: 'AAECAwQFBgcICQoLDA0ODw==' };

/** The body of `POST /upload-requests/:id/open`, with a private key that opens nothing. */
export const OPENING = { public_key: PUBLIC_KEY, private_key: 'c2VjcmV0', ...SEAL };

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** The body of a confirmation. Its sealed key has the right form and opens nothing. */
export const confirmationOf = (requestId: string, fileId: string) => ({
  file_id: fileId,
  ...SEAL,
  sealed_key: [
    base64url(JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', epk: PUBLIC_KEY, apv: base64url(requestId) })),
    '',
    'A'.repeat(16),
    'A'.repeat(43),
    'A'.repeat(22),
  ].join('.'),
});

export const SENT = { name: 'sent.txt', size: 5, content_type: 'text/plain' };

type Asked = Readonly<{ id: string; token: string }>;

/** An upload request that works. */
export async function anUploadRequest(by: Caller, room: string, more: object = {}): Promise<Asked> {
  const draft = await by.post(`/rooms/${room}/upload-requests`, { expires_in: 3600, ...more });
  if (draft.status !== 201) throw new TypeError(draft.text);
  const { id } = draft.body.data;
  const opened = await by.post(`/upload-requests/${id}/open`, OPENING);
  if (opened.status !== 200) throw new TypeError(opened.text);
  return { id, token: opened.body.data.token };
}

/** A file in the inbox, sent through a request. */
export async function anItem(visitor: Caller, { id, token }: Asked): Promise<string> {
  const path = `/upload-requests/by-token/${token}`;
  const { upload_url: address, file_id: item } = (await visitor.post(`${path}/upload-url`, SENT)).body.data;
  await fetch(address, { method: 'PUT', body: 'hello' });
  const confirmed = await visitor.post(`${path}/confirm`, confirmationOf(id, item));
  if (confirmed.status !== 200) throw new TypeError(confirmed.text);
  return item;
}
