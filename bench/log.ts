import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Stored } from './clones.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const LOT = 1000;

type Place = Readonly<{ roomId: string; userId: string }>;
/** A document store of the service. */
export type Documents = Readonly<{
  commit: (changes: readonly object[], events?: readonly object[]) => Promise<void>;
  /** Stores the index of every full block, which a service does while it runs. */
  audit: Readonly<{ stored: () => Promise<void> }>;
  close: () => Promise<void>;
}>;

/** An event as the service commits it: the addition of a member. */
const eventOf = ({ roomId, userId }: Place, occurredAt: number): object => ({
  id: randomUUID(),
  type: 'member.added',
  outcome: 'allowed',
  rule: null,
  occurredAt,
  actor: { type: 'user', id: userId, tokenId: null },
  target: { type: 'room', id: roomId, roomId, label: 'C2' },
  request: { id: randomUUID(), ip: '127.0.0.1' },
  data: { user_id: userId, role: 'viewer' },
});

/** Opens the documents of a data folder. */
export async function openFolder(folder: string): Promise<Documents> {
  // Run as it is: it is no part of what is compiled here.
  const adapter = join(ROOT, 'packages', 'adapter-local', 'dist', 'index.js');
  const { openSqliteDocuments } = (await import(adapter)) as {
    openSqliteDocuments: (options: Readonly<{ path: string }>) => Promise<Documents>;
  };
  return openSqliteDocuments({ path: join(folder, 'strongroom.db') });
}

/** Adds events to the log by way of the service's own store. */
export async function fillLog(documents: Documents, place: Place, count: number): Promise<void> {
  const start = Date.now();
  for (let done = 0; done < count; done += LOT)
    await documents.commit(
      [],
      Array.from({ length: Math.min(LOT, count - done) }, (_, index) => eventOf(place, start + done + index)),
    );
  await documents.audit.stored();
}

/** An event as the program of the same layout keeps it: a document with a key for every filter. The service does not look at it. */
export function bareEvent(place: Place): Stored {
  const position = Date.now();
  const event = { ...eventOf(place, position), id: randomUUID() };
  const keys = ['', place.roomId].flatMap((room) =>
    ['', place.userId].flatMap((actor) => ['', 'member.added', 'allowed'].map((what) => `C2|${room}|${actor}|${what}`)),
  );
  return {
    collection: 'events',
    id: event.id,
    version: 1,
    schema: 1,
    position,
    keys: JSON.stringify(keys),
    unique_keys: '[]',
    body: JSON.stringify(event),
  };
}
