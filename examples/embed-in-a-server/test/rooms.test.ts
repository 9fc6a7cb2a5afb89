import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrapDataKey } from '@strongroom/adapter-local/unwrap';
import type { Mailer, Message } from '@strongroom/ports';
import { openRooms, type Rooms } from '../src/rooms.js';
import { roomsOnFastify } from '../src/rooms-on-fastify.js';

/** Your mailer. This one hands each message to who waits for it. */
class Outbox implements Mailer {
  #arrived: (message: Message) => void = () => undefined;
  readonly next = new Promise<Message>((resolve) => {
    this.#arrived = resolve;
  });

  async send(message: Message): Promise<void> {
    this.#arrived(message);
  }

  async check(): Promise<void> {}
}

type Json = Readonly<Record<string, string>>;

test('a program keeps deals and their files by the application, under its own name, and finds them again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deals-'));
  const outbox = new Outbox();
  let url = '';
  const open = (): Promise<Rooms> => openRooms({ folder, publicUrl: () => url, mailer: outbox, name: 'Deals' });
  let rooms = await open();
  let server = roomsOnFastify(rooms);
  url = await server.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (method: string, path: string, body?: object): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${rooms.ownerToken}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  const json = async (answer: Promise<Response>): Promise<Json> => (await (await answer).json()) as Json;
  const keyOf = (of: Json) => unwrapDataKey(join(folder, 'keys'), of['wrapped_dek'] ?? '', of['kms_key_id'] ?? '');

  const deal = await json(ask('POST', '/deals', { name: 'Falcon' }));
  const plaintext = Buffer.from('the offer');
  const upload = await json(ask('POST', `/deals/${deal['id']}/files`, { name: 'offer.txt', size: plaintext.length }));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(upload), iv);
  const body = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const put = await fetch(upload['url'] ?? '', {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body,
  });
  assert.equal(put.status, 200);
  const sealed = { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64') };
  const done = await json(ask('POST', `/deals/${deal['id']}/files/${upload['id']}/done`, sealed));
  assert.equal(done['name'], 'offer.txt');

  // Started again on the same folder, it has the deal, its file, and a log that goes on.
  await server.close();
  await rooms.stop();
  rooms = await open();
  server = roomsOnFastify(rooms);
  url = await server.listen({ host: '127.0.0.1', port: 0 });
  const found = await json(ask('GET', `/files/${upload['id']}`));
  const ciphertext = Buffer.from(await (await fetch(found['url'] ?? '')).arrayBuffer());
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(found), Buffer.from(found['iv'] ?? '', 'base64'));
  decipher.setAuthTag(Buffer.from(found['tag'] ?? '', 'base64'));
  assert.equal(Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString(), 'the offer');
  assert.match(await (await ask('GET', '/log/checkpoint')).text(), /^\S+\n\d+\n/);

  // A file that does not exist, and an address that nobody signed.
  const absent = await ask('GET', '/files/00000000-0000-4000-8000-000000000000');
  assert.deepEqual([absent.status, await absent.json()], [404, { code: 'FILE_NOT_FOUND' }]);
  assert.equal((await fetch(`${url}/blobs/a?x=1`)).status, 403);

  assert.equal((await ask('POST', '/people', { email: 'ada@example.com' })).status, 201);
  const mail = await outbox.next;
  assert.equal(mail.subject, '[Deals] Your invitation to Deals');
  assert.ok(mail.text.includes(`${url}/welcome#sri_`));

  await server.close();
  await rooms.stop();
  await rm(folder, { recursive: true });
});
