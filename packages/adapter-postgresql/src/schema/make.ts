import { SCHEMA } from '../connection/options.ts';
import type { Session } from '../connection/session.ts';
import { FUNCTIONS, TYPES } from './functions.ts';
import { SCHEMA_NUMBER, TABLE_NAMES, TABLES } from './tables.ts';

/** Any number, the same for all processes: of several that start at once, one makes the tables. */
const LOCK = 7_230_513;

const DEFINITIONS = FUNCTIONS.map(({ definition }) => definition).join('');

const LAYOUT = `SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = '${SCHEMA}' AND c.relname = 'layout'`;

/** The number of the layout; undefined for a database without our tables. */
export async function layoutOf(session: Session): Promise<number | undefined> {
  // Read from the tables of the catalogue: a look-up by name may be answered from a cache that is older than a lock.
  const [found] = await session.run({ text: LAYOUT });
  if (found === undefined) return undefined;
  const [row] = await session.run({ text: `SELECT max(number) AS number FROM ${SCHEMA}.layout` });
  return Number(row?.number ?? 0);
}

/** Makes schema, tables and functions, all or nothing. */
export async function makeSchema(session: Session): Promise<void> {
  await session.run({ text: 'BEGIN' });
  await session.run({ text: `SELECT pg_advisory_xact_lock(${LOCK})` });
  // Another process may have been first.
  if ((await layoutOf(session)) === undefined) {
    await session.run({ text: `CREATE SCHEMA IF NOT EXISTS ${SCHEMA}` });
    await session.run({ text: [TABLES, TYPES, DEFINITIONS].join('') });
  }
  await session.run({ text: 'COMMIT' });
}

/** Functions that this user may replace. */
const REPLACEABLE = `SELECT p.proname AS name, p.prosrc AS body FROM pg_catalog.pg_proc AS p
  JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace
  WHERE n.nspname = '${SCHEMA}' AND pg_has_role(p.proowner, 'USAGE') AND has_schema_privilege(n.oid, 'CREATE')`;

/** Replaces functions of another release, all or nothing. Those that this user may not replace stay. */
export async function renewFunctions(session: Session): Promise<void> {
  const stored = new Map((await session.run({ text: REPLACEABLE })).map(({ name, body }) => [name, body]));
  if (!FUNCTIONS.some(({ name, body }) => stored.has(name) && stored.get(name) !== body)) return;
  // Statements that are sent together are one transaction.
  await session.run({ text: `SELECT pg_advisory_xact_lock(${LOCK}); ${DEFINITIONS}` });
}

export const isNewer = (layout: number): boolean => layout > SCHEMA_NUMBER;

/** Whether the user may read and write every table, and call the functions. */
export async function hasRights(session: Session): Promise<boolean> {
  const [row] = await session.run(
    {
      text: `SELECT has_schema_privilege('${SCHEMA}', 'USAGE')
        AND bool_and(has_table_privilege('${SCHEMA}.' || name, 'SELECT')
          AND has_table_privilege('${SCHEMA}.' || name, 'INSERT')
          AND has_table_privilege('${SCHEMA}.' || name, 'UPDATE')
          AND has_table_privilege('${SCHEMA}.' || name, 'DELETE'))
        AND has_sequence_privilege('${SCHEMA}.places', 'USAGE') AS fits
        FROM unnest($1::text[]) AS name`,
    },
    [[...TABLE_NAMES]],
  );
  return row?.fits === true;
}
