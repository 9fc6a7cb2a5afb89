import { createHash } from 'node:crypto';
import type { Request } from 'express';
import type { Row } from './client.ts';
import type { Limits, Store } from './store.ts';

export const hash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

// biome-ignore lint/suspicious/noExplicitAny: stored JSON is what it is
export const body = (row: Row | undefined): any => JSON.parse(row?.body ?? 'null');

/** The user of the token and the subject of the path, in one read. */
export const enter = async (
  { store, limits }: { store: Store; limits: Limits },
  request: Request,
  ...names: readonly string[]
): Promise<{ userId: string; found: Row | undefined }> => {
  const token = `#users/token:${hash((request.headers.authorization ?? '').slice('Bearer '.length))}`;
  const rows = await store.read(token, ...names);
  const userId = String(rows.get(token)?._id.slice('users/'.length));
  await limits.take(`token:${userId}`);
  return { userId, found: rows.get(names[0] ?? '') };
};

/** The documents that a decision about a room needs. */
export const roomOf = (userId: string, roomId: string) =>
  [`users/${userId}`, `rooms/${roomId}`, `memberships/${roomId}/${userId}`] as const;
