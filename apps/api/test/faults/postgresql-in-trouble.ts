import { chown, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unprivilegedUser } from '@strongroom/test-servers/postgresql-programs';
import type { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { eventually } from '../support/service-process.ts';
import type { Certificate } from './tls-front.ts';

const ROLE = 'rooms';
const NAME = 'faults';

type Certificates = Readonly<Record<'valid' | 'expired', Certificate>>;

/** A database with TLS and a user of its own, and operators' mistakes with it. */
export class PostgresqlInTrouble {
  readonly #servers: PostgresqlServers;
  readonly #folder: string;
  readonly #certificates: Certificates;

  private constructor(servers: PostgresqlServers, folder: string, certificates: Certificates) {
    this.#servers = servers;
    this.#folder = folder;
    this.#certificates = certificates;
  }

  static async of(
    servers: PostgresqlServers,
    folder: string,
    certificates: Certificates,
  ): Promise<PostgresqlInTrouble> {
    await servers.sql(`CREATE ROLE ${ROLE} LOGIN PASSWORD 'right'`);
    await servers.sql(`CREATE DATABASE ${NAME} OWNER ${ROLE}`);
    const made = new PostgresqlInTrouble(servers, folder, certificates);
    await made.show('valid');
    return made;
  }

  urlBy(port: number): string {
    return `postgresql://${ROLE}:right@localhost:${port}/${NAME}?sslmode=verify-full`;
  }

  refuseWrites(): Promise<void> {
    return this.#alter(`DATABASE ${NAME} SET default_transaction_read_only = on`);
  }

  takeWrites(): Promise<void> {
    return this.#alter(`DATABASE ${NAME} RESET default_transaction_read_only`);
  }

  changePassword(): Promise<void> {
    return this.#alter(`ROLE ${ROLE} PASSWORD 'another'`);
  }

  restorePassword(): Promise<void> {
    return this.#alter(`ROLE ${ROLE} PASSWORD 'right'`);
  }

  async show(state: keyof Certificates): Promise<void> {
    const { uid, gid } = await unprivilegedUser();
    const { cert, key } = this.#certificates[state];
    // The server reads a key of its own user only.
    const own = join(this.#folder, `postgresql-${state}.key`);
    await copyFile(key, own);
    if (uid !== undefined && gid !== undefined) await chown(own, uid, gid);
    for (const member of this.#servers.members) {
      for (const change of [`ssl_cert_file = '${cert}'`, `ssl_key_file = '${own}'`, 'ssl = on'])
        await this.#servers.sql(`ALTER SYSTEM SET ${change}`, 'postgres', member);
      await this.#servers.sql('SELECT pg_reload_conf()', 'postgres', member);
    }
    await eventually('the certificate', async () => (await this.#servers.sql('SHOW ssl_cert_file')) === cert);
    await this.#connectAgain();
  }

  async #alter(change: string): Promise<void> {
    await this.#servers.sql(`ALTER ${change}`);
    await this.#connectAgain();
  }

  #connectAgain(): Promise<string> {
    return this.#servers.sql(`SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = '${ROLE}'`);
  }
}
