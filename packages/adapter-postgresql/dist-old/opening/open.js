import {                  Unavailable } from '@strongroom/ports';
                                                    
                                                                  
import { CallGuard, retryUntilDeadline } from '../connection/call-guard.js';
import { CODES, codeOf, isInfrastructureError } from '../connection/errors.js';
import { MAX_CONNECTIONS } from '../connection/options.js';
import { outageOf } from '../connection/outages.js';
import { PostgresqlUnusable } from '../connection/postgresql-unusable.js';
                                                        
import { Sessions, StandbyMet } from '../connection/sessions.js';
import { hasRights, isNewer, layoutOf, makeSchema } from '../schema/make.js';
import { examineServer, tooOld } from './server.js';

/** The cheapest statement that needs the schema and its rights. */
export const PROBE = { text: 'SELECT id FROM log' };

export const outagesOf = (sessions          )         => outageOf(sessions, () => sessions.run(PROBE));

/** The kind of store that opens the database. */
                                                              

/** A crash of the server may lose the last counts of limits, which are not worth waiting for a disk. */
export const sessionsOf = (address                   , kind      )           =>
  new Sessions(address, { durability: kind === 'documents' ? 'on' : 'off', most: MAX_CONNECTIONS[kind] });

/** Connects, examines the server and makes missing tables. Throws PostgresqlUnusable, with nothing left open. */
export const openDatabase = (address                   , kind      )                    =>
  opened(address, kind, makeSchema);

/** Opens a database that has its tables, and changes nothing. */
export const openTables = (address                   , kind      )                    =>
  opened(address, kind, () => {
    throw new PostgresqlUnusable('no-tables', 'the database has no tables of Strongroom; start the service once');
  });

                                                         

async function opened(address                   , kind      , make        )                    {
  const sessions = sessionsOf(address, kind);
  const guard = new CallGuard(kind, outagesOf(sessions));
  try {
    await guard.run((attempt) => retryUntilDeadline(attempt, () => open(sessions, make), isTemporary));
    return sessions;
  } catch (error) {
    sessions.close();
    throw error instanceof Unavailable ? reasonOf(error) : error;
  } finally {
    guard.close();
  }
}

const open = (sessions          , make        )                =>
  sessions.use(async (session) => {
    await examineServer(session);
    const layout = await layoutOf(session);
    if (layout === undefined) await make(session);
    else if (isNewer(layout)) throw newer();
    if (!(await hasRights(session))) throw withoutRights();
  }, true);

/** Codes of a wrong password, database or right: a later try fails, too. */
const LASTING = new Set                    ([CODES.insufficientPrivilege, CODES.unknownDatabase, CODES.unknownSetting]);

const isTemporary = (error         )          =>
  isInfrastructureError(error) && !isLogin(error) && tlsFault(error) === undefined && !LASTING.has(codeOf(error));

const isLogin = (error         )          =>
  codeOf(error)?.startsWith('28') === true ||
  (error instanceof Error && error.cause instanceof Error && error.cause.message.startsWith('SASL'));

/** Codes of Node for a certificate that is not accepted. */
const CERTIFICATE = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/;

/** Faults of the encrypted connection that no later try cures. */
function tlsFault(error         )                                 {
  const cause = property(error, 'cause');
  if (CERTIFICATE.test(String(property(cause, 'code'))))
    return new PostgresqlUnusable(
      'certificate',
      'the certificate of PostgreSQL is not trusted, has expired, or is for another name; name the file of its ' +
        'authority in sslrootcert, or correct the host or the certificate',
    );
  if (property(cause, 'message') === 'The server does not support SSL connections')
    return new PostgresqlUnusable(
      'no-tls',
      'PostgreSQL takes no encrypted connections; switch ssl on there, or write sslmode=disable for a network that you trust',
    );
  return undefined;
}

/** Errors of Node may be of another class `Error`, as under a test runner. */
const property = (value         , name        )          =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

export const newer = ()                     =>
  new PostgresqlUnusable(
    'newer',
    'this database was written by a newer version of Strongroom; start that version, or restore a backup',
  );

export const withoutRights = ()                     =>
  new PostgresqlUnusable(
    'rights',
    'this PostgreSQL user lacks a right; make them the owner of the database, or grant them CREATE on it and ' +
      'SELECT, INSERT, UPDATE, DELETE and USAGE in its schema strongroom',
  );

/** Why a database cannot be opened, from the error of the driver. */
export function reasonOf({ cause }             )                     {
  const code = codeOf(cause);
  if (isLogin(cause))
    return new PostgresqlUnusable(
      'login',
      'PostgreSQL refuses this user; check the name, the password and pg_hba.conf',
    );
  if (code === CODES.unknownDatabase)
    return new PostgresqlUnusable('no-database', 'PostgreSQL has no such database; make it with createdb');
  if (code === CODES.insufficientPrivilege) return withoutRights();
  // The settings of a session are those of version 11 and newer.
  if (code === CODES.unknownSetting) return tooOld();
  if (cause instanceof Error && cause.cause instanceof StandbyMet)
    return new PostgresqlUnusable(
      'standby',
      'no server of the address is a primary; name the primary, or all servers of which one can become it',
    );
  const fault = tlsFault(cause);
  if (fault !== undefined) return fault;
  return new PostgresqlUnusable(
    'unreachable',
    'PostgreSQL cannot be reached; check that it runs, the host and the port, then start again',
  );
}
