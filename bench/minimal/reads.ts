import type { Express, Request, Response } from 'express';
import type { Blobs } from './blobs.ts';
import { callerOf, roomOf } from './caller.ts';
import type { Row, Store } from './store.ts';

export type Parts = Readonly<{ store: Store; blobs: Blobs; base: string }>;

const moment = (milliseconds: unknown): string => new Date(Number(milliseconds)).toISOString();

const roomSeen = ({ id, name, description, label, created_by, created_at, members, files, role }: Row) => ({
  id,
  name,
  description,
  classification: label,
  created_by,
  created_at: moment(created_at),
  member_count: members,
  file_count: files,
  status: 'active',
  archived_at: null,
  my_role: role,
});

const fileSeen = ({ id, name, size, label, uploaded_by, created_at, type, room_id, status }: Row) => ({
  id,
  name,
  size,
  classification: label,
  uploaded_by,
  uploaded_at: moment(created_at),
  content_type: type,
  folder: '',
  room_id,
  status,
});

const userSeen = ({ id, name, email, role, status, created_at }: Row) => ({
  id,
  name,
  email,
  role,
  clearance_level: '',
  effective_clearance: 'C2',
  status,
  created_at: moment(created_at),
});

const eventSeen = ({ seq, id, type, room_id, actor_id, created_at, data }: Row) => ({
  seq,
  id,
  type,
  outcome: 'allowed',
  rule: null,
  occurred_at: moment(created_at),
  actor: { type: 'user', id: actor_id },
  target: { type: 'room', id: room_id, room_id },
  data: JSON.parse(String(data)),
});

/** Rows by (created_at, id) from the newest, up to one more than the page, after the cursor. */
type Paged = Readonly<{ rows: (time: number, id: string, limit: number) => readonly Row[]; total: () => number }>;

function sendPage(request: Request, response: Response, { rows, total }: Paged, seen: (row: Row) => object): void {
  const { per_page: perPage = '20', cursor } = request.query as Readonly<Record<string, string>>;
  const limit = Number(perPage);
  const [time = String(Number.MAX_SAFE_INTEGER), id = '', counted] =
    cursor === undefined ? [] : Buffer.from(cursor, 'base64url').toString().split(' ');
  const all = rows(Number(time), id, limit + 1);
  const shown = all.slice(0, limit);
  const last = all.length > limit ? shown.at(-1) : undefined;
  const sum = counted === undefined ? total() : Number(counted);
  const next = last && Buffer.from(`${last.created_at} ${last.id} ${sum}`).toString('base64url');
  const meta = { page: cursor === undefined ? 1 : null, per_page: limit, total: sum, next_cursor: next ?? null };
  response.json({ data: shown.map(seen), meta });
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
    const { per_page: perPage = '20', cursor } = request.query as Readonly<Record<string, string>>;
    const limit = Number(perPage);
    const [before = String(Number.MAX_SAFE_INTEGER), counted] = cursor?.split(' ') ?? [];
    const rows = store.rows('SELECT * FROM events WHERE seq < ? ORDER BY seq DESC LIMIT ?', Number(before), limit);
    // Nothing is ever deleted, so the last number is the total.
    const total = Number(counted ?? rows[0]?.seq ?? 0);
    const last = rows.at(-1);
    const meta = { per_page: limit, total, next_cursor: last === undefined ? null : `${last.seq} ${total}` };
    response.json({ data: rows.map(eventSeen), meta });
  });
}
