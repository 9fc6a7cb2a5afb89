import { Socket } from 'node:net';
import { Client, DatabaseError, types } from 'pg';
import type { DatabasePlace, Host, Login } from './address.ts';
import { ConnectionLost, endedBecause } from './errors.ts';
import { CONNECT_MS, type Durability, SILENCE_MS, sessionOptions } from './options.ts';

/** A statement. One with a name is planned once for each connection. */
export type Statement = Readonly<{ name?: string; text: string }>;

export type Row = Readonly<Record<string, unknown>>;

const { builtins } = types;
type Parser = (text: string) => unknown;

/** The number of the type `text[]`, which the driver does not name. */
const TEXT_ARRAY: number = 1009;

/** Numbers are exact: nothing beyond ±(2^53−1) is stored. JSON and arrays stay text, because a known row is not parsed again. */
const PARSERS = new Map<number, Parser>([
  [builtins.INT8, Number],
  [builtins.JSON, String],
  [TEXT_ARRAY, String],
]);

/** The texts of an array that came as text. */
// oxlint-disable-next-line typescript/no-unsafe-assignment -- the driver types what it returns as any
export const parseTexts: (text: string) => unknown = types.getTypeParser(TEXT_ARRAY);

const getTypeParser = (oid: number, format?: 'text' | 'binary'): Parser => {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- the driver types what it returns as any
  const other: Parser = types.getTypeParser(oid, format);
  return PARSERS.get(oid) ?? other;
};

const silent = (): Error => endedBecause('ETIMEDOUT', 'the server did not answer');

/** One connection to one server. It runs one statement at a time. */
export class Session {
  readonly #client: Client;
  readonly #socket: Socket;

  private constructor(client: Client, socket: Socket) {
    this.#client = client;
    this.#socket = socket;
  }

  /** Rejects with ConnectionLost. `onLost` is called when the connection ends. */
  static async connect(
    { host, port }: Host,
    { user, password, database, ssl }: Login & Omit<DatabasePlace, 'logins'>,
    durability: Durability,
    onLost: (session: Session) => void,
  ): Promise<Session> {
    const socket = new Socket();
    const client = new Client({
      host,
      port,
      user,
      database,
      // A function: without one, the driver looks for an absent password in the environment and in a file.
      password: () => password ?? '',
      ssl,
      options: sessionOptions(durability),
      keepAlive: true,
      stream: () => socket,
      types: { getTypeParser },
    });
    // The statement in progress gets the error; an idle connection only ends.
    client.on('error', () => socket.destroy());
    const session = new Session(client, socket);
    client.on('end', () => onLost(session));
    const timer = setTimeout(() => socket.destroy(silent()), CONNECT_MS);
    try {
      await client.connect();
      return session;
    } catch (error) {
      socket.destroy();
      throw new ConnectionLost(false, error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Rejects with the error of the server, or with ConnectionLost after `silenceMs` without an answer. */
  async run(
    { name, text }: Statement,
    values: readonly unknown[] = [],
    silenceMs: number = SILENCE_MS,
  ): Promise<readonly Row[]> {
    let isSilent = false;
    const timer = setTimeout(() => {
      isSilent = true;
      this.#socket.destroy(silent());
    }, silenceMs);
    try {
      const query = { text, values: [...values], ...(name === undefined ? {} : { name }) };
      return (await this.#client.query<Record<string, unknown>>(query)).rows;
    } catch (error) {
      throw isSilent || !(error instanceof DatabaseError)
        ? new ConnectionLost(true, isSilent ? silent() : error)
        : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the session without waiting for the server. */
  end(): void {
    this.#client.end().catch(() => undefined);
    this.#socket.destroy();
  }
}
