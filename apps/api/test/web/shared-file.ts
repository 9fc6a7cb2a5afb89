import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { expect } from '@jest/globals';
import { aRoom } from '../support/people-in-memory.ts';
import type { World } from '../support/service-in-memory.ts';

type SharedFile = Readonly<{ link: string; key: string; token: string; id: string }>;

/** A file encrypted as by any client, and a link with its key. `change` alters the ciphertext. */
export async function shareFile(
  { owner, url }: Pick<World, 'owner' | 'url'>,
  content: Uint8Array,
  terms: object = {},
  { change = (bytes: Buffer) => bytes, name = 'Bericht «Q3».txt' } = {},
): Promise<SharedFile> {
  const room = await aRoom(owner);
  const dek = randomBytes(32);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', dek, iv);
  const sealed = change(Buffer.concat([cipher.update(content), cipher.final()]));
  const about = { name, size: sealed.length, content_type: 'text/html' };
  const { upload_url, file_id } = (await owner.post(`/rooms/${room}/files/upload-url`, about)).body.data;
  await fetch(upload_url, { method: 'PUT', body: new Uint8Array(sealed) });
  const proof = { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64') };
  expect((await owner.post(`/rooms/${room}/files/${file_id}/confirm`, proof)).status).toBe(200);
  const { body } = await owner.post(`/files/${file_id}/share`, { expires_in: 3600, ...terms });
  const { token, id } = body.data;
  const check = createHash('sha256').update(`strongroom link ${token} `).update(dek).digest().subarray(0, 4);
  const key = Buffer.concat([dek, check]).toString('base64url');
  return { link: `${url}/open#token=${token}&k=${key}`, key, token, id };
}

/** The number of downloads of a link. */
export const downloadsOf = async ({ owner }: Pick<World, 'owner'>, id: string): Promise<unknown> =>
  (await owner.get(`/shares/${id}`)).body.data.download_count;
