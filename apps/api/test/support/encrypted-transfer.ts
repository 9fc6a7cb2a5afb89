import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Caller, Reply } from './caller.ts';

/** The caller's own key management: unwraps a data key. */
export type Unwrap = (wrappedDek: string, kmsKeyId: string) => Promise<Uint8Array>;

export type Content = Readonly<{ name: string; type: string; bytes: Uint8Array }>;
export type Uploaded = Readonly<{ fileId: string; uploadUrl: string }>;

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Incompressible bytes, the same in every run. */
export function someBytes(length: number): Uint8Array {
  const cipher = createCipheriv('aes-128-ctr', Buffer.from('strongroom-bytes'), Buffer.alloc(16));
  return cipher.update(Buffer.alloc(length));
}

/** The upload procedure, step by step: announce, encrypt, PUT, confirm. */
export async function upload(by: Caller, unwrap: Unwrap, roomId: string, file: Content): Promise<Uploaded> {
  const announced = await by.post(`/rooms/${roomId}/files/upload-url`, {
    name: file.name,
    size: file.bytes.length,
    content_type: file.type,
    classification: 'C2',
  });
  const { file_id: fileId, upload_url: uploadUrl, wrapped_dek, kms_key_id } = dataOf(announced, 200);
  const dek = await unwrap(wrapped_dek, kms_key_id);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', dek, iv);
  const ciphertext = Buffer.concat([cipher.update(file.bytes), cipher.final()]);
  await put(uploadUrl, ciphertext);
  const confirmed = await by.post(`/rooms/${roomId}/files/${fileId}/confirm`, {
    iv: iv.toString('base64'),
    tag: cipher.getAuthTag().toString('base64'),
  });
  dataOf(confirmed, 200);
  return { fileId, uploadUrl };
}

/** PUTs an object without additional headers, and returns the status. */
export async function put(url: string, bytes: Uint8Array): Promise<number> {
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
  await response.arrayBuffer();
  return response.status;
}

/** The download procedure, for the answer to a download-url request or a redeemed link. Throws if the tag is wrong. */
export async function download(answer: Reply, unwrap: Unwrap): Promise<Uint8Array> {
  const { download_url, wrapped_dek, kms_key_id, iv, tag } = dataOf(answer, 200);
  const response = await fetch(download_url);
  const ciphertext = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 200) throw new TypeError(`the object was answered with ${response.status}`);
  const dek = await unwrap(wrapped_dek, kms_key_id);
  const decipher = createDecipheriv('aes-256-gcm', dek, Buffer.from(iv, 'base64'));
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

/** The texts of both results, of which each has some. */
type AnswerData = Readonly<
  Record<'file_id' | 'upload_url' | 'download_url' | 'wrapped_dek' | 'kms_key_id' | 'iv' | 'tag', string>
>;

function dataOf({ status, body, text }: Reply, expected: number): AnswerData {
  if (status !== expected) throw new TypeError(`${status} instead of ${expected}: ${text}`);
  return body.data;
}
