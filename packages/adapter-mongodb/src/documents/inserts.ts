import type { MongoConnection } from '../connection/mongo-connection.ts';
import type { Shelf } from './layout.ts';
import { NotDurable } from './not-durable.ts';
import { commandFor, DURABLE, refusalOf, type Write } from './writes.ts';

/** A commit of nothing but one insert, that waits. */
export type PendingInsert = {
  readonly write: Write;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** From now on it may be done although no answer comes. */
  readonly onSent: () => void;
  /** Whoever called has been answered already; nothing was sent. */
  readonly isOver: () => boolean;
};

/**
 * Inserts what waits with one command; each is a commit of its own, and is told its own outcome. A group is for what is
 * mostly recorded: that somebody was given a key, or was refused.
 */
export async function insertTogether(
  connection: MongoConnection,
  shelf: Shelf,
  pending: readonly PendingInsert[],
): Promise<void> {
  const calls = pending.filter((call) => !call.isOver());
  if (calls.length === 0) return;
  for (const call of calls) call.onSent();
  try {
    const writes = calls.map(({ write }) => write);
    const command = { ...commandFor(shelf, 'insert', writes), ordered: false, writeConcern: DURABLE };
    const reply = await connection.run<never>(command);
    if (reply.writeConcernError) throw new NotDurable(reply.writeConcernError);
    connection.saw(reply.operationTime);
    const refused = new Map((reply.writeErrors ?? []).map((error) => [error.index, refusalOf(error)]));
    for (const [index, call] of calls.entries()) {
      const refusal = refused.get(index);
      if (refusal === undefined) call.resolve();
      else call.reject(refusal);
    }
  } catch (error) {
    for (const call of calls) call.reject(error);
  }
}
