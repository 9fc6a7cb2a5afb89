import type { Express } from 'express';
import type { Row } from './client.ts';
import { body, enter, roomOf } from './entry.ts';
import { answered, count, page } from './lists.ts';
import type { Limits, Store } from './store.ts';
import { eventSeen, fileSeen, roomSeen, userSeen } from './views.ts';

const LABELS = ['C1', 'C2', 'C3', 'C4'];

/** Reads, straight from request to command, without validation and authorization. */
export function mountReads(app: Express, parts: { store: Store; limits: Limits }): void {
  const { store } = parts;
  /** A page, with the total on the first one. */
  const listed = (collection: 'documents' | 'events', keys: readonly string[], query: Record<string, string>) => {
    const { cursor, per_page: perPage } = query;
    const limit = Number(perPage);
    const total = cursor === undefined ? count(store, collection, keys) : Promise.resolve(0);
    return Promise.all([page(store, collection, keys, { limit: limit + 1, cursor }), total, Promise.resolve(limit)]);
  };

  app.get('/api/v1/rooms/:id', async (request, response) => {
    const { userId } = await enter(parts, request);
    const [user, room, membership] = roomOf(userId, request.params.id);
    const rows = await store.read(user, room, membership);
    response.json({ data: roomSeen(body(rows.get(room)), body(rows.get(membership)).role) });
  });

  app.get('/api/v1/rooms', async (request, response) => {
    const { userId } = await enter(parts, request);
    await store.read(`users/${userId}`);
    const keys = LABELS.map((label) => `memberships/of:${userId}:1:${label}`);
    const [rows, total, limit] = await listed('documents', keys, request.query as Record<string, string>);
    const roomId = (row: Row) => `rooms/${row._id.slice('memberships/'.length, 'memberships/'.length + 36)}`;
    const rooms = await store.read(...rows.slice(0, limit).map(roomId));
    response.json(answered(rows, limit, total, (row) => roomSeen(body(rooms.get(roomId(row))), body(row).role)));
  });

  app.get('/api/v1/rooms/:id/files', async (request, response) => {
    const { userId } = await enter(parts, request);
    const { id } = request.params;
    const room = (await store.read(...roomOf(userId, id))).get(`rooms/${id}`);
    const { cursor, per_page: perPage } = request.query as Record<string, string>;
    const keys = LABELS.map((label) => `files/room:${id}:${label}`);
    const rows = await page(store, 'documents', keys, { limit: Number(perPage) + 1, cursor });
    response.json(answered(rows, Number(perPage), body(room).files.C2, (row) => fileSeen(body(row))));
  });

  app.get('/api/v1/users', async (request, response) => {
    const { userId } = await enter(parts, request);
    await store.read(`users/${userId}`);
    const [rows, total, limit] = await listed('documents', ['users/all'], request.query as Record<string, string>);
    response.json(answered(rows, limit, total, (row) => userSeen(body(row))));
  });

  app.get('/api/v1/audit-events', async (request, response) => {
    const { userId } = await enter(parts, request);
    await store.read(`users/${userId}`);
    const keys = ['', ...LABELS].map((label) => `events/${label}|||`);
    const [rows, total, limit] = await listed('events', keys, request.query as Record<string, string>);
    response.json(answered(rows, limit, total, (row) => eventSeen(body(row))));
  });
}
