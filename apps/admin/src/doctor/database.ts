import { access, constants } from 'node:fs/promises';
import { formatBytes } from '@strongroom/command-line';
import { type Finding, fail, ok, quoteForShell, warn } from '@strongroom/settings';
import type { DatabaseSeen } from '../service/stores.ts';

/**
 * SQLite truncates the log to this size after a burst. A larger log grows because something prevents its checkpoints.
 */
const USUAL_LOG = 64 * 1024 * 1024;
const RESTORE = 'stop the service, move the file away together with its -wal and -shm, and restore a backup';

/** Findings about opening, integrity, schema and log; stops at the first failure. */
export async function checkDatabase(path: string, seen: DatabaseSeen): Promise<readonly Finding[]> {
  switch (seen.state) {
    case 'missing':
      return [
        warn(
          'database',
          `${path} is not there`,
          'if a service ran here, restore a backup; else its first start makes it',
        ),
      ];
    case 'orphaned-log':
      return [
        fail(
          'log',
          `${path}-wal is there and its database is not`,
          'bring back the database that belongs to it, or move the log away; never start without one of both',
        ),
      ];
    case 'unread-log':
      return [
        warn(
          'log',
          `${path}-wal holds changes that are not in the database yet, as in a copy of a running one; nothing of it was looked at`,
          'start the service once, which works it off, and ask again',
        ),
      ];
    case 'unreadable':
      return [fail('database', `${path} cannot be read: ${seen.reason}`, RESTORE)];
    case 'foreign':
      return [fail('database', `${path} is a database of another program`, 'name another data folder with --data-dir')];
    case 'opened':
      return [await openedFinding(path), integrityFinding(path, seen), schemaFinding(seen), logFinding(path, seen)];
    default:
      return seen satisfies never;
  }
}

type Opened = Extract<DatabaseSeen, { state: 'opened' }>;

async function openedFinding(path: string): Promise<Finding> {
  try {
    await access(path, constants.R_OK | constants.W_OK);
    return ok('database', `${path} opens`);
  } catch {
    return fail(
      'database',
      `${path} cannot be written to`,
      `as the user of the service: chmod 600 ${quoteForShell(path)}`,
    );
  }
}

const integrityFinding = (path: string, { damage }: Opened): Finding =>
  damage.length === 0
    ? ok('integrity', 'quick_check finds no damage')
    : fail('integrity', `${path} is damaged: ${damage.join('; ').replaceAll(/\s+/g, ' ')}`, RESTORE);

function schemaFinding({ schema, knownSchema }: Opened): Finding {
  if (schema === knownSchema) return ok('schema', `number ${schema}`);
  if (schema > 0 && schema < knownSchema)
    return ok('schema', `number ${schema}; the next start raises it to ${knownSchema}`);
  return schema > knownSchema
    ? fail(
        'schema',
        `number ${schema}, and this program knows up to ${knownSchema}`,
        'use the newer program that wrote it',
      )
    : fail('schema', `number ${schema}, which never was`, RESTORE);
}

const logFinding = (path: string, { logBytes }: Opened): Finding =>
  logBytes <= USUAL_LOG
    ? ok('log', logBytes === 0 ? 'empty' : `${formatBytes(logBytes)}, in use or worked off at the next start`)
    : warn(
        'log',
        `${path}-wal has ${formatBytes(logBytes)} and is not being worked off`,
        'end what keeps the database open, or restart the service; never delete the log',
      );
