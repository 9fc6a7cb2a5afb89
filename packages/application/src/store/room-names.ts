import { type EventType, everyMark, type Label, type Numbering, type RoomId } from '@strongroom/domain';
import type { DocumentStore, Position } from '@strongroom/ports';
import { refTo, stateOf } from './collection.ts';
import { files, filesOfRoom } from './files.ts';
import { entryOf, type NameEntry } from './name-entry.ts';

/** `since`: the number of events of the log that the entries are known to follow. */
type Part = { since: number; readonly entries: Map<string, NameEntry> };

type Documents = Pick<DocumentStore, 'audit' | 'list' | 'read'>;

/** Every change of a list of files has one of these events in its commit. */
const CHANGING = [
  'file.confirmed',
  'file.renamed',
  'file.moved',
  'file.deleted',
  'file.restored',
] as const satisfies readonly EventType[];
/** Like `CHANGING`; the file may have another label too. */
const RELABELLING = [
  'file.relabelled',
  'file.replaced',
  'file.version_restored',
] as const satisfies readonly EventType[];
/** Events of folders that change every file below. */
const CHANGING_ALL = ['folder.moved', 'folder.access_set'] as const satisfies readonly EventType[];
/** Events of a room with index numbers that change every one. Switching them on changes the numbering of the room. */
const NUMBERING_ALL = ['room.edited', 'room.renumbered'] as const satisfies readonly EventType[];
const IN_ONE_READ = 200;
const IN_ONE_LIST = 500;

/**
 * The files of one room, apart by effective label, so that a caller waits only for those that they may see. Follows the audit
 * log: it names each file that changed, whichever process changed it.
 */
export class RoomNames {
  readonly #documents: Documents;
  readonly #roomId: RoomId;
  /** The labels of the service: the event of a relabelled file has the higher label, which its reader may not see. */
  readonly #labels: readonly Label[];
  readonly #parts = new Map<Label, Part>();
  readonly #queued = new Map<string, Promise<void>>();
  #last: Promise<unknown> = Promise.resolve();
  #numbering: Numbering = 'none';

  constructor(documents: Documents, roomId: RoomId, labels: readonly Label[]) {
    this.#documents = documents;
    this.#roomId = roomId;
    this.#labels = labels;
  }

  get size(): number {
    return [...this.#parts.values()].reduce((sum, { entries }) => sum + entries.size, 0);
  }

  /** The files of these labels, with every commit that resolved before the call. */
  async of(labels: readonly Label[], numbering: Numbering = 'none'): Promise<readonly NameEntry[]> {
    await this.#follow(labels, numbering);
    return labels.flatMap((label) => [...(this.#parts.get(label)?.entries.values() ?? [])]);
  }

  /** One after another: an older state of a file must not come after a newer one. Callers that wait together share one turn. */
  #follow(labels: readonly Label[], numbering: Numbering): Promise<void> {
    const name = [numbering, ...labels].join(' ');
    const queued = this.#queued.get(name);
    if (queued !== undefined) return queued;
    const turn = this.#last.then(() => {
      this.#queued.delete(name);
      if (numbering !== this.#numbering) this.#parts.clear();
      this.#numbering = numbering;
      return this.#read(labels);
    });
    this.#queued.set(name, turn);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #read(labels: readonly Label[]): Promise<void> {
    const { audit } = this.#documents;
    const missing = labels.filter((label) => !this.#parts.has(label));
    if (missing.length > 0) {
      const { size: since } = await audit.head();
      const loaded = await Promise.all(missing.map((label) => this.#loaded(label)));
      for (const [index, label] of missing.entries())
        this.#parts.set(label, { since, entries: loaded[index] ?? new Map<string, NameEntry>() });
    }
    const parts = labels.flatMap((label) => this.#parts.get(label) ?? []);
    const since = Math.min(...parts.map((part) => part.since));
    const { size } = await audit.head();
    if (size > since) {
      // These events name a folder, and none of the files whose path or readers they change.
      const changing = this.#numbering === 'fixed' ? [...CHANGING_ALL, ...NUMBERING_ALL] : CHANGING_ALL;
      const all = await Promise.all(changing.map((type) => this.#named({ labels: this.#labels, type }, since)));
      if (all.flat().length > 0) {
        this.#parts.clear();
        return this.#read(labels);
      }
      await this.#apply(await this.#changed(labels, since));
    }
    for (const part of parts) part.since = size;
  }

  async #loaded(label: Label): Promise<Map<string, NameEntry>> {
    const entries = new Map<string, NameEntry>();
    const anyOf = everyMark([label]).map((mark) => filesOfRoom(this.#roomId, mark));
    for (let after: Position | undefined; ; ) {
      const page = { limit: IN_ONE_LIST, order: 'newest', ...(after && { after }) } as const;
      const listed = await this.#documents.list(files.name, { anyOf }, page);
      for (const document of listed) {
        const file = stateOf(files, document);
        if (file.status === 'available') entries.set(file.id, entryOf(file));
      }
      const last = listed.at(-1);
      if (last === undefined || listed.length < IN_ONE_LIST) return entries;
      after = { position: last.position, id: last.id };
    }
  }

  /** Ids of the files that events from `since` on name. */
  async #changed(labels: readonly Label[], since: number): Promise<readonly string[]> {
    const found = await Promise.all([
      ...CHANGING.map((type) => this.#named({ labels, type }, since)),
      ...RELABELLING.map((type) => this.#named({ labels: this.#labels, type }, since)),
    ]);
    return [...new Set(found.flat())];
  }

  async #named(filter: Readonly<{ labels: readonly Label[]; type: EventType }>, since: number): Promise<string[]> {
    const ids: string[] = [];
    for (let before: number | undefined; ; ) {
      const page = { limit: IN_ONE_READ, since, ...(before !== undefined && { before }) };
      const events = await this.#documents.audit.list({ ...filter, roomId: this.#roomId, outcome: 'allowed' }, page);
      ids.push(...events.map(({ target }) => target.id));
      const last = events.at(-1);
      if (last === undefined || events.length < IN_ONE_READ) return ids;
      before = last.seq;
    }
  }

  async #apply(ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += IN_ONE_READ) {
      const some = ids.slice(start, start + IN_ONE_READ);
      const read = await this.#documents.read(some.map((id) => refTo(files, id)));
      for (const [index, id] of some.entries()) {
        const document = read[index];
        const file = document && stateOf(files, document);
        const isListed = file?.status === 'available' && file.roomId === this.#roomId;
        for (const { entries } of this.#parts.values()) entries.delete(id);
        if (isListed) this.#parts.get(file.effectiveLabel)?.entries.set(file.id, entryOf(file));
      }
    }
  }
}
