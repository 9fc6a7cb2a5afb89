import { PostgresqlUnusable } from '../connection/postgresql-unusable.js';
                                                        

/** The oldest version that is tested. */
const MIN_VERSION = 15;

                               
                  
                                              
                        
   

const SETTINGS = `SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number,
  current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS full_page_writes, current_setting('synchronous_standby_names') AS standbys`;

export const tooOld = (version         )                     =>
  new PostgresqlUnusable(
    'too-old',
    `PostgreSQL${version === undefined ? '' : ` ${version}`} is too old; Strongroom needs ${MIN_VERSION} or newer`,
  );

/** Throws PostgresqlUnusable if the server cannot keep the promises of a document store; the message says what to do. */
export async function examineServer(session         )                  {
  const [row = {}] = await session.run({ text: SETTINGS });
  const version = String(row.version).split(' ', 1)[0] ?? '';
  if (Number(row.number) < MIN_VERSION * 10_000) throw tooOld(version);
  if (row.encoding !== 'UTF8')
    throw new PostgresqlUnusable(
      'encoding',
      'the database has an encoding other than UTF8; make one with createdb --encoding UTF8 --template template0',
    );
  const unsafe = row.fsync === 'on' ? 'full_page_writes' : 'fsync';
  if (row[unsafe] !== 'on')
    throw new PostgresqlUnusable(
      'not-durable',
      `${unsafe} is off in this PostgreSQL, so a crash would lose confirmed changes; switch it on`,
    );
  return { version, isReplicated: row.standbys !== '' };
}
