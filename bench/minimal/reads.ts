import type { Express, Request, Response } from 'express';
import type { Blobs } from './blobs.ts';
import { callerOf, roomOf } from './caller.ts';
import { eventPageOf, eventsAskedOf, pageOf, pageRequestOf } from './pages.ts';
import type { Row, Store } from './store.ts';
import { fileSeen, roomSeen, userSeen } from './views.ts';

export type Parts = Readonly<{ store: Store; blobs: Blobs; base: string }>;

/** Rows by (created_at, id) from the newest, up to one more than the page, after the cursor. */
type Paged = Readonly<{ rows: (time: number, id: string, limit: number) => readonly Row[]; total: () => number }>;

function sendPage(request: Request, response: Response, { rows, total }: Paged, seen: (row: Row) => object): void {
  const asked = pageRequestOf(request);
  const all = rows(asked.time, asked.id, asked.limit + 1);
  response.json(pageOf(asked, all, asked.total ?? total(), seen));
}

const count = (row: Row | undefined): number => Number(row?.n);

/** The reading operations of the benchmark. */
export function mountReads(app: Express, { store }: Parts): void {
  app.get('/api/v1/rooms/:id', (request, response) => {
    response.json({ data: roomSeen(roomOf(store, request.params.id, callerOf(store, request))) });
  });

  app.get('/api/v1/rooms', (request, response) => {
    const userId = callerOf(store, request);
    const sql = `SELECT r.*, m.role FROM members AS m JOIN rooms AS r ON r.id = m.room_id
      WHERE m.user_id = ? AND (m.created_at, m.room_id) < (?, ?) ORDER BY m.created_at DESC, m.room_id DESC LIMIT ?`;
    const page: Paged = {
      rows: (time, id, limit) => store.rows(sql, userId, time, id, limit),
      total: () => count(store.row('SELECT count(*) AS n FROM members WHERE user_id = ?', userId)),
    };
    sendPage(request, response, page, roomSeen);
  });

  app.get('/api/v1/rooms/:id/files', (request, response) => {
    const room = roomOf(store, request.params.id, callerOf(store, request));
    const sql = `SELECT * FROM files WHERE room_id = ? AND status = 'available' AND (created_at, id) < (?, ?)
      ORDER BY created_at DESC, id DESC LIMIT ?`;
    const page: Paged = {
      rows: (time, id, limit) => store.rows(sql, String(room.id), time, id, limit),
      total: () => Number(room.files),
    };
    sendPage(request, response, page, fileSeen);
  });

  app.get('/api/v1/users', (request, response) => {
    callerOf(store, request);
    const sql = 'SELECT * FROM users WHERE (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?';
    const page: Paged = {
      rows: (time, id, limit) => store.rows(sql, time, id, limit),
      total: () => count(store.row('SELECT count(*) AS n FROM users')),
    };
    sendPage(request, response, page, userSeen);
  });

  app.get('/api/v1/audit-events', (request, response) => {
    callerOf(store, request);
    const asked = eventsAskedOf(request);
    const rows = store.rows('SELECT * FROM events WHERE seq < ? ORDER BY seq DESC LIMIT ?', asked.before, asked.limit);
    response.json(eventPageOf(asked, rows));
  });
}
