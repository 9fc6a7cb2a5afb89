/** Starts MongoDB for a test. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { mongoAdmin } from './mongo-client.ts';

const PROGRAM = join(import.meta.dirname, 'mongod.ts');

/** Seconds for which a former primary is not elected again. */
const STEPPED_DOWN_S = 8;

export type MongoMember = Readonly<{ port: number; pid: number }>;

type Started = Readonly<{ url: string; members: readonly MongoMember[] }>;

const parse: (text: string) => Started = JSON.parse;

/** A replica set that was started, with an address for drivers. */
export class MongoServers {
  readonly #guard: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly url: string;
  readonly members: readonly MongoMember[];

  private constructor(guard: ChildProcessByStdio<Writable, Readable, Readable>, { url, members }: Started) {
    this.#guard = guard;
    this.url = url;
    this.members = members;
  }

  /** Without members it is one server without a replica set. Rejects with instructions if MongoDB is not available. */
  static async start(members = 1, ...more: readonly ('login' | 'failpoints')[]): Promise<MongoServers> {
    const guard = spawn(process.execPath, [PROGRAM, String(members), ...more], { stdio: ['pipe', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    guard.stderr.on('data', (piece: Buffer) => {
      err += piece.toString();
    });
    const ended = once(guard, 'close');
    for await (const piece of guard.stdout) {
      out += String(piece);
      if (out.includes('\n')) return new MongoServers(guard, parse(out));
    }
    await ended;
    throw new Error(err);
  }

  /** The first primary: the others have a lower priority. */
  get primary(): MongoMember {
    const [first] = this.members;
    if (first === undefined) throw new Error('there are no members');
    return first;
  }

  /** Makes the primary step down, so that the set elects another one. Returns the address of the former primary. */
  async stepDown(): Promise<string> {
    const admin = mongoAdmin(this.url);
    try {
      const { me } = await admin.command({ hello: 1 });
      // The primary closes its connections, also this one.
      const command = { replSetStepDown: STEPPED_DOWN_S, secondaryCatchUpPeriodSecs: 2, force: true };
      await admin.command(command).catch(() => undefined);
      return String(me);
    } finally {
      await admin.close();
    }
  }

  /** Ends all members; their data is gone. */
  async stop(): Promise<void> {
    const ended = once(this.#guard, 'exit');
    this.#guard.stdin.end();
    if (this.#guard.exitCode === null) await ended;
  }
}
