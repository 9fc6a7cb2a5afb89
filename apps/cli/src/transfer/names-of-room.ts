import { pathInFolder } from '@strongroom/client';
import { pathOf } from '../naming/files.ts';
import type { TransferLog } from './transfer-log.ts';
import type { PlannedFile } from './walk.ts';

/** Seconds from the last use of a row to its deletion. */
const RETENTION = 90 * 86_400;

const TABLE = `
  CREATE TABLE IF NOT EXISTS renamed (
    service TEXT NOT NULL, room TEXT NOT NULL, path TEXT NOT NULL, origin TEXT NOT NULL, seen INTEGER NOT NULL,
    PRIMARY KEY (service, room, path)
  ) STRICT, WITHOUT ROWID
`;

type Where = Readonly<{ service: string; room: string }>;

/**
 * Paths in a room of files to which `get` gave other names on this machine. `put` sends such a file back to its path, so that
 * the way there and back makes no second file.
 */
export class NamesOfRoom {
  readonly #log: TransferLog;

  constructor(log: TransferLog) {
    this.#log = log;
    log.run(TABLE);
    log.run('DELETE FROM renamed WHERE seen < ?', now() - RETENTION);
  }

  /** `path`: the absolute path on this machine. `origin`: the path in the room. */
  note({ service, room }: Where, path: string, origin: string): void {
    this.#log.run(
      'INSERT OR REPLACE INTO renamed (service, room, path, origin, seen) VALUES (?, ?, ?, ?, ?)',
      service,
      room,
      path,
      origin,
      now(),
    );
  }

  /** The files by the names that the room has for them, if they return to the folder that they came from. */
  restored({ service, room }: Where, files: readonly PlannedFile[]): readonly PlannedFile[] {
    const taken = new Set(files.map(pathOf));
    return files.map((file) => {
      const select = 'SELECT origin FROM renamed WHERE service = ? AND room = ? AND path = ?';
      const row = this.#log.one(select, service, room, file.path);
      if (row === undefined) return file;
      const origin = String(row.origin).split('/');
      const [name = '', folder] = [origin.at(-1), origin.slice(0, -1)];
      const path = origin.join('/');
      if (taken.has(path) || !isSameFolder(file.folder, folder)) return file;
      taken.add(path);
      this.note({ service, room }, file.path, path);
      return { ...file, folder: folder.join('/'), name };
    });
  }
}

/** Whether a folder is one of the room, by its name there or by the one that `get` gives it. */
function isSameFolder(planned: string, folder: readonly string[]): boolean {
  const names = planned === '' ? [] : planned.split('/');
  return (
    names.length === folder.length &&
    folder.every((name, index) => names[index] === name || names[index] === pathInFolder('', { name }))
  );
}

const now = (): number => Math.floor(Date.now() / 1000);
