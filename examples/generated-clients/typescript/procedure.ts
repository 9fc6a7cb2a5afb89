/**
 * The procedure of the specification by a client that openapi-typescript made (./schema.d.ts), with keys by our own client
 * library, as a stranger's own code would have them.
 *
 *     node procedure.ts ROOM FILE    puts a file into ROOM, reads FILE, and does everything else in a room of its own
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { argv, env } from 'node:process';
import { keyServiceUnwrapper } from '@strongroom/client';
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const client = createClient<paths>({
  baseUrl: `${env.STRONGROOM_URL}/api/v1`,
  headers: { authorization: `Bearer ${env.STRONGROOM_TOKEN}` },
});

/** The data of an answer. */
async function done<T>(answer: Promise<{ data?: { data: T }; error?: unknown }>): Promise<T> {
  const { data, error } = await answer;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data.data;
}

/** The code of a refusal. */
async function refused(answer: Promise<{ error?: { error: { code: string } } }>): Promise<string | undefined> {
  return (await answer).error?.error.code;
}

const service = (await done(client.GET('/service'))).key_service;
if (service?.key == null) throw new Error('there is no key service');
const keys = keyServiceUnwrapper({ url: service.url, key: service.key });
const client_jkt = await keys.client?.();

type Granted = { wrapped_dek: string; wrapped_dek_aad: string | null; kms_key_id: string; key_grant: string | null };

async function unwrapped(granted: Granted, fileId: string, op: 'open' | 'seal') {
  const { wrapped_dek: wrappedDek, wrapped_dek_aad: aad, kms_key_id: kmsKeyId, key_grant: grant } = granted;
  return keys.unwrap({ wrappedDek, kmsKeyId, aad, grant, fileId, op });
}

async function put(room_id: string, name: string, content: Buffer): Promise<string> {
  const body = { name, content_type: 'text/plain', size: content.length, client_jkt };
  const upload = await done(client.POST('/rooms/{room_id}/files/upload-url', { params: { path: { room_id } }, body }));
  const { file_id } = upload;
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await unwrapped(upload, file_id, 'seal'), iv);
  await fetch(upload.upload_url, { method: 'PUT', body: Buffer.concat([cipher.update(content), cipher.final()]) });
  const proof = { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64') };
  const path = { room_id, file_id };
  return (await done(client.POST('/rooms/{room_id}/files/{file_id}/confirm', { params: { path }, body: proof }))).id;
}

async function get(file_id: string): Promise<Buffer> {
  const params = { path: { file_id }, query: { client_jkt } };
  const download = await done(client.GET('/files/{file_id}/download-url', { params }));
  const key = await unwrapped(download, file_id, 'open');
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(download.iv, 'base64'));
  decipher.setAuthTag(Buffer.from(download.tag, 'base64'));
  const ciphertext = Buffer.from(await (await fetch(download.download_url)).arrayBuffer());
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]);
}

const [, , room = '', file = ''] = argv;
const own = await done(client.POST('/rooms', { body: { name: 'By TypeScript', classification: 'C2' } }));
const content = Buffer.from('Put by TypeScript.');
const first = await put(own.id, 'first.txt', content);
const inOwn = { params: { path: { id: own.id } } };
const ofFirst = { params: { path: { file_id: first } } };
const share = { ...ofFirst, body: { expires_in: 3600, max_downloads: 1 } };
const listed = await done(client.GET('/rooms/{room_id}/files', { params: { path: { room_id: own.id } } }));

console.log(
  JSON.stringify({
    listed: listed.map(({ name }) => name),
    same: content.equals(await get(first)),
    share: (await done(client.POST('/files/{file_id}/share', share))).max_downloads,
    archived: (await done(client.POST('/rooms/{id}/archive', inOwn))).status,
    refused: await refused(client.DELETE('/files/{file_id}', ofFirst)),
    active: (await done(client.POST('/rooms/{id}/unarchive', inOwn))).status,
    deleted: (await done(client.DELETE('/files/{file_id}', ofFirst))).id === first,
    gone: await refused(client.GET('/files/{file_id}', ofFirst)),
    destroyed: (await done(client.DELETE('/rooms/{id}', inOwn))).id === own.id,
    absent: await refused(client.GET('/rooms/{id}', inOwn)),
    read: createHash('sha256')
      .update(await get(file))
      .digest('hex'),
    put: await put(room, 'by-typescript.txt', content),
  }),
);
