import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { unprivilegedUser } from '@strongroom/test-servers/postgresql-programs';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { newBucket } from '@strongroom/test-servers/s3-bucket';
import type { S3Server } from '@strongroom/test-servers/s3-server';
import { startVersitygw } from '@strongroom/test-servers/versitygw';
import { onPostgresql } from './postgresql-settings.ts';
import { s3Settings } from './s3-settings.ts';
import { type Environment, eventually } from './service-process.ts';
import { TokenPlace } from './token-place.ts';

// oxlint-disable-next-line node/no-process-env -- programs of their own, and what compiles them
const environment = process.env;

/** PostgreSQL, an S3 server and an HSM, which are all that the processes of a service share. */
export class OnPremise {
  readonly postgresql: PostgresqlServers;
  readonly hsm: TokenPlace;
  readonly bucket: string;
  readonly settings: Environment;
  s3: S3Server;
  #again: ChildProcess | undefined;

  private constructor(parts: Pick<OnPremise, 'postgresql' | 'hsm' | 'bucket' | 's3'>, settings: Environment) {
    this.postgresql = parts.postgresql;
    this.hsm = parts.hsm;
    this.bucket = parts.bucket;
    this.s3 = parts.s3;
    this.settings = settings;
  }

  static async start(how: Parameters<typeof TokenPlace.make>[0] = {}): Promise<OnPremise> {
    const [postgresql, s3, hsm] = await Promise.all([
      PostgresqlServers.start(),
      startVersitygw(environment),
      TokenPlace.make(how),
    ]);
    const bucket = await newBucket(s3);
    const documents = onPostgresql(await postgresql.aDatabase());
    const settings = { ...documents, ...s3Settings(s3, bucket), ...hsm.settings };
    return new OnPremise({ postgresql, s3, hsm, bucket }, settings);
  }

  /** Settings of another service, with a database and a bucket of its own. */
  async another(): Promise<Environment> {
    const documents = onPostgresql(await this.postgresql.aDatabase());
    return { ...documents, ...s3Settings(this.s3, await newBucket(this.s3)), ...this.hsm.settings };
  }

  /** Kills the database; the function starts it on the same files again. */
  async killDatabase(): Promise<() => Promise<void>> {
    const { pid } = this.postgresql.primary;
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
    const processes = [pid, ...childrenOf(pid)];
    process.kill(pid, 'SIGKILL');
    await eventually('the end of the database', async () => processes.every(hasEnded));
    return async () => {
      this.#again = spawn(program, args, { ...(await unprivilegedUser()), cwd: '/', stdio: 'ignore' });
      await eventually('the database', () =>
        this.postgresql.sql('SELECT 1').then(
          () => true,
          () => undefined,
        ),
      );
    };
  }

  /** Kills the S3 server; the function starts it on the same files again. */
  async killObjects(): Promise<() => Promise<void>> {
    await this.s3.kill();
    return async () => {
      const { folder, port, stop } = this.s3;
      const again = await startVersitygw(environment, { folder, port });
      this.s3 = { ...again, stop: () => again.kill().then(stop) };
    };
  }

  async stop(): Promise<void> {
    if (this.#again !== undefined && this.#again.exitCode === null) {
      const ended = once(this.#again, 'exit');
      this.#again.kill('SIGQUIT');
      await ended;
    }
    await Promise.all([this.postgresql.stop(), this.s3.stop(), this.hsm.end()]);
  }
}

export const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

/** True for a process that has ended, whether or not its parent has noticed. */
export function hasEnded(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('Z') === true;
  } catch {
    return true;
  }
}
