import { SharedTimer, systemTimers } from '@strongroom/store-kit';
import type { Binary } from 'mongodb';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { APP_NAME } from '../connection/options.ts';

/** Milliseconds without a statement after which a transaction counts as abandoned; normal ones take one or two. */
const ABANDONED_MS = 700;
/** Milliseconds between two looks, and from the beginning of a call to its first look. */
const LOOK_MS = 250;

/** An open transaction. `activeMicros` grows with each of its statements. */
type Open = Readonly<{ lsid: { id: Binary }; transaction: Readonly<{ timeActiveMicros: unknown }> }>;
type Silent = Readonly<{ activeMicros: number; since: number }>;

/**
 * Transactions whose process was killed. The server keeps them open for a minute and blocks other writers of the same
 * documents. Aborting the transaction of a process that is alive but slow is safe: it gets an error and retries.
 */
export class AbandonedTransactions {
  readonly #connection: MongoConnection;
  readonly #timer = new SharedTimer(systemTimers);
  #isLooking = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** By session: transactions that the last look found. */
  #silent: ReadonlyMap<string, Silent> = new Map();

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  /** While `work` takes longer than it should, looks for abandoned transactions and aborts them. */
  abortWhile<T>(work: () => Promise<T>): Promise<T> {
    const alarm = {
      slot: -1,
      due: systemTimers.now() + LOOK_MS,
      onDue: (): void => {
        this.#look();
        alarm.due += LOOK_MS;
        this.#timer.add(alarm);
      },
    };
    const end = (): void => void this.#timer.remove(alarm);
    const working = work();
    this.#timer.add(alarm);
    working.then(end, end);
    return working;
  }

  #look(): void {
    const now = systemTimers.now();
    // Each call in progress has its own alarm.
    if (this.#isLooking || now - this.#lookedAt < LOOK_MS / 2) return;
    this.#isLooking = true;
    this.#lookedAt = now;
    void this.#end(now)
      .catch(() => undefined) // without the privilege, only the minute of the server ends it
      .finally(() => {
        this.#isLooking = false;
      });
  }

  /** Only transactions of the same user, which needs no privilege. */
  async #end(now: number): Promise<void> {
    const { cursor } = await this.#connection.runAsAdmin<Open>({
      aggregate: 1,
      pipeline: [
        { $currentOp: { idleSessions: true, allUsers: false } },
        { $match: { appName: APP_NAME, 'transaction.timeInactiveMicros': { $gt: LOOK_MS * 1000 } } },
        { $project: { lsid: 1, 'transaction.timeActiveMicros': 1 } },
      ],
      cursor: {},
    });
    const sessions = this.#abandoned(cursor.firstBatch, now);
    if (sessions.length > 0) await this.#connection.admin({ killSessions: sessions });
  }

  /** The server reports the sum of a transaction's pauses, which is high for a large commit although each pause is short. */
  #abandoned(open: readonly Open[], now: number): readonly Readonly<{ id: Binary }>[] {
    const silent = new Map<string, Silent>();
    const abandoned = open.filter(({ lsid, transaction }) => {
      const [id, activeMicros] = [lsid.id.toString('hex'), Number(transaction.timeActiveMicros)];
      const before = this.#silent.get(id);
      const since = before?.activeMicros === activeMicros ? before.since : now;
      silent.set(id, { activeMicros, since });
      return now - since >= ABANDONED_MS;
    });
    this.#silent = silent;
    return abandoned.map(({ lsid }) => ({ id: lsid.id }));
  }
}
