import { type DatabasePlace, databasePlaceOf, type Host, type Login, type PostgresqlAddress } from './address.ts';
import { ConnectionLost, endedBecause, isRefusedLogin, isSessionOver } from './errors.ts';
import type { Durability } from './options.ts';
import { type Row, Session, type Statement } from './session.ts';

type Waiting = Readonly<{ resolve: (session: Session) => void; reject: (error: unknown) => void }>;

export type SessionsOptions = Readonly<{ durability: Durability; most: number }>;

/**
 * The connections of this process to one database. Of several hosts, the one that served last is tried first; a standby is
 * passed over, because it would miss confirmed commits.
 */
export class Sessions {
  /** The address, which contains the password. */
  readonly url: string;
  readonly #place: DatabasePlace;
  readonly #options: SessionsOptions;
  readonly #idle: Session[] = [];
  readonly #all = new Set<Session>();
  readonly #waiting: Waiting[] = [];
  #count = 0;
  #host = 0;
  #isClosed = false;

  /** Connects when the first statement is run. Throws PostgresqlUnusable for a malformed address. */
  constructor(address: PostgresqlAddress, options: SessionsOptions) {
    this.#place = databasePlaceOf(address);
    this.url = address.url;
    this.#options = options;
  }

  get database(): string {
    return this.#place.database;
  }

  /** Reads the logins again, so that a fault of their file is reported while no connection is made. */
  lookAtLogins(): void {
    this.#place.logins();
  }

  /** Runs one statement, which is a transaction of its own. Rejects with the server's error or ConnectionLost. */
  run(statement: Statement, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.use((session) => session.run(statement, values));
  }

  /** Lends a connection. After an error within a transaction it is rolled back. */
  async use<T>(work: (session: Session) => Promise<T>, isTransaction = false): Promise<T> {
    const session = await this.#take();
    let isUsable = false;
    try {
      const answer = await work(session);
      isUsable = true;
      return answer;
    } catch (error) {
      isUsable = !isSessionOver(error);
      if (error instanceof ConnectionLost) this.#dropIdle();
      if (isUsable && isTransaction)
        isUsable = await session.run({ text: 'ROLLBACK' }).then(
          () => true,
          () => false,
        );
      throw error;
    } finally {
      this.#giveBack(session, isUsable);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(closed());
    for (const session of this.#all) session.end();
    this.#all.clear();
    this.#idle.length = 0;
  }

  #take(): Promise<Session> {
    if (this.#isClosed) return Promise.reject(closed());
    const session = this.#idle.pop();
    if (session !== undefined) return Promise.resolve(session);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#grow();
    });
  }

  #giveBack(session: Session, isUsable: boolean): void {
    if (!isUsable || this.#isClosed || !this.#all.has(session)) {
      this.#drop(session);
      this.#grow();
      return;
    }
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(session);
    else next.resolve(session);
  }

  #drop(session: Session): void {
    if (this.#all.delete(session)) this.#count -= 1;
    const index = this.#idle.indexOf(session);
    if (index >= 0) this.#idle.splice(index, 1);
    session.end();
  }

  /** The server of a lost connection may be silent on all others too, and each would be found out only by waiting. */
  #dropIdle(): void {
    for (const session of this.#idle.splice(0)) this.#drop(session);
  }

  /** Connects for those that wait. An error is that of the call that has waited longest. */
  #grow(): void {
    if (this.#isClosed || this.#waiting.length === 0 || this.#count >= this.#options.most) return;
    this.#count += 1;
    void this.#serveNext();
  }

  async #serveNext(): Promise<void> {
    try {
      const session = await this.#connect();
      if (this.#isClosed) session.end();
      else this.#giveBack(session, true);
    } catch (error) {
      this.#count -= 1;
      this.#waiting.shift()?.reject(error);
      this.#grow();
    }
  }

  async #connect(): Promise<Session> {
    const { hosts } = this.#place;
    let failure: unknown;
    for (let tried = 0; tried < hosts.length; tried += 1) {
      const index = (this.#host + tried) % hosts.length;
      const host = hosts[index] ?? hosts[0];
      try {
        const session = await this.#connectTo(host);
        this.#host = index;
        return session;
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
  }

  /** Tries the next login where the server refuses one: a password that changes is valid in one form or the other. */
  async #logIn(host: Host, [first, ...others]: readonly Login[]): Promise<Session> {
    if (first === undefined) throw new TypeError('an address without a login');
    try {
      return await Session.connect(host, { ...this.#place, ...first }, this.#options.durability, (session) => {
        if (this.#all.has(session)) this.#drop(session);
      });
    } catch (error) {
      if (others.length === 0 || !isRefusedLogin(error)) throw error;
      return this.#logIn(host, others);
    }
  }

  async #connectTo(host: Host): Promise<Session> {
    const made = await this.#logIn(host, this.#place.logins());
    try {
      if (await isStandby(made)) throw new StandbyError();
    } catch (error) {
      made.end();
      throw new ConnectionLost(false, error instanceof ConnectionLost ? error.cause : error);
    }
    this.#all.add(made);
    return made;
  }
}

/** The server follows another one. */
export class StandbyError extends Error {
  override readonly name = 'StandbyError';
  readonly code = 'STANDBY';
  constructor() {
    super('the server is a standby');
  }
}

const closed = (): ConnectionLost => new ConnectionLost(false, endedBecause('CLOSED', 'the store is closed'));

const isStandby = async (session: Session): Promise<boolean> => {
  const [row] = await session.run({ text: 'SELECT pg_is_in_recovery() AS standby' });
  return row?.standby === true;
};
