import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { openSqliteDocuments } from '@strongroom/adapter-local';
import type { NewEvent } from '@strongroom/domain';
import type { Change, DocumentStore } from '@strongroom/ports';

const LOT = 1000;

type Place = Readonly<{ roomId: string; userId: string }>;
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
export async function openFolder(folder: string): ReturnType<typeof openSqliteDocuments> {
  const adapter = await import('@strongroom/adapter-local');
  return adapter.openSqliteDocuments({ path: join(folder, 'strongroom.db') });
}

/** On a busy machine a commit may miss its deadline several times. */
const MAX_TRIES = 10;

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/**
 * Rows and events are made as plain objects, of the forms that the service stores. A commit without an answer is sent again: all
 * of it is stored or nothing, so one that is refused then was stored before.
 */
export async function commit(
  documents: Pick<DocumentStore, 'commit'>,
  changes: readonly object[],
  events: readonly object[] = [],
): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await documents.commit(changes as readonly Change[], events as readonly NewEvent[]);
    } catch (error) {
      if (tries > 1 && isNamed(error, 'DuplicateKey')) return;
      if (tries === MAX_TRIES || !isNamed(error, 'Unavailable')) throw error;
    }
}

/** Adds events to the log by way of the service's own store. */
export async function fillLog(documents: Pick<DocumentStore, 'commit'>, place: Place, count: number): Promise<void> {
  const start = Date.now();
  for (let done = 0; done < count; done += LOT)
    await commit(
      documents,
      [],
      Array.from({ length: Math.min(LOT, count - done) }, (_, index) => eventOf(place, start + done + index)),
    );
}
