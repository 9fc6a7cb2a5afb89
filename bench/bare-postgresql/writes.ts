import { randomBytes, randomUUID } from 'node:crypto';
import express, { type Express, type Response } from 'express';
import { type Blobs, isSigned, signAddress } from '../minimal/blobs.ts';
import { hashOf, requireFound } from '../minimal/caller.ts';
import type { Row } from '../minimal/store.ts';
import { wrappedKey } from '../minimal/writes.ts';
import { callerOf } from './reads.ts';
import type { Tables } from './tables.ts';

type Parts = Readonly<{ tables: Tables; blobs: Blobs; base: string }>;

const EVENT = 'INSERT INTO events (id, type, room_id, actor_id, created_at, data)';
const FILE = `SELECT f.* FROM files AS f JOIN members AS m ON m.room_id = f.room_id WHERE f.id = $1 AND m.user_id = $2`;
const CREATE_ROOM = `WITH room AS (INSERT INTO rooms VALUES ($1, $2, $3, $4, $5, $6, 1, 0)),
  member AS (INSERT INTO members VALUES ($1, $5, 'owner', $6))
  ${EVENT} VALUES ($7, 'room.created', $1, $5, $6, '{}') RETURNING id`;
const ADD_FILE = `WITH room AS (SELECT r.id, r.label FROM rooms AS r JOIN members AS m ON m.room_id = r.id
    WHERE r.id = $1 AND m.user_id = $2),
  file AS (INSERT INTO files SELECT $3, id, $4, $5::int, $6, label, 'pending', $2, $7::bigint, $8, '', '' FROM room)
  ${EVENT} SELECT $9, 'file.upload_requested', id, $2, $7::bigint, $10 FROM room RETURNING id`;
const CONFIRM = `WITH file AS (UPDATE files SET status = 'available', iv = $3, tag = $4, created_at = $5::bigint
    WHERE id = $1 AND status = 'pending' RETURNING room_id),
  room AS (UPDATE rooms SET files = files + 1 WHERE id = (SELECT room_id FROM file))
  ${EVENT} SELECT $6, 'file.confirmed', room_id, $2, $5::bigint, $7 FROM file RETURNING id`;
const DOWNLOAD = `WITH file AS (${FILE}),
  event AS (${EVENT} SELECT $3, 'file.download_requested', room_id, $2, $4::bigint, $5 FROM file)
  SELECT * FROM file`;
const SHARE = `WITH file AS (${FILE}), share AS (INSERT INTO shares SELECT $3, $4, id, $2, $5::bigint, 0 FROM file)
  ${EVENT} SELECT $6, 'share.created', room_id, $2, $7::bigint, $8 FROM file RETURNING id`;
const REDEEM = `WITH file AS (UPDATE shares AS s SET used = used + 1 FROM files AS f JOIN members AS m ON m.room_id = f.room_id
    WHERE s.hash = $1 AND s.expires_at > $2::bigint AND f.id = s.file_id AND m.user_id = s.created_by
    RETURNING f.*, s.id AS link_id),
  event AS (${EVENT} SELECT $3, 'share.redeemed', room_id, link_id, $2::bigint, $4 FROM file)
  SELECT * FROM file`;
const ADD_MEMBER = `WITH room AS (SELECT r.id FROM rooms AS r JOIN members AS m ON m.room_id = r.id
    JOIN users AS u ON u.id = $3 WHERE r.id = $1 AND m.user_id = $2),
  member AS (INSERT INTO members SELECT id, $3, $4, $5::bigint FROM room),
  counted AS (UPDATE rooms SET members = members + 1 WHERE id = (SELECT id FROM room))
  ${EVENT} SELECT $6, 'member.added', id, $2, $5::bigint, $7 FROM room RETURNING id`;

/** The writing operations of the benchmark. */
export function mountWrites(app: Express, { tables, blobs, base }: Parts): void {
  const body = express.json();
  const sendAddress = (response: Response, { id, iv, tag, key }: Row): void => {
    response.json({ data: { download_url: base + signAddress('GET', String(id)), iv, tag, wrapped_dek: key } });
  };

  app.post('/api/v1/rooms', body, async (request, response) => {
    const userId = await callerOf(tables, request);
    const { name, description = '', classification } = request.body;
    const id = randomUUID();
    await tables.row(CREATE_ROOM, id, name, description, classification, userId, Date.now(), randomUUID());
    response.status(201).json({ data: { id, name, description, classification, my_role: 'owner' } });
  });

  app.post('/api/v1/rooms/:id/files/upload-url', body, async (request, response) => {
    const userId = await callerOf(tables, request);
    const { name, size, content_type: type } = request.body;
    const [id, key, data] = [randomUUID(), wrappedKey(), JSON.stringify({ size })];
    const file = [id, name, size, type, Date.now(), key] as const;
    await tables.row(ADD_FILE, request.params.id, userId, ...file, randomUUID(), data);
    response.status(201).json({ data: { file_id: id, upload_url: base + signAddress('PUT', id), wrapped_dek: key } });
  });

  app.put('/blobs/:id', async (request, response) => {
    const { expires = '', signature = '' } = request.query as Readonly<Record<string, string>>;
    requireFound(isSigned('PUT', request.params.id, expires, signature) ? {} : undefined);
    await blobs.put(request.params.id, request);
    response.json({});
  });

  app.post('/api/v1/rooms/:id/files/:file_id/confirm', body, async (request, response) => {
    const userId = await callerOf(tables, request);
    const { id } = await tables.row(FILE, request.params.file_id, userId);
    const size = await blobs.confirm(String(id));
    const { iv, tag } = request.body;
    await tables.row(CONFIRM, String(id), userId, iv, tag, Date.now(), randomUUID(), JSON.stringify({ size }));
    response.json({ data: { id, size, status: 'available' } });
  });

  app.get('/api/v1/files/:id/download-url', async (request, response) => {
    const userId = await callerOf(tables, request);
    const { id } = request.params;
    const data = JSON.stringify({ file_id: id });
    sendAddress(response, await tables.row(DOWNLOAD, id, userId, randomUUID(), Date.now(), data));
  });

  app.post('/api/v1/files/:id/share', body, async (request, response) => {
    const userId = await callerOf(tables, request);
    const [id, token] = [randomUUID(), randomBytes(32).toString('base64url')];
    const [now, data] = [Date.now(), JSON.stringify({ share_id: id })];
    const expiresAt = now + 1000 * request.body.expires_in;
    await tables.row(SHARE, request.params.id, userId, hashOf(token), id, expiresAt, randomUUID(), now, data);
    response.status(201).json({ data: { id, token, expires_at: new Date(expiresAt).toISOString() } });
  });

  app.post('/api/v1/shares/by-token/:token/download', async (request, response) => {
    const hash = hashOf(request.params.token);
    sendAddress(response, await tables.row(REDEEM, hash, Date.now(), randomUUID(), '{}'));
  });

  app.post('/api/v1/rooms/:id/members', body, async (request, response) => {
    const userId = await callerOf(tables, request);
    const { user_id: memberId, role } = request.body;
    const data = JSON.stringify({ user_id: memberId, role });
    await tables.row(ADD_MEMBER, request.params.id, userId, memberId, role, Date.now(), randomUUID(), data);
    response.status(201).json({ data: { user_id: memberId, role } });
  });
}
