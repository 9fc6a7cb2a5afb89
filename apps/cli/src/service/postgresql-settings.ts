import type { PostgresqlSettings } from '../command/embedded.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Settings of documents in PostgreSQL; undefined if they are elsewhere. */
export function postgresqlOf({ variable }: Pick<Terminal, 'variable'>): PostgresqlSettings | 'unnamed' | undefined {
  if (variable('STRONGROOM_DOCUMENTS') !== 'postgresql') return undefined;
  const postgresqlUrl = variable('STRONGROOM_POSTGRESQL_URL');
  return postgresqlUrl === undefined ? 'unnamed' : { postgresqlUrl };
}
