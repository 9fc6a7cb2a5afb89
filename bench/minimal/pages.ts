import type { Request } from 'express';
import type { Row } from './store.ts';
import { eventSeen } from './views.ts';

/** A page of a list by (created_at, id) from the newest. `total` is that of the first page. */
export type PageRequest = Readonly<{
  isFirst: boolean;
  limit: number;
  time: number;
  id: string;
  total: number | undefined;
}>;

const queryOf = (request: Request): Readonly<Record<string, string>> =>
  request.query as Readonly<Record<string, string>>;

export function pageRequestOf(request: Request): PageRequest {
  const { per_page: perPage = '20', cursor } = queryOf(request);
  const [time = String(Number.MAX_SAFE_INTEGER), id = '', counted] =
    cursor === undefined ? [] : Buffer.from(cursor, 'base64url').toString().split(' ');
  const total = counted === undefined ? undefined : Number(counted);
  return { isFirst: cursor === undefined, limit: Number(perPage), time: Number(time), id, total };
}

/** The answer. `all` has one row more than the page unless the list ends. */
export function pageOf(
  { isFirst, limit }: PageRequest,
  all: readonly Row[],
  total: number,
  seen: (row: Row) => object,
) {
  const shown = all.slice(0, limit);
  const last = all.length > limit ? shown.at(-1) : undefined;
  const next = last && Buffer.from(`${last.created_at} ${last.id} ${total}`).toString('base64url');
  const meta = { page: isFirst ? 1 : null, per_page: limit, total, next_cursor: next ?? null };
  return { data: shown.map(seen), meta };
}

type EventsAsked = Readonly<{ limit: number; before: number; total: number | undefined }>;

export function eventsAskedOf(request: Request): EventsAsked {
  const { per_page: perPage = '20', cursor } = queryOf(request);
  const [before = String(Number.MAX_SAFE_INTEGER), counted] = cursor?.split(' ') ?? [];
  const total = counted === undefined ? undefined : Number(counted);
  return { limit: Number(perPage), before: Number(before), total };
}

export function eventPageOf({ limit, total: counted }: EventsAsked, rows: readonly Row[]) {
  // Nothing is ever deleted, so the last number is the total.
  const total = counted ?? Number(rows[0]?.seq ?? 0);
  const last = rows.at(-1);
  const meta = { per_page: limit, total, next_cursor: last === undefined ? null : `${last.seq} ${total}` };
  return { data: rows.map(eventSeen), meta };
}
