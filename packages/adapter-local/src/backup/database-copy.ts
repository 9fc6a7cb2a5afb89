import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import type { StoredDocument } from '@strongroom/ports';
import { removeIfThere, syncFile, syncFolder } from '../disk/durable.ts';
import { Connection } from '../documents/sqlite-connection.ts';
import { asUnusable } from '../documents/sqlite-errors.ts';
import { refuseOrphanedLog, refuseStrangers } from '../documents/sqlite-file.ts';
import { COLUMNS, documentOf } from '../documents/sqlite-rows.ts';
import { BackupRefused } from './backup-refused.ts';

/** Pages copied between two progress reports: 8 MiB. */
const PAGES = 2000;

/**
 * Copies a snapshot of a database that may be in use, durably, replacing the target. Throws StoreUnusable for a file that is
 * not a database of this program.
 */
export async function copyDatabase(from: string, to: string, onShare: (done: number) => void): Promise<void> {
  const aside = `${to}.part`;
  await removeIfThere(aside);
  const source = openUnchanged(from, { mode: 'ro' });
  try {
    // A read transaction: otherwise every commit of another process would restart the copy.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    const progress = ({ totalPages, remainingPages }: { totalPages: number; remainingPages: number }): void =>
      onShare(totalPages === 0 ? 1 : 1 - remainingPages / totalPages);
    await backup(source, aside, { rate: PAGES, progress });
  } finally {
    source.close();
  }
  await syncFile(aside);
  await rename(aside, to);
  await syncFolder(dirname(to));
}

/** The documents of a database file that is not written. Creates no other file. */
export class DatabaseCopy {
  readonly #database: DatabaseSync;
  readonly #connection: Connection;

  /** Throws StoreUnusable, or BackupRefused if pages are damaged. */
  constructor(path: string) {
    this.#database = openUnchanged(path, { mode: 'ro', immutable: '1' });
    this.#connection = new Connection(this.#database);
    const said = this.#connection.sql('PRAGMA quick_check(1)').row()?.quick_check;
    if (said === 'ok') return;
    this.close();
    throw new BackupRefused(`${join(basename(dirname(path)), basename(path))} is damaged: ${String(said)}.`);
  }

  *documents(collection: string): Generator<StoredDocument> {
    const rows = this.#connection.sql(`SELECT ${COLUMNS} FROM documents AS d WHERE collection = ?1`).each(collection);
    for (const row of rows) yield documentOf(row);
  }

  close(): void {
    this.#connection.close();
  }
}

/** SHA-256 of a file, in hexadecimal digits. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  const pieces: AsyncIterable<Uint8Array> = createReadStream(path);
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}

function openUnchanged(path: string, parameters: Readonly<Record<string, string>>): DatabaseSync {
  refuseOrphanedLog(path);
  const address = pathToFileURL(path);
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(address, { readOnly: true });
    refuseStrangers(new Connection(database), path);
    return database;
  } catch (error) {
    database?.close();
    throw asUnusable(error, path) ?? error;
  }
}
