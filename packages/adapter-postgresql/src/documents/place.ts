import type { StorePlace } from '@strongroom/ports';
import { CODES, codeOf } from '../connection/errors.ts';
import type { Sessions } from '../connection/sessions.ts';

/** `pg_restore` makes the tables again, with other numbers, also in the database that they were dumped from. */
const OBJECTS = `SELECT oid::text AS database, 'documents'::regclass::oid::text AS table
  FROM pg_database WHERE datname = current_database()`;

/**
 * The identifier is that of the cluster and of its base backups. The timeline is read from the name of the log file: the
 * control file shows a new one only after the next checkpoint.
 */
const CLUSTER = `SELECT system_identifier::text AS cluster,
  substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS timeline FROM pg_control_system()`;

/** The place of the tables. A server whose operator hides the cluster shows database and table only. */
export async function storePlaceOf(sessions: Sessions): Promise<StorePlace> {
  const [objects = {}] = await sessions.run({ text: OBJECTS });
  const [cluster = {}] = await sessions.run({ text: CLUSTER }).catch((error: unknown) => {
    if (codeOf(error) === CODES.insufficientPrivilege) return [];
    throw error;
  });
  const parts = { database: textOf(objects.database), table: textOf(objects.table) };
  if (cluster.cluster === undefined) return { parts, isRestored: false };
  const timeline = textOf(cluster.timeline);
  return { parts: { ...parts, cluster: textOf(cluster.cluster) }, timeline, isRestored: false };
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('the server answers no text for its identity');
}
