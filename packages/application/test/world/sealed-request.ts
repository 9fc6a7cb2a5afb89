import type { FileId, RequestPublicKey, RoomId, SealedToRequest } from '@strongroom/domain';
import { CIPHERTEXT, ivOf, put, tagOf } from './mothers.ts';
import { aRequest, type Person } from './person.ts';
import type { World } from './world.ts';

const PUBLIC_KEY: RequestPublicKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'ekODprswg9VJL5yx-3lRcAON5uUzZeoY13kUg3d7bHU',
  y: 'WappO494YufXma_B93p-py2hl5pq7m91QfWaEYZ8bO4',
};

/** Keys that open a draft. */
export const REQUEST_KEY = { publicKey: PUBLIC_KEY, privateKey: 'c2VjcmV0', iv: ivOf(1), tag: tagOf(1) };

const b64 = (text: string) => Buffer.from(text).toString('base64url');

/** A key that is sealed for a request, by its form. */
export const sealedFor = (id: string) =>
  [
    b64(JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', epk: PUBLIC_KEY, apv: b64(id) })),
    '',
    'A'.repeat(16),
    'A'.repeat(43),
    'A'.repeat(22),
  ].join('.') as SealedToRequest;

export type OpenRequest = Readonly<{ id: string; secret: string }>;

/** An open upload request. */
export async function anOpenRequest(
  { app }: World,
  by: Person,
  of: Readonly<{ roomId: RoomId; expiresIn: number; folderId?: string }>,
): Promise<OpenRequest> {
  const { request } = await by.ask(app.uploadRequests.create, { ...of, maxFiles: 9, maxBytes: 1000 });
  const { secret } = await by.ask(app.uploadRequests.open, { requestId: request.id, ...REQUEST_KEY });
  return { id: request.id, secret };
}

/** Sends a file into the inbox. */
export async function sends(world: World, { id, secret }: OpenRequest): Promise<FileId> {
  const { announce, confirm } = world.app.uploadRequests;
  const visitor = { request: aRequest() };
  const sent = { secret, name: 'accounts.pdf', size: CIPHERTEXT.length, contentType: 'application/pdf' };
  const announced = await announce(visitor, sent as never);
  await put(world, announced.url, CIPHERTEXT);
  await confirm(visitor, { secret, fileId: announced.id, iv: ivOf(1), tag: tagOf(1), sealedKey: sealedFor(id) });
  return announced.id;
}
