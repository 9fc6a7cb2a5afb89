import {
  DomainError,
  EPOCH,
  type FileSize,
  type Instant,
  isPresent,
  MAX_FILE_BYTES,
  type RoomId,
  SECOND,
  type UserId,
} from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';
import { stateOf } from '../../store/collection.ts';
import { files, pendingIn, pendingOf } from '../../store/files.ts';

type PendingUploadsDeps = Pick<Deps, 'documents' | 'clock' | 'pendingLimits'>;
type Upload = Readonly<{ userId: UserId; roomId: RoomId; size: FileSize }>;
type Tally = Readonly<{ files: number; bytes: number }>;
type Entry = {
  /** The list key of the files, and the maximum of their number and bytes. */
  readonly key: string;
  readonly limit: Tally;
  readAt: Instant;
  stored: Tally;
  /** Announced by this process since the read began. */
  since: Tally;
  underWay: Tally;
  reading: Promise<void> | undefined;
};

/**
 * Delay in milliseconds after which uploads of other processes are counted at the latest. Those of this process count
 * at once.
 */
const FRESH = 2 * SECOND;
/** Entries in memory. */
const MOST = 10_000;
const NOTHING: Tally = { files: 0, bytes: 0 };

/**
 * Counts the unconfirmed uploads. A refusal rests on a read that began after the request. An admission may rest on one
 * that is seconds old, so several processes together can admit somewhat more.
 */
export class PendingUploads {
  readonly #deps: PendingUploadsDeps;
  readonly #entries = new Map<string, Entry>();

  constructor(deps: PendingUploadsDeps) {
    this.#deps = deps;
  }

  /** Runs the work that announces an upload. Throws LIMIT_REACHED before it starts. */
  async announce<T>({ userId, roomId, size }: Upload, work: () => Promise<T>): Promise<T> {
    const entries = this.#entriesOf({ userId, roomId });
    // Both or none: what is read depends on the uploads of the user, so that it does not tell of others in the room.
    if (!this.#areFresh(entries)) await Promise.all(entries.map((entry) => this.#read(entry)));
    if (!entries.every((entry) => hasSpace(entry, size)))
      await Promise.all(entries.map((entry) => this.#readExactly(entry)));
    if (!entries.every((entry) => hasSpace(entry, size)))
      throw new DomainError('LIMIT_REACHED', {
        message: 'Too many uploads wait for their confirmation; confirm or delete some first.',
      });
    const end = begin(entries, size);
    try {
      const done = await work();
      end(true);
      return done;
    } catch (error) {
      end(false);
      throw error;
    }
  }

  /**
   * Counts an upload that begins, if it is admitted without a read. The caller ends it. Call it for a user who may upload:
   * whether it must read tells of the other uploads to the room.
   */
  beginNow({ userId, roomId, size }: Upload): EndUpload | undefined {
    const entries = this.#entriesOf({ userId, roomId });
    if (!this.#areFresh(entries) || !entries.every((entry) => hasSpace(entry, size))) return undefined;
    return begin(entries, size);
  }

  #entriesOf({ userId, roomId }: Pick<Upload, 'userId' | 'roomId'>): readonly Entry[] {
    const { filesPerUser, bytesPerUser, filesPerRoom } = this.#deps.pendingLimits;
    return [
      this.#entry(pendingOf(userId), { files: filesPerUser, bytes: bytesPerUser }),
      this.#entry(pendingIn(roomId), { files: filesPerRoom, bytes: Number.POSITIVE_INFINITY }),
    ];
  }

  #areFresh(entries: readonly Entry[]): boolean {
    const now = this.#deps.clock.now();
    return entries.every(({ readAt }) => now - readAt < FRESH);
  }

  #entry(key: string, limit: Tally): Entry {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    for (const [old, { underWay, reading }] of this.#entries) {
      if (this.#entries.size < MOST) break;
      if (underWay.files === 0 && reading === undefined) this.#entries.delete(old);
    }
    const entry: Entry = {
      key,
      limit,
      readAt: EPOCH,
      stored: NOTHING,
      since: NOTHING,
      underWay: NOTHING,
      reading: undefined,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  /** Concurrent callers share one read. */
  #read(entry: Entry, isExact = false): Promise<void> {
    entry.reading ??= this.#tally(entry, isExact).finally(() => (entry.reading = undefined));
    return entry.reading;
  }

  async #readExactly(entry: Entry): Promise<void> {
    await entry.reading?.catch(() => undefined);
    await this.#read(entry, true);
  }

  async #tally(entry: Entry, isExact: boolean): Promise<void> {
    const readAt = this.#deps.clock.now();
    const before = entry.since;
    const selection = { anyOf: [entry.key] };
    const count = await this.#deps.documents.count(files.name, selection);
    // Sizes are read only if the largest possible ones could reach a limit that the number of files does not.
    const most = count * MAX_FILE_BYTES;
    const isFar = most <= entry.limit.bytes && !isExact;
    const isFull = count >= entry.limit.files;
    const isRead = !isFar && !isFull && entry.limit.bytes !== Number.POSITIVE_INFINITY;
    const bytes = isRead ? await this.#bytes(entry) : most;
    entry.stored = { files: count, bytes };
    entry.since = sum(entry.since, { files: -before.files, bytes: -before.bytes });
    entry.readAt = readAt;
  }

  async #bytes({ key, limit }: Entry): Promise<number> {
    const found = await this.#deps.documents.list(files.name, { anyOf: [key] }, { limit: limit.files });
    return found
      .map((document) => stateOf(files, document))
      .filter(isPresent)
      .reduce((bytes, { size }) => bytes + size, 0);
  }
}

/** Ends an upload that was counted, with whether its file was announced. */
export type EndUpload = (isAnnounced: boolean) => void;

function begin(entries: readonly Entry[], size: number): EndUpload {
  for (const entry of entries) entry.underWay = sum(entry.underWay, { files: 1, bytes: size });
  return (isAnnounced) => {
    for (const entry of entries) {
      if (isAnnounced) entry.since = sum(entry.since, { files: 1, bytes: size });
      entry.underWay = sum(entry.underWay, { files: -1, bytes: 0 - size });
    }
  };
}

const sum = (a: Tally, b: Tally): Tally => ({ files: a.files + b.files, bytes: a.bytes + b.bytes });

function hasSpace({ stored, since, underWay, limit }: Entry, size: number): boolean {
  const { files: count, bytes } = sum(sum(stored, since), underWay);
  return count < limit.files && bytes + size <= limit.bytes;
}
