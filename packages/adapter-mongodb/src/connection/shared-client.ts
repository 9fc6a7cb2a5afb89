import type { Outage } from '@strongroom/store-kit';
import { type ClientSession, MongoClient } from 'mongodb';
import { DRIVER_OPTIONS } from './options.ts';

/** Milliseconds after which no call can be under way at a client that was replaced. */
const REPLACED_MS = 30_000;

/** Milliseconds before a login that was refused is tried again: its user may not be there yet. */
const REFUSED_MS = 3000;

/** Returns the address that the file of a secret holds now. Only its login is used. */
export type Login = () => string;

const PARTS = /^(mongodb(?:\+srv)?:\/\/)([^/]*@)?(.*)$/;

/** The address with the login of another one. */
export function withLoginOf(url: string, other: string): string {
  const [, scheme = '', , rest = ''] = PARTS.exec(url) ?? [];
  const [, , login = ''] = PARTS.exec(other) ?? [];
  return scheme + login + rest;
}

/**
 * The client of a process with its connection pool. Once the login in the file is another one, a second client logs in,
 * and takes over when the server has let it in: calls that are under way end at the first.
 */
export class SharedClient {
  readonly url: string;
  readonly outages = new Set<Outage>();
  users = 0;
  readonly #login: Login | undefined;
  readonly #sessions = new WeakMap<ClientSession, MongoClient>();
  readonly #replaced = new Map<MongoClient, NodeJS.Timeout>();
  #client: MongoClient;
  /** The address that it is logged in by. */
  #taken: string;
  #isTrying = false;
  #nextTry = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  /** Throws the driver's error for a malformed address. */
  constructor(url: string, login: Login | undefined) {
    this.url = url;
    this.#login = login;
    this.#taken = url;
    this.#client = new MongoClient(url, DRIVER_OPTIONS);
  }

  /** The client of a session, or the present one. */
  of(session?: ClientSession): MongoClient {
    if (session !== undefined) return this.#sessions.get(session) ?? this.#client;
    if (this.#login !== undefined) this.#follow(this.#login());
    return this.#client;
  }

  startSession(): ClientSession {
    const client = this.of();
    const session = client.startSession();
    this.#sessions.set(session, client);
    return session;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const replaced = [...this.#replaced.keys()];
    for (const timer of this.#replaced.values()) clearTimeout(timer);
    await Promise.all([this.#client, ...replaced].map((client) => client.close(true)));
  }

  #follow(address: string): void {
    const url = withLoginOf(this.url, address);
    if (url === this.#taken || this.#isTrying || performance.now() < this.#nextTry) return;
    this.#isTrying = true;
    void this.#takeOver(url).finally(() => {
      this.#isTrying = false;
    });
  }

  /** A login that the server refuses changes nothing. */
  async #takeOver(url: string): Promise<void> {
    let next: MongoClient | undefined;
    try {
      next = new MongoClient(url, DRIVER_OPTIONS);
      await next.connect();
    } catch {
      this.#nextTry = performance.now() + REFUSED_MS;
      await next?.close(true).catch(() => undefined);
      return;
    }
    if (this.#isClosed) return next.close(true);
    const earlier = this.#client;
    this.#client = next;
    this.#taken = url;
    const timer = setTimeout(() => {
      this.#replaced.delete(earlier);
      void earlier.close(true).catch(() => undefined);
    }, REPLACED_MS);
    this.#replaced.set(earlier, timer.unref());
  }
}
