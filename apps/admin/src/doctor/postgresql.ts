import { type Finding, fail, ok, warn } from '@strongroom/settings';
import type { PostgresqlSeen, PostgresqlSettings } from '../service/stores.ts';

/** Checks whether a service could keep its documents there. */
export async function checkPostgresql(
  settings: PostgresqlSettings | 'unnamed',
  inspect: (settings: PostgresqlSettings) => Promise<PostgresqlSeen>,
): Promise<readonly Finding[]> {
  if (settings === 'unnamed')
    return [fail('database', 'STRONGROOM_POSTGRESQL_URL is missing', 'name the database that the service uses')];
  const seen = await inspect(settings);
  if (seen.state === 'unfit')
    return [fail('database', seen.reason, 'correct STRONGROOM_POSTGRESQL_URL, or mend the server')];
  return [
    ok('database', `PostgreSQL ${seen.version}, database ${seen.database}`),
    seen.hasTables ? ok('tables', 'there') : warn('tables', 'none yet', 'start the service, it makes them'),
    seen.isReplicated
      ? ok('standby', 'a commit waits for one')
      : warn(
          'standby',
          'none confirms commits, so losing the disk of this server loses all since the last backup',
          'set synchronous_standby_names',
        ),
  ];
}
