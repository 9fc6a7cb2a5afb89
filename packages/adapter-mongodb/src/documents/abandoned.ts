import type { MongoConnection } from '../connection/mongo-connection.ts';
import { APP_NAME } from '../connection/options.ts';

/** Milliseconds without a statement after which a transaction counts as abandoned. The living need one or two. */
const SILENCE = 700;

/**
 * Transactions whose process was killed in the middle. The server keeps them open for a minute, and nobody else can write
 * what they wrote. Whose process lives and was only slow loses nothing when his is ended: he is told, and begins anew.
 */
export class AbandonedTransactions {
  readonly #connection: MongoConnection;
  #isLooking = false;

  constructor(connection: MongoConnection) {
    this.#connection = connection;
  }

  /** For as long as some work takes: looks for them, and ends them, when it takes longer than it should. */
  async outOfTheWayOf<T>(work: () => Promise<T>): Promise<T> {
    const timer = setInterval(() => this.#look(), SILENCE);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#end()
      .catch(() => undefined) // not every operator lets us; then the minute passes
      .finally(() => {
        this.#isLooking = false;
      });
  }

  /** Of this user only, which takes no privilege. */
  async #end(): Promise<void> {
    const { cursor } = await this.#connection.runAsAdmin<{ lsid: { id: unknown } }>({
      aggregate: 1,
      pipeline: [
        { $currentOp: { idleSessions: true, allUsers: false } },
        { $match: { appName: APP_NAME, 'transaction.timeInactiveMicros': { $gt: SILENCE * 1000 } } },
        { $project: { lsid: 1 } },
      ],
      cursor: {},
    });
    const sessions = cursor.firstBatch.map(({ lsid }) => ({ id: lsid.id }));
    if (sessions.length > 0) await this.#connection.admin({ killSessions: sessions });
  }
}
