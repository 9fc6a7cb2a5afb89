import type { Terminal } from '@strongroom/command-line';
import { ROOM_SERVICE_VARIABLES } from '@strongroom/settings';
import { readSetting } from './setting.ts';
import type { PostgresqlSettings } from './stores.ts';

/** Settings of documents in PostgreSQL; undefined if they are elsewhere. */
export function postgresqlOf(terminal: Pick<Terminal, 'environment'>): PostgresqlSettings | 'unnamed' | undefined {
  if (readSetting(terminal, ROOM_SERVICE_VARIABLES.documents) !== 'postgresql') return undefined;
  const postgresqlUrl = readSetting(terminal, ROOM_SERVICE_VARIABLES.postgresqlUrl);
  return postgresqlUrl === undefined ? 'unnamed' : { postgresqlUrl };
}
