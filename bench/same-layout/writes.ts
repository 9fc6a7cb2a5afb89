import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Express } from 'express';
import { type Blobs, signed } from './blobs.ts';
import { body, enter, hash, roomOf } from './entry.ts';
import { eventOf, newRow } from './events.ts';
import type { Limits, Store } from './store.ts';
import { fileSeen } from './views.ts';

type Parts = { store: Store; limits: Limits; blobs: Blobs; folder: string; url: string };

const LIFE = 60_000;

/** Changes, straight from request to command. */
export function mountWrites(app: Express, parts: Parts): void {
  const { store, limits, blobs, folder, url } = parts;

  app.post('/api/v1/rooms/:id/files/upload-url', async (request, response) => {
    const { userId } = await enter(parts, request);
    const roomId = request.params.id;
    const room = (await store.read(...roomOf(userId, roomId))).get(`rooms/${roomId}`);
    const { kmsKeyId } = body(room);
    const kek = join(folder, 'keys', `${kmsKeyId.slice('local:'.length)}.kek`);
    const key = await readFile(kek);
    await stat(kek);
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const wrapped = Buffer.concat([iv, cipher.update(randomBytes(32)), cipher.final(), cipher.getAuthTag()]);
    const id = randomUUID();
    const at = Date.now();
    const keys = { wrappedDek: wrapped.toString('base64'), kmsKeyId, wrappedDekAad: null };
    const { name, size, content_type: contentType } = request.body;
    const place = { id, roomId, status: 'pending', name, folder: '', contentType, size, label: 'C2' };
    const file = { ...place, effectiveLabel: 'C2', uploadedBy: userId, requestedAt: at, ...keys };
    await store.add(
      newRow(`files/${id}`, at, [`files/in:${roomId}`, 'files/pending'], file),
      eventOf('file.upload_requested', userId, { type: 'file', id, roomId }, { size }),
    );
    response.json({
      data: {
        file_id: id,
        upload_url: signed(url, 'PUT', `up/${roomId}/${id}`),
        wrapped_dek: file.wrappedDek,
        kms_key_id: kmsKeyId,
        expires_at: new Date(at + LIFE).toISOString(),
      },
    });
  });

  app.put('/blobs/*key', async (request, response) => {
    const { key } = request.params as { key: readonly string[] };
    await blobs.put(key.join('/'), request);
    response.end();
  });

  app.post('/api/v1/rooms/:id/files/:file_id/confirm', async (request, response) => {
    const { userId } = await enter(parts, request);
    const { id: roomId, file_id: id } = request.params;
    const reads = [...roomOf(userId, roomId), `files/${id}`];
    await store.read(...reads);
    const sealed = `at/${roomId}/${id}/${randomBytes(16).toString('hex')}`;
    await blobs.seal(`up/${roomId}/${id}`, sealed);
    const { iv, tag } = request.body;
    let file: unknown;
    await store.change(`rooms/${roomId}`, {
      reads,
      decide: (rows, room) => {
        const row = rows.get(`files/${id}`);
        if (row === undefined) throw new Error('no file');
        const at = Date.now();
        file = { ...body(row), status: 'available', iv, tag, sealed, confirmedAt: at, swept: false };
        room.files.C2 = (room.files.C2 ?? 0) + 1;
        const keys = [`files/in:${roomId}`, `files/room:${roomId}:C2`, 'files/unswept'];
        const event = eventOf('file.confirmed', userId, { type: 'file', id, roomId }, { size: 1 });
        return { replaced: [{ ...row, position: at, keys, body: JSON.stringify(file) }], added: [], events: [event] };
      },
    });
    response.json({ data: fileSeen(file) });
  });

  const download = (file: Record<string, string>) => ({
    download_url: signed(url, 'GET', String(file.sealed)),
    wrapped_dek: file.wrappedDek,
    kms_key_id: file.kmsKeyId,
    iv: file.iv,
    tag: file.tag,
    expires_at: new Date(Date.now() + LIFE).toISOString(),
  });

  app.get('/api/v1/files/:id/download-url', async (request, response) => {
    const { id } = request.params;
    const { userId, found } = await enter(parts, request, `files/${id}`);
    const { roomId } = body(found);
    const rows = await store.read(...roomOf(userId, roomId), `files/${id}`);
    const answer = download(body(rows.get(`files/${id}`)));
    await store.record(eventOf('file.downloaded', userId, { type: 'file', id, roomId }, {}));
    response.json({ data: answer });
  });

  app.post('/api/v1/files/:id/share', async (request, response) => {
    const fileId = request.params.id;
    const { userId, found } = await enter(parts, request, `files/${fileId}`);
    const { roomId } = body(found);
    const rows = await store.read(...roomOf(userId, roomId), `files/${fileId}`);
    const token = `srl_${randomBytes(32).toString('base64url')}`;
    const id = randomUUID();
    const at = Date.now();
    const secretHash = hash(token);
    const expiresAt = at + request.body.expires_in * 1000;
    const { sealed } = body(rows.get(`files/${fileId}`));
    const place = { id, fileId, roomId, label: 'C2', sealed, secretHash, createdBy: userId };
    const link = { ...place, createdAt: at, expiresAt, maxDownloads: null, downloads: 0, revokedAt: null };
    const keys = [`share-links/file:${fileId}`, `share-links/room:${roomId}`];
    await store.add(
      newRow(`share-links/${id}`, at, keys, link, `share-links/secret:${secretHash}`),
      eventOf('share.created', userId, { type: 'share', id, roomId }, { file_id: fileId }),
    );
    response.status(201).json({ data: { id, file_id: fileId, token, url: `${url}/api/v1/shares/by-token/${token}` } });
  });

  app.post('/api/v1/shares/by-token/:token/download', async (request, response) => {
    const secretHash = hash(request.params.token);
    await limits.take(`link:${secretHash}:127.0.0.1`);
    const secret = `#share-links/secret:${secretHash}`;
    const { id, roomId, fileId, createdBy } = body((await store.read(secret)).get(secret));
    let answer: unknown;
    await store.change(`share-links/${id}`, {
      reads: [...roomOf(createdBy, roomId), `files/${fileId}`],
      decide: (rows, link) => {
        answer = download(body(rows.get(`files/${fileId}`)));
        link.downloads += 1;
        const event = eventOf('share.redeemed', id, { type: 'share', id, roomId }, { file_id: fileId });
        return { replaced: [], added: [], events: [event] };
      },
    });
    response.json({ data: answer });
  });

  app.post('/api/v1/rooms/:id/members', async (request, response) => {
    const { userId } = await enter(parts, request);
    const roomId = request.params.id;
    const { user_id: memberId, role } = request.body;
    const id = `${roomId}/${memberId}`;
    const at = Date.now();
    // The room names its owner, the user whom the change depends on.
    await store.read(...roomOf(userId, roomId));
    await store.change(`rooms/${roomId}`, {
      reads: [...roomOf(userId, roomId), `users/${memberId}`, `memberships/${id}`],
      decide: (_rows, room) => {
        room.memberCount += 1;
        const { orgUnitId: unit, createdAt } = room;
        const membership = {
          id: randomUUID(),
          roomId,
          userId: memberId,
          role,
          epoch: 1,
          addedBy: userId,
          createdAt: at,
        };
        const copied = { roomLabel: 'C2', roomCreatedAt: createdAt, roomUnitId: unit };
        const of = `memberships/of:${memberId}:1`;
        const keys = [`${of}:C2`, `${of}:${unit}:C2`, `memberships/room:${roomId}`, `memberships/user:${memberId}`];
        const added = newRow(`memberships/${id}`, createdAt, keys, { ...membership, ...copied });
        const event = eventOf(
          'member.added',
          userId,
          { type: 'room', id: roomId, roomId },
          { user_id: memberId, role },
        );
        return { replaced: [], added: [added], events: [event] };
      },
    });
    response.status(201).json({ data: { room_id: roomId, user_id: memberId, role, added_by: userId, created_at: at } });
  });
}
