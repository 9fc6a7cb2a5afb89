import { SCHEMA } from '../connection/options.js';
                                                        
import { FUNCTIONS } from './functions.js';
import { SCHEMA_NUMBER, TABLE_NAMES, TABLES } from './tables.js';

/** Any number, the same for all processes: of several that start at once, one makes the tables. */
const LOCK = 7_230_513;

const LAYOUT = `SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = '${SCHEMA}' AND c.relname = 'layout'`;

/** The number of the layout; undefined for a database without our tables. */
export async function layoutOf(session         )                              {
  // Read from the tables of the catalogue: a look-up by name may be answered from a cache that is older than a lock.
  const [found] = await session.run({ text: LAYOUT });
  if (found === undefined) return undefined;
  const [row] = await session.run({ text: `SELECT max(number) AS number FROM ${SCHEMA}.layout` });
  return Number(row?.number ?? 0);
}

/** Makes schema, tables and functions, all or nothing. */
export async function makeSchema(session         )                {
  await session.run({ text: 'BEGIN' });
  await session.run({ text: `SELECT pg_advisory_xact_lock(${LOCK})` });
  // Another process may have been first.
  if ((await layoutOf(session)) === undefined) {
    await session.run({ text: `CREATE SCHEMA IF NOT EXISTS ${SCHEMA}` });
    await session.run({ text: TABLES + FUNCTIONS });
  }
  await session.run({ text: 'COMMIT' });
}

export const isNewer = (layout        )          => layout > SCHEMA_NUMBER;

/** Whether the user may read and write every table, and call the functions. */
export async function hasRights(session         )                   {
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
