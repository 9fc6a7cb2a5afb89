import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import express, { type Express } from 'express';
import { isSigned, signAddress } from './blobs.ts';
import { callerOf, fileOf, hashOf, requireFound, roomOf } from './caller.ts';
import type { Parts } from './reads.ts';

const KEK = randomBytes(32);
const INSERT_FILE = 'INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)';

/** A new data key under the key of the program. */
export function wrappedKey(): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', KEK, iv);
  const wrapped = [cipher.update(randomBytes(32)), cipher.final()];
  return Buffer.concat([iv, ...wrapped, cipher.getAuthTag()]).toString('base64');
}

/** The writing operations of the benchmark. */
export function mountWrites(app: Express, { store, blobs, base }: Parts): void {
  const body = express.json();
  const record = (type: string, roomId: string, actorId: string, data: object): void => {
    store.run(
      'INSERT INTO events (id, type, room_id, actor_id, created_at, data) VALUES (?, ?, ?, ?, ?, ?)',
      randomUUID(),
      type,
      roomId,
      actorId,
      Date.now(),
      JSON.stringify(data),
    );
  };

  app.post('/api/v1/rooms', body, async (request, response) => {
    const userId = callerOf(store, request);
    const { name, description = '', classification } = request.body;
    const id = randomUUID();
    await store.write(() => {
      store.run(
        'INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?, 1, 0)',
        id,
        name,
        description,
        classification,
        userId,
        Date.now(),
      );
      store.run(`INSERT INTO members VALUES (?, ?, 'owner', ?)`, id, userId, Date.now());
      record('room.created', id, userId, {});
    });
    response.status(201).json({ data: { id, name, description, classification, my_role: 'owner' } });
  });

  app.post('/api/v1/rooms/:id/files/upload-url', body, async (request, response) => {
    const userId = callerOf(store, request);
    const { name, size, content_type: type } = request.body;
    const [id, key] = [randomUUID(), wrappedKey()];
    await store.write(() => {
      const room = roomOf(store, request.params.id, userId);
      store.run(
        INSERT_FILE,
        id,
        String(room.id),
        name,
        size,
        type,
        String(room.label),
        'pending',
        userId,
        Date.now(),
        key,
        '',
        '',
      );
      record('file.upload_requested', String(room.id), userId, { size });
    });
    response.status(201).json({ data: { file_id: id, upload_url: base + signAddress('PUT', id), wrapped_dek: key } });
  });

  app.put('/blobs/:id', async (request, response) => {
    const { expires = '', signature = '' } = request.query as Readonly<Record<string, string>>;
    requireFound(isSigned('PUT', request.params.id, expires, signature) ? {} : undefined);
    await blobs.put(request.params.id, request);
    response.json({});
  });

  app.post('/api/v1/rooms/:id/files/:file_id/confirm', body, async (request, response) => {
    const userId = callerOf(store, request);
    const file = fileOf(store, request.params.file_id, userId);
    const size = await blobs.confirm(String(file.id));
    await store.write(() => {
      roomOf(store, request.params.id, userId);
      const { iv, tag } = request.body;
      store.run(
        `UPDATE files SET status = 'available', iv = ?, tag = ?, created_at = ? WHERE id = ? AND status = 'pending'`,
        iv,
        tag,
        Date.now(),
        String(file.id),
      );
      store.run('UPDATE rooms SET files = files + 1 WHERE id = ?', String(file.room_id));
      record('file.confirmed', String(file.room_id), userId, { size });
    });
    response.json({ data: { id: file.id, size, status: 'available' } });
  });

  app.get('/api/v1/files/:id/download-url', async (request, response) => {
    const userId = callerOf(store, request);
    const file = await store.write(() => {
      const one = fileOf(store, request.params.id, userId);
      record('file.download_requested', String(one.room_id), userId, { file_id: one.id });
      return one;
    });
    const { iv, tag, key } = file;
    response.json({ data: { download_url: base + signAddress('GET', String(file.id)), iv, tag, wrapped_dek: key } });
  });

  app.post('/api/v1/files/:id/share', body, async (request, response) => {
    const userId = callerOf(store, request);
    const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')];
    const expiresAt = Date.now() + 1000 * request.body.expires_in;
    await store.write(() => {
      const file = fileOf(store, request.params.id, userId);
      store.run('INSERT INTO shares VALUES (?, ?, ?, ?, ?, 0)', hashOf(token), id, String(file.id), userId, expiresAt);
      record('share.created', String(file.room_id), userId, { share_id: id });
    });
    response.status(201).json({ data: { id, token, expires_at: new Date(expiresAt).toISOString() } });
  });

  app.post('/api/v1/shares/by-token/:token/download', async (request, response) => {
    const hash = hashOf(request.params.token);
    const file = await store.write(() => {
      const link = requireFound(store.row('SELECT * FROM shares WHERE hash = ? AND expires_at > ?', hash, Date.now()));
      const shared = fileOf(store, String(link.file_id), String(link.created_by));
      store.run('UPDATE shares SET used = used + 1 WHERE hash = ?', hash);
      record('share.redeemed', String(shared.room_id), String(link.id), { file_id: shared.id });
      return shared;
    });
    const { iv, tag, key } = file;
    response.json({ data: { download_url: base + signAddress('GET', String(file.id)), iv, tag, wrapped_dek: key } });
  });

  app.post('/api/v1/rooms/:id/members', body, async (request, response) => {
    const userId = callerOf(store, request);
    const { user_id: memberId, role } = request.body;
    await store.write(() => {
      const room = roomOf(store, request.params.id, userId);
      requireFound(store.row('SELECT id FROM users WHERE id = ?', memberId));
      store.run('INSERT INTO members VALUES (?, ?, ?, ?)', String(room.id), memberId, role, Date.now());
      store.run('UPDATE rooms SET members = members + 1 WHERE id = ?', String(room.id));
      record('member.added', String(room.id), userId, { user_id: memberId, role });
    });
    response.status(201).json({ data: { user_id: memberId, role } });
  });
}
