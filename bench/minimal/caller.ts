import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Row, Store } from './store.ts';

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Calls of this minute by user. */
const used = new Map<string, { minute: number; calls: number }>();
const LIMIT = 1_000_000_000;

/** The user of the token, within the rate limit. */
export function callerOf(store: Store, request: Request): string {
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  const user = store.row(
    `SELECT u.id FROM tokens AS t JOIN users AS u ON u.id = t.user_id WHERE t.hash = ? AND u.status = 'active'`,
    hashOf(token),
  );
  if (user === undefined) throw Object.assign(new Error('unknown token'), { status: 401 });
  return countCall(String(user.id));
}

/** Counts a call against the rate limit of its user, and returns the user. */
export function countCall(id: string): string {
  const minute = Math.floor(Date.now() / 60_000);
  const window = used.get(id);
  if (window === undefined || window.minute !== minute) used.set(id, { minute, calls: 1 });
  else if (++window.calls > LIMIT) throw Object.assign(new Error('too many requests'), { status: 429 });
  return id;
}

/** The room and the caller's role in it. */
export function roomOf(store: Store, roomId: string, userId: string): Row {
  const sql = `SELECT r.*, m.role FROM rooms AS r JOIN members AS m ON m.room_id = r.id WHERE r.id = ? AND m.user_id = ?`;
  return requireFound(store.row(sql, roomId, userId));
}

/** The file, with the caller's role in its room. */
export function fileOf(store: Store, fileId: string, userId: string): Row {
  const sql = `SELECT f.*, m.role FROM files AS f JOIN members AS m ON m.room_id = f.room_id
    WHERE f.id = ? AND m.user_id = ?`;
  return requireFound(store.row(sql, fileId, userId));
}

export function requireFound(row: Row | undefined): Row {
  if (row === undefined) throw Object.assign(new Error('not found'), { status: 404 });
  return row;
}
