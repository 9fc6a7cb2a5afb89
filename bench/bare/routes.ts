import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Express, Request } from 'express';
import { type Blobs, signed } from './blobs.ts';
import type { Limits, Row, Store } from './driver.ts';
import { answered, count, page } from './lists.ts';
import { eventSeen, fileSeen, roomSeen, userSeen } from './seen.ts';

type Parts = { store: Store; limits: Limits; blobs: Blobs; folder: string; url: () => string };

const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const LABELS = ['C1', 'C2', 'C3', 'C4'];
const LIFE = 60_000;

/** The operations of the benchmark, straight from request to statement, without validation and authorization. */
export function mountRoutes(app: Express, { store, limits, blobs, folder, url }: Parts): void {
  /** The user of the token and the subject of the path, in one read. */
  const enter = async (request: Request, collection?: string, id = ''): Promise<{ userId: string; found: Row }> => {
    const secret = (request.headers.authorization ?? '').slice('Bearer '.length);
    const [user, found] = await store.read(() => [
      store.byKey('users', `token:${hash(secret)}`),
      collection === undefined ? {} : store.byId(collection, id),
    ]);
    await limits.take(`token:${user?.id}`);
    return { userId: String(user?.id), found };
  };
  const roomOf = (userId: string, roomId: string) => ({
    user: store.byId('users', userId),
    room: store.byId('rooms', roomId),
    membership: store.byId('memberships', `${roomId}/${userId}`),
  });
  const body = (row: Row) => JSON.parse(String(row.body));

  const record = (
    type: string,
    actorId: string,
    target: { type: string; id: string; roomId: string },
    data: unknown,
  ) => {
    const id = randomUUID();
    const at = Date.now();
    const event = { id, type, outcome: 'allowed', rule: null, occurredAt: at, actor: { type: 'user', id: actorId } };
    const keys: string[] = [];
    for (const room of ['', target.roomId])
      for (const actor of ['', actorId])
        for (const what of ['', type, 'allowed']) keys.push(`C2|${room}|${actor}|${what}`);
    const request = { id: randomUUID(), ip: '127.0.0.1' };
    store.insert('events', id, at, keys, { ...event, target: { ...target, label: 'C2' }, request, data });
  };
  const change = (collection: string, id: string, sql: string, ...values: string[]): void => {
    const changed = store
      .sql(`UPDATE documents SET version = version + 1, body = ${sql} WHERE collection = ?1 AND id = ?2`)
      .run(collection, id, ...values);
    if (changed.changes !== 1) throw new Error(`no ${collection} ${id}`);
  };

  app.get('/api/v1/rooms/:id', async (request, response) => {
    const { userId } = await enter(request);
    const { room, membership } = await store.read(() => roomOf(userId, request.params.id));
    response.json({ data: roomSeen(body(room), body(membership).role) });
  });

  app.get('/api/v1/rooms', async (request, response) => {
    const { userId } = await enter(request);
    await store.read(() => store.byId('users', userId));
    const { cursor, per_page: perPage } = request.query as Record<string, string>;
    const keys = LABELS.map((label) => `of:${userId}:1:${label}`);
    const limit = Number(perPage);
    const [rows, total] = await store.read(() => [
      page(store, 'memberships', keys, { limit: limit + 1, cursor }),
      cursor === undefined ? count(store, 'memberships', keys) : 0,
    ]);
    const rooms = await store.read(() =>
      rows.slice(0, limit).map((row) => store.byId('rooms', String(row.id).slice(0, 36))),
    );
    let at = 0;
    const show = (row: Row) => roomSeen(body(rooms[at++] as Row), body(row).role);
    response.json(answered(rows, limit, total, show));
  });

  app.get('/api/v1/rooms/:id/files', async (request, response) => {
    const { userId } = await enter(request);
    const { id } = request.params;
    const { room } = await store.read(() => roomOf(userId, id));
    const { cursor, per_page: perPage } = request.query as Record<string, string>;
    const keys = LABELS.map((label) => `room:${id}:${label}`);
    const limit = Number(perPage);
    const rows = await store.read(() => page(store, 'files', keys, { limit: limit + 1, cursor }));
    response.json(answered(rows, limit, body(room).files.C2, (row) => fileSeen(body(row))));
  });

  app.get('/api/v1/users', async (request, response) => {
    const { userId } = await enter(request);
    await store.read(() => store.byId('users', userId));
    const { cursor, per_page: perPage } = request.query as Record<string, string>;
    const limit = Number(perPage);
    const [rows, total] = await store.read(() => [
      page(store, 'users', ['all'], { limit: limit + 1, cursor }),
      cursor === undefined ? count(store, 'users', ['all']) : 0,
    ]);
    response.json(answered(rows, limit, total, (row) => userSeen(body(row))));
  });

  app.get('/api/v1/audit-events', async (request, response) => {
    const { userId } = await enter(request);
    await store.read(() => store.byId('users', userId));
    const { cursor, per_page: perPage } = request.query as Record<string, string>;
    const limit = Number(perPage);
    const keys = ['', ...LABELS].map((label) => `${label}|||`);
    const [rows, total] = await store.read(() => [
      page(store, 'events', keys, { limit: limit + 1, cursor }),
      cursor === undefined ? count(store, 'events', keys) : 0,
    ]);
    response.json(answered(rows, limit, total, (row) => eventSeen(body(row))));
  });

  app.post('/api/v1/rooms/:id/files/upload-url', async (request, response) => {
    const { userId } = await enter(request);
    const roomId = request.params.id;
    const { room } = await store.read(() => roomOf(userId, roomId));
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
    await store.write(() => {
      store.insert('files', id, at, [`in:${roomId}`, 'pending'], file);
      record('file.upload_requested', userId, { type: 'file', id, roomId }, { size });
    });
    response.json({
      data: {
        file_id: id,
        upload_url: signed(url(), 'PUT', `up/${roomId}/${id}`),
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
    const { userId } = await enter(request);
    const { id: roomId, file_id: id } = request.params;
    await store.read(() => [roomOf(userId, roomId), store.byId('files', id)]);
    const sealed = `at/${roomId}/${id}/${randomBytes(16).toString('hex')}`;
    await blobs.seal(`up/${roomId}/${id}`, sealed);
    const [, row] = await store.read(() => [roomOf(userId, roomId), store.byId('files', id)] as const);
    const pending = body(row);
    const at = Date.now();
    const { iv, tag } = request.body;
    const file = { ...pending, status: 'available', iv, tag, sealed, confirmedAt: at, swept: false };
    await store.write(() => confirm(roomId, row, file, userId));
    response.json({ data: fileSeen(file) });
  });

  /** The file takes another place in the lists, which is more than a change of its body. */
  const confirm = (roomId: string, row: Row, file: { id: string; confirmedAt: number }, userId: string): void => {
    const inPlace = 'UPDATE documents SET version = 2 WHERE collection = ? AND id = ? AND version = 1 AND position = ?';
    store.sql(inPlace).run('files', file.id, file.confirmedAt);
    store.sql('SELECT version, position, keys FROM documents WHERE collection = ? AND id = ?').get('files', file.id);
    const keys = [`in:${roomId}`, `room:${roomId}:C2`, 'unswept'];
    store
      .sql('UPDATE documents SET version = 2, position = ?3, keys = ?4, body = ?5 WHERE collection = ?1 AND id = ?2')
      .run('files', file.id, file.confirmedAt, JSON.stringify(keys), JSON.stringify(file));
    for (const key of [`in:${roomId}`, 'pending'])
      store
        .sql('DELETE FROM keys WHERE collection = ? AND key = ? AND position = ? AND id = ?')
        .run('files', key, Number(row.position), file.id);
    for (const key of keys)
      store.sql('INSERT INTO keys VALUES (?, ?, ?, ?)').run('files', key, file.confirmedAt, file.id);
    change('rooms', roomId, "json_set(body, '$.files.C2', coalesce(json_extract(body, '$.files.C2'), 0) + 1)");
    record('file.confirmed', userId, { type: 'file', id: file.id, roomId }, { size: 1 });
  };

  const download = (file: Record<string, string>) => ({
    download_url: signed(url(), 'GET', String(file.sealed)),
    wrapped_dek: file.wrappedDek,
    kms_key_id: file.kmsKeyId,
    iv: file.iv,
    tag: file.tag,
    expires_at: new Date(Date.now() + LIFE).toISOString(),
  });

  app.get('/api/v1/files/:id/download-url', async (request, response) => {
    const { id } = request.params;
    const { userId, found } = await enter(request, 'files', id);
    const { roomId } = body(found);
    const [, row] = await store.read(() => [roomOf(userId, roomId), store.byId('files', id)] as const);
    const answer = download(body(row));
    await store.write(() => record('file.downloaded', userId, { type: 'file', id, roomId }, {}));
    response.json({ data: answer });
  });

  app.post('/api/v1/files/:id/share', async (request, response) => {
    const fileId = request.params.id;
    const { userId, found } = await enter(request, 'files', fileId);
    const { roomId } = body(found);
    const [, row] = await store.read(() => [roomOf(userId, roomId), store.byId('files', fileId)] as const);
    const token = `srl_${randomBytes(32).toString('base64url')}`;
    const id = randomUUID();
    const at = Date.now();
    const secretHash = hash(token);
    const expiresAt = at + request.body.expires_in * 1000;
    const place = { id, fileId, roomId, label: 'C2', sealed: body(row).sealed, secretHash, createdBy: userId };
    const link = { ...place, createdAt: at, expiresAt, maxDownloads: null, downloads: 0, revokedAt: null };
    await store.write(() => {
      store.insert('share-links', id, at, [`file:${fileId}`, `room:${roomId}`], link, `secret:${secretHash}`);
      record('share.created', userId, { type: 'share', id, roomId }, { file_id: fileId });
    });
    response
      .status(201)
      .json({ data: { id, file_id: fileId, token, url: `${url()}/api/v1/shares/by-token/${token}` } });
  });

  app.post('/api/v1/shares/by-token/:token/download', async (request, response) => {
    const secretHash = hash(request.params.token);
    await limits.take(`link:${secretHash}:127.0.0.1`);
    const link = body(await store.read(() => store.byKey('share-links', `secret:${secretHash}`)));
    const [, , row] = await store.read(
      () =>
        [
          store.byId('share-links', link.id),
          roomOf(link.createdBy, link.roomId),
          store.byId('files', link.fileId),
        ] as const,
    );
    const answer = download(body(row));
    await store.write(() => {
      change('share-links', link.id, "json_set(body, '$.downloads', json_extract(body, '$.downloads') + 1)");
      record('share.redeemed', link.id, { type: 'share', id: link.id, roomId: link.roomId }, { file_id: link.fileId });
    });
    response.json({ data: answer });
  });

  app.post('/api/v1/rooms/:id/members', async (request, response) => {
    const { userId } = await enter(request);
    const roomId = request.params.id;
    const { user_id: memberId, role } = request.body;
    const id = `${roomId}/${memberId}`;
    // The room names its owner, the user whom the change depends on.
    await store.read(() => roomOf(userId, roomId));
    const [{ room }] = await store.read(
      () => [roomOf(userId, roomId), store.byId('users', memberId), store.byId('memberships', id)] as const,
    );
    const { orgUnitId: unit, createdAt } = body(room);
    const at = Date.now();
    const membership = { id: randomUUID(), roomId, userId: memberId, role, epoch: 1, addedBy: userId, createdAt: at };
    const keys = [`of:${memberId}:1:C2`, `of:${memberId}:1:${unit}:C2`, `room:${roomId}`, `user:${memberId}`];
    await store.write(() => {
      change('rooms', roomId, "json_set(body, '$.memberCount', json_extract(body, '$.memberCount') + 1)");
      const copied = { roomLabel: 'C2', roomCreatedAt: createdAt, roomUnitId: unit };
      store.insert('memberships', id, createdAt, keys, { ...membership, ...copied });
      record('member.added', userId, { type: 'room', id: roomId, roomId }, { user_id: memberId, role });
    });
    response.status(201).json({ data: { room_id: roomId, user_id: memberId, role, added_by: userId, created_at: at } });
  });
}
