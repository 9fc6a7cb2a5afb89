/** Starts PostgreSQL for a test. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

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

  private constructor(guard: ChildProcessByStdio<Writable, Readable, Readable>, started: Started) {
    this.#guard = guard;
    this.user = started.user;
    this.password = started.password;
    this.members = started.members;
  }

  /** Rejects with instructions if PostgreSQL is not available. */
  static async start(kind: 'alone' | 'standby' = 'alone'): Promise<PostgresqlServers> {
    const guard = spawn(process.execPath, [PROGRAM, kind], { stdio: ['pipe', 'pipe', 'pipe'] });
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

  /** Ends all members; their data is gone. */
  async stop(): Promise<void> {
    const ended = once(this.#guard, 'exit');
    this.#guard.stdin.end();
    if (this.#guard.exitCode === null) await ended;
  }
}
