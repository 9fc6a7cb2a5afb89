import { type File as RoomFile, removeFiles } from '@strongroom/client';
import type { Session } from '../account/session.ts';
import { olderThan } from './older.ts';
import { failed, isForAll, type Outcome } from './outcome.ts';
import type { Planned } from './walk.ts';

/** A file of a `put` that is in the room. */
export type Put = Readonly<{ id: string; status: 'uploaded' | 'unchanged' }>;

/** Ends a file of a `put` with its outcome. */
export type End = (file: Planned, result: Pick<Outcome<Put['status']>, 'id' | 'status' | 'error'>) => void;

type Replacing = Readonly<{
  session: Session;
  roomId: string;
  /** The files that stand at the place of a new one, and may be deleted. */
  standing: (file: Planned) => readonly RoomFile[];
  end: End;
}>;
type Held = Readonly<{ file: Planned; done: Put; older: readonly string[] }>;

/** Number of older files that are deleted together. */
const ENOUGH = 100;
const NOT_REPLACED = 'The new file is there, the older one could not be deleted. ';

/** Deletes older files once the new ones are in the room, many in one request, and then ends the new ones. */
export class Replacement {
  readonly #replacing: Replacing;
  #held: Held[] = [];

  constructor(replacing: Replacing) {
    this.#replacing = replacing;
  }

  /** Throws an error that would also affect the next file, after this one has ended. */
  async add(file: Planned, done: Put): Promise<void> {
    const older = olderThan(this.#replacing.standing(file), done.id).map(({ id }) => id);
    if (older.length === 0) return this.#replacing.end(file, done);
    this.#held.push({ file, done, older });
    if (this.#held.flatMap((one) => one.older).length >= ENOUGH) await this.finish();
  }

  /** Deletes what is left to delete. Throws as `add`. */
  async finish(): Promise<void> {
    const { session, roomId, end } = this.#replacing;
    const ids = this.#held.flatMap(({ older }) => older);
    if (ids.length === 0) return;
    const errors = await removeFiles(session.client.files, roomId, ids, session.signal);
    for (const { file, done, older } of this.#held.splice(0)) {
      const error = older.map((id) => errors.get(id)).find((one) => one !== undefined);
      end(file, error === undefined ? done : { id: done.id, ...failed(error, NOT_REPLACED) });
    }
    for (const error of errors.values()) if (isForAll(error)) throw error;
  }

  /** Ends the files whose older ones are not deleted because of an error. */
  abandon(error: unknown): void {
    for (const { file, done } of this.#held.splice(0))
      this.#replacing.end(file, { id: done.id, ...failed(error, NOT_REPLACED) });
  }
}
