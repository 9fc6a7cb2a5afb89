import { type Client, type Database, openClient, type Row } from './client.ts';
import { Together } from './together.ts';

const SNAPSHOT = { level: 'snapshot' };
const DURABLE = { w: 'majority', j: true };

/** The writes of one transaction. */
export type Written = Readonly<{ replaced: readonly Row[]; added: readonly Row[]; events: readonly Row[] }>;
/** One caller's change to a document that others change too. */
export type Change = Readonly<{
  reads: readonly string[];
  /** `body` is that of the common document, to be changed in place. */
  // biome-ignore lint/suspicious/noExplicitAny: stored JSON is what it is
  decide: (rows: ReadonlyMap<string, Row>, body: any) => Written;
}>;

/**
 * Documents in MongoDB, by hand: the same finds, inserts and transactions as in the service, with the same durability.
 */
export class Store {
  readonly #client: Client;
  readonly database: Database;
  readonly #reads = new Together<readonly string[], ReadonlyMap<string, Row>>(2, (_, calls) => this.#find(calls));
  readonly #events = new Together<Row, undefined>(2, (_, events) => this.#insertEvents(events));
  readonly #hot = new Together<Change, undefined>(1, (id, changes) => this.#changeTogether(id, changes));

  constructor(url: string, database: string) {
    this.#client = openClient(url);
    this.database = this.#client.db(database);
  }

  /** By their ids, or by a unique key after a `#`. All that wait share one find. */
  read(...names: readonly string[]): Promise<ReadonlyMap<string, Row>> {
    return this.#reads.join('', names);
  }

  /** A commit of one event. All that wait share one insert. */
  async record(event: Row): Promise<void> {
    await this.#events.join('', event);
  }

  /** A commit of a document and its event. */
  async add(added: Row, event: Row): Promise<void> {
    await this.#again(() => this.#transaction({ replaced: [], added: [added], events: [event] }));
  }

  /** A commit that also changes a contended document: all waiting commits share one transaction. */
  async change(id: string, change: Change): Promise<void> {
    await this.#hot.join(id, change);
  }

  async #find(calls: readonly (readonly string[])[]): Promise<readonly ReadonlyMap<string, Row>[]> {
    const names = [...new Set(calls.flat())];
    const ids = names.filter((name) => !name.startsWith('#'));
    const keys = names.filter((name) => name.startsWith('#')).map((name) => name.slice(1));
    const byId = { _id: { $in: ids } };
    const byKey = { uniqueKeys: { $in: keys } };
    const both = ids.length > 0 ? { $or: [byId, byKey] } : byKey;
    const filter = keys.length > 0 ? both : byId;
    const answer = await this.database.command({
      find: 'documents',
      filter,
      batchSize: names.length + 1,
      readConcern: SNAPSHOT,
    });
    const found = new Map<string, Row>();
    for (const row of answer.cursor.firstBatch as readonly Row[]) {
      found.set(row._id, row);
      for (const key of row.uniqueKeys ?? []) found.set(`#${key}`, row);
    }
    return calls.map(() => found);
  }

  async #insertEvents(documents: readonly Row[]): Promise<readonly undefined[]> {
    const answer = await this.database.command({ insert: 'events', documents, ordered: false, writeConcern: DURABLE });
    if (answer.n !== documents.length) throw new Error('an event was refused');
    return [];
  }

  async #changeTogether(id: string, changes: readonly Change[]): Promise<readonly undefined[]> {
    await this.#again(async () => {
      const rows = await this.read(id, ...changes.flatMap(({ reads }) => reads));
      const row = rows.get(id);
      if (row === undefined) throw new Error(`no ${id}`);
      const body = JSON.parse(row.body);
      const written = changes.map(({ decide }) => decide(rows, body));
      await this.#transaction({
        replaced: [...written.flatMap(({ replaced }) => replaced), { ...row, body: JSON.stringify(body) }],
        added: written.flatMap(({ added }) => added),
        events: written.flatMap(({ events }) => events),
      });
    });
    return [];
  }

  async #transaction({ replaced, added, events }: Written): Promise<void> {
    const session = this.#client.startSession();
    const run = async (command: object, expected: number): Promise<void> => {
      const answer = await this.database.command(command, { session });
      if (answer.n !== expected) throw new Error(JSON.stringify(answer.writeErrors ?? 'a document has changed'));
    };
    try {
      session.startTransaction({ readConcern: SNAPSHOT, writeConcern: { w: 'majority', journal: true } });
      const updates = replaced.map((row) => ({
        q: { _id: row._id, version: row.version },
        u: { ...row, version: row.version + 1 },
      }));
      if (updates.length > 0) await run({ update: 'documents', updates }, updates.length);
      if (added.length > 0) await run({ insert: 'documents', documents: added }, added.length);
      await run({ insert: 'events', documents: events }, events.length);
      await session.commitTransaction();
    } finally {
      void session.endSession().catch(() => undefined);
    }
  }

  async #again(work: () => Promise<void>): Promise<void> {
    for (;;)
      try {
        return await work();
      } catch (error) {
        const labels = (error as { errorLabels?: readonly string[] }).errorLabels ?? [];
        if (!labels.includes('TransientTransactionError')) throw error;
      }
  }
}

/** The rate limit, counted in the same database: all waiting calls of a bucket share one write. */
export class Limits {
  readonly #together: Together<undefined, undefined>;

  constructor(database: Database) {
    this.#together = new Together<undefined, undefined>(1, async (bucket, calls) => {
      const at = Date.now();
      const isOver = { $lte: [{ $ifNull: ['$endsAt', 0] }, at] };
      const used = { $cond: [isOver, calls.length, { $add: ['$used', calls.length] }] };
      const endsAt = { $cond: [isOver, at + 60_000, '$endsAt'] };
      const update = [{ $set: { used, endsAt } }];
      const counted = { findAndModify: 'limits', query: { _id: bucket }, update, upsert: true, new: true };
      await database.command({ ...counted, writeConcern: { w: 1 } });
      return [];
    });
  }

  take(bucket: string): Promise<undefined> {
    return this.#together.join(bucket, undefined);
  }
}
