import type { Express, Request } from 'express';
import { countCall, hashOf } from '../minimal/caller.ts';
import { eventPageOf, eventsAskedOf, pageOf, pageRequestOf } from '../minimal/pages.ts';
import type { Row } from '../minimal/store.ts';
import { fileSeen, roomSeen, userSeen } from '../minimal/views.ts';
import type { Tables } from './tables.ts';

const TOKEN = `SELECT u.id FROM tokens AS t JOIN users AS u ON u.id = t.user_id WHERE t.hash = $1 AND u.status = 'active'`;
const ROOM = `SELECT r.*, m.role FROM rooms AS r JOIN members AS m ON m.room_id = r.id WHERE r.id = $1 AND m.user_id = $2`;
const ROOMS = `SELECT r.*, m.role FROM members AS m JOIN rooms AS r ON r.id = m.room_id
  WHERE m.user_id = $1 AND (m.created_at, m.room_id) < ($2, $3) ORDER BY m.created_at DESC, m.room_id DESC LIMIT $4`;
const FILES = `SELECT * FROM files WHERE room_id = $1 AND status = 'available' AND (created_at, id) < ($2, $3)
  ORDER BY created_at DESC, id DESC LIMIT $4`;
const USERS = `SELECT * FROM users WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3`;

/** The user of the token, within the rate limit. */
export async function callerOf(tables: Tables, request: Request): Promise<string> {
  const { id } = await tables.row(TOKEN, hashOf((request.headers.authorization ?? '').slice('Bearer '.length)));
  return countCall(String(id));
}

const count = async (rows: Promise<Row>): Promise<number> => Number((await rows).n);

/** The reading operations of the benchmark. */
export function mountReads(app: Express, tables: Tables): void {
  app.get('/api/v1/rooms/:id', async (request, response) => {
    const userId = await callerOf(tables, request);
    response.json({ data: roomSeen(await tables.row(ROOM, request.params.id, userId)) });
  });

  app.get('/api/v1/rooms', async (request, response) => {
    const userId = await callerOf(tables, request);
    const asked = pageRequestOf(request);
    const all = await tables.rows(ROOMS, userId, asked.time, asked.id, asked.limit + 1);
    const total = () => count(tables.row('SELECT count(*) AS n FROM members WHERE user_id = $1', userId));
    response.json(pageOf(asked, all, asked.total ?? (await total()), roomSeen));
  });

  app.get('/api/v1/rooms/:id/files', async (request, response) => {
    const room = await tables.row(ROOM, request.params.id, await callerOf(tables, request));
    const asked = pageRequestOf(request);
    const all = await tables.rows(FILES, String(room.id), asked.time, asked.id, asked.limit + 1);
    response.json(pageOf(asked, all, asked.total ?? Number(room.files), fileSeen));
  });

  app.get('/api/v1/users', async (request, response) => {
    await callerOf(tables, request);
    const asked = pageRequestOf(request);
    const all = await tables.rows(USERS, asked.time, asked.id, asked.limit + 1);
    const total = () => count(tables.row('SELECT count(*) AS n FROM users'));
    response.json(pageOf(asked, all, asked.total ?? (await total()), userSeen));
  });

  app.get('/api/v1/audit-events', async (request, response) => {
    await callerOf(tables, request);
    const asked = eventsAskedOf(request);
    const sql = 'SELECT * FROM events WHERE seq < $1 ORDER BY seq DESC LIMIT $2';
    response.json(eventPageOf(asked, await tables.rows(sql, asked.before, asked.limit)));
  });
}
