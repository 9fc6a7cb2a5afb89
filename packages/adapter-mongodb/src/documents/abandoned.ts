import { SharedTimer, systemTimers } from '@strongroom/store-kit';
import type { MongoConnection } from '../connection/mongo-connection.ts';
import { APP_NAME } from '../connection/options.ts';

/** Milliseconds without a statement after which a transaction counts as abandoned; normal ones take one or two. */
const ABANDONED_MS = 700;

/**
 * Transactions whose process was killed. The server keeps them open for a minute and blocks other writers of the same
 * documents. Aborting the transaction of a process that is alive but slow is safe: it gets an error and retries.
 */
export class AbandonedTransactions {
  readonly #connection: MongoConnection;
  readonly #timer = new SharedTimer(systemTimers);
  #isLooking = false;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  /** While `work` takes longer than it should, looks for abandoned transactions and aborts them. */
  abortWhile<T>(work: () => Promise<T>): Promise<T> {
    const alarm = {
      slot: -1,
      due: systemTimers.now() + ABANDONED_MS,
      onDue: (): void => {
        this.#look();
        alarm.due += ABANDONED_MS;
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
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#end()
      .catch(() => undefined) // without the privilege, the minute has to pass
      .finally(() => {
        this.#isLooking = false;
      });
  }

  /** Only transactions of the same user, which needs no privilege. */
  async #end(): Promise<void> {
    const { cursor } = await this.#connection.runAsAdmin<{ lsid: { id: unknown } }>({
      aggregate: 1,
      pipeline: [
        { $currentOp: { idleSessions: true, allUsers: false } },
        { $match: { appName: APP_NAME, 'transaction.timeInactiveMicros': { $gt: ABANDONED_MS * 1000 } } },
        { $project: { lsid: 1 } },
      ],
      cursor: {},
    });
    const sessions = cursor.firstBatch.map(({ lsid }) => ({ id: lsid.id }));
    if (sessions.length > 0) await this.#connection.admin({ killSessions: sessions });
  }
}
