import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll } from '@jest/globals';
import { postgresqlPrograms } from '@strongroom/test-servers/postgresql-programs';
import { PostgresqlServers } from '@strongroom/test-servers/postgresql-servers';
import { onPostgresql } from '../support/postgresql-settings.ts';
import type { Environment } from '../support/service-process.ts';
import { isRecognisedWhenRestored } from './restored-database.ts';

let postgresql: PostgresqlServers;
let folder: string;
beforeAll(async () => {
  postgresql = await PostgresqlServers.start();
  folder = await mkdtemp(join(tmpdir(), 'strongroom-dump-'));
}, 120_000);
afterAll(async () => {
  await postgresql?.stop();
  await rm(folder, { recursive: true, force: true });
});

const program = async (name: string, ...args: readonly string[]): Promise<void> => {
  await promisify(execFile)(join(await postgresqlPrograms(), name), args);
};

const urlIn = ({ STRONGROOM_POSTGRESQL_URL: url = '' }: Environment): string => url;

/** As the page of PostgreSQL says: `pg_dump` while the service runs, `pg_restore` into an empty database. */
isRecognisedWhenRestored({
  settings: async () => onPostgresql(await postgresql.aDatabase()),
  dump: (settings) => program('pg_dump', '-Fc', '-f', join(folder, 'dump'), urlIn(settings)),
  restore: async (settings) => {
    const name = new URL(urlIn(settings)).pathname.slice(1);
    await postgresql.sql(`DROP DATABASE ${name} WITH (FORCE)`);
    await postgresql.sql(`CREATE DATABASE ${name}`);
    await program('pg_restore', '-d', urlIn(settings), join(folder, 'dump'));
  },
});
