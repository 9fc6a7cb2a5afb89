/** Starts PostgreSQL for a test. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { postgresqlPrograms } from './postgresql-programs.ts';

const PROGRAM = join(import.meta.dirname, 'postgresql.ts');

type Member = Readonly<{ port: number; pid: number }>;

type Started = Readonly<{ user: string; password: string; members: readonly Member[] }>;

const parse: (text: string) => Started = JSON.parse;

/** A server that was started, perhaps with a standby. */
export class PostgresqlServers {
  readonly #guard: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly user: string;
  readonly password: string;
  readonly members: readonly Member[];
  #databases = 0;

  private constructor(guard: ChildProcessByStdio<Writable, Readable, Readable>, started: Started) {
    this.#guard = guard;
    this.user = started.user;
    this.password = started.password;
    this.members = started.members;
  }

  /** `command`: a program that runs the servers. Rejects with instructions if PostgreSQL is not available. */
  static async start(kind: 'alone' | 'standby' = 'alone', command: readonly string[] = []): Promise<PostgresqlServers> {
    const [first, ...rest] = [...command, process.execPath, PROGRAM, kind];
    const guard = spawn(first, rest, { stdio: ['pipe', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    guard.stderr.on('data', (piece: Buffer) => {
      err += piece.toString();
    });
    const ended = once(guard, 'close');
    for await (const piece of guard.stdout) {
      out += String(piece);
      if (out.includes('\n')) return new PostgresqlServers(guard, parse(out));
    }
    await ended;
    throw new Error(err);
  }

  get primary(): Member {
    const [first] = this.members;
    if (first === undefined) throw new Error('there are no members');
    return first;
  }

  /** The address of a database on all members. */
  urlOf(database: string, members: readonly Pick<Member, 'port'>[] = this.members): string {
    const hosts = members.map(({ port }) => `127.0.0.1:${port}`).join(',');
    return `postgresql://${this.user}:${this.password}@${hosts}/${database}`;
  }

  /** Runs statements on one server, the primary unless another is given, and returns what psql prints. */
  async sql(statement: string, database = 'postgres', { port }: Pick<Member, 'port'> = this.primary): Promise<string> {
    const psql = join(await postgresqlPrograms(), 'psql');
    const url = this.urlOf(database, [{ port }]);
    const { stdout } = await promisify(execFile)(psql, [
      '-X',
      '-A',
      '-t',
      '-q',
      '-v',
      'ON_ERROR_STOP=1',
      '-c',
      statement,
      url,
    ]);
    return stdout.trim();
  }

  /** A new database, and its address on all members. */
  async aDatabase(): Promise<string> {
    this.#databases += 1;
    const name = `rooms_${this.#databases}`;
    await this.sql(`CREATE DATABASE ${name}`);
    return this.urlOf(name);
  }

  /** Ends all members; their data is gone. */
  async stop(): Promise<void> {
    const ended = once(this.#guard, 'exit');
    this.#guard.stdin.end();
    if (this.#guard.exitCode === null) await ended;
  }
}
