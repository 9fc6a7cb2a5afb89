import { HOUR, type Instant, type Label, type Numbering, plus, type RoomId } from '@strongroom/domain';
import type { Clock, DocumentStore } from '@strongroom/ports';
import type { NameEntry } from './name-entry.ts';
import { RoomNames } from './room-names.ts';

/** Files that a process remembers beyond those of the last room, about 100 MB. */
const MAX_REMEMBERED = 250_000;
/** Events are erased after days at the earliest: a room without a question for this long is read again. */
const REMEMBERED_FOR = HOUR;

type NamesDeps = Readonly<{
  documents: Pick<DocumentStore, 'audit' | 'list' | 'read'>;
  clock: Clock;
  labels: readonly Label[];
}>;

/**
 * The names of the files of rooms in the memory of this process, for finding and sorting. The stores list by date and have no
 * index of texts.
 */
export class Names {
  readonly #needs: NamesDeps;
  readonly #rooms = new Map<RoomId, Readonly<{ names: RoomNames; asked: Instant }>>();

  constructor(needs: NamesDeps) {
    this.#needs = needs;
  }

  /**
   * The available files of a room with any of these effective labels, with every commit that resolved before the call. `numbering`: that
   * of the room now.
   */
  async inRoom(roomId: RoomId, labels: readonly Label[], numbering: Numbering = 'none'): Promise<readonly NameEntry[]> {
    const now = this.#needs.clock.now();
    const known = this.#rooms.get(roomId);
    const names =
      known !== undefined && now < plus(known.asked, REMEMBERED_FOR)
        ? known.names
        : new RoomNames(this.#needs.documents, roomId, this.#needs.labels);
    this.#rooms.delete(roomId);
    this.#rooms.set(roomId, { names, asked: now });
    const found = await names.of(labels, numbering);
    this.#forget();
    return found;
  }

  /** Forgets the rooms that were asked about longest ago. */
  #forget(): void {
    let sum = [...this.#rooms.values()].reduce((all, { names }) => all + names.size, 0);
    for (const [roomId, { names }] of this.#rooms) {
      if (sum <= MAX_REMEMBERED || this.#rooms.size === 1) return;
      sum -= names.size;
      this.#rooms.delete(roomId);
    }
  }
}
