import { type Dependency, Unavailable } from '@strongroom/ports';
import { errorForLog, type Outage } from '@strongroom/store-kit';
import type { PostgresqlAddress } from '../connection/address.ts';
import { CallGuard, retryUntilDeadline } from '../connection/call-guard.ts';
import { CODES, codeOf, isInfrastructureError } from '../connection/errors.ts';
import { MAX_CONNECTIONS } from '../connection/options.ts';
import { outageOf } from '../connection/outages.ts';
import { PostgresqlUnusable } from '../connection/postgresql-unusable.ts';
import type { Session } from '../connection/session.ts';
import { Sessions, StandbyError } from '../connection/sessions.ts';
import { hasRights, isNewer, layoutOf, makeSchema, renewFunctions } from '../schema/make.ts';
import { examineServer, tooOld } from './server.ts';

/** The cheapest statement that needs the schema and its rights. */
export const PROBE_STATEMENT = { text: 'SELECT id FROM log' };

export const outagesOf = (sessions: Sessions): Outage => outageOf(sessions, () => sessions.run(PROBE_STATEMENT));

/** The kind of store that opens the database. */
type Kind = Extract<Dependency, keyof typeof MAX_CONNECTIONS>;

/** A crash of the server may lose the last counts of limits, which are not worth waiting for a disk. */
export const sessionsOf = (address: PostgresqlAddress, kind: Kind): Sessions =>
  new Sessions(address, { durability: kind === 'documents' ? 'on' : 'off', most: MAX_CONNECTIONS[kind] });

/** Connects, examines the server, makes missing tables and brings functions up to date. Throws PostgresqlUnusable, with nothing left open. */
export const openDatabase = (address: PostgresqlAddress, kind: Kind): Promise<Sessions> =>
  opened(address, kind, makeSchema, renew);

/** Opens a database that has its tables, and changes nothing. */
export const openTables = (address: PostgresqlAddress, kind: Kind): Promise<Sessions> =>
  opened(address, kind, () => {
    throw new PostgresqlUnusable('no-tables', 'the database has no tables of Strongroom; start the service once');
  });

type Making = (session: Session) => void | Promise<void>;

/** A server that takes no writes keeps the functions of another release, which do the same. */
const renew = (sessions: Sessions): Promise<void> =>
  sessions.use(renewFunctions).catch((error: unknown) => {
    if (!isInfrastructureError(error)) throw error;
  });

async function opened(
  address: PostgresqlAddress,
  kind: Kind,
  make: Making,
  after?: (sessions: Sessions) => Promise<void>,
): Promise<Sessions> {
  const sessions = sessionsOf(address, kind);
  const guard = new CallGuard(kind, outagesOf(sessions));
  try {
    await guard.run((attempt) => retryUntilDeadline(attempt, () => open(sessions, make), isTemporary));
    await after?.(sessions);
    return sessions;
  } catch (error) {
    sessions.close();
    throw error instanceof Unavailable ? unusableReason(error) : error;
  } finally {
    guard.close();
  }
}

const open = (sessions: Sessions, make: Making): Promise<void> =>
  sessions.use(async (session) => {
    await examineServer(session);
    const layout = await layoutOf(session);
    if (layout === undefined) await make(session);
    else if (isNewer(layout)) throw newerVersionError();
    if (!(await hasRights(session))) throw withoutRights();
  }, true);

/** Codes of a wrong password, database or right: a later try fails, too. */
const LASTING = new Set<string | undefined>([CODES.insufficientPrivilege, CODES.unknownDatabase, CODES.unknownSetting]);

const isTemporary = (error: unknown): boolean =>
  isInfrastructureError(error) && !isLogin(error) && tlsFault(error) === undefined && !LASTING.has(codeOf(error));

const isLogin = (error: unknown): boolean =>
  codeOf(error)?.startsWith('28') === true ||
  (error instanceof Error && error.cause instanceof Error && error.cause.message.startsWith('SASL'));

/** Codes of Node for a certificate that is not accepted. */
const CERTIFICATE = /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_CERT_)/;

/** Faults of the encrypted connection that no later try cures. */
function tlsFault(error: unknown): PostgresqlUnusable | undefined {
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
const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

export const newerVersionError = (): PostgresqlUnusable =>
  new PostgresqlUnusable(
    'newer',
    'this database was written by a newer version of Strongroom; start that version, or restore a backup',
  );

export const withoutRights = (): PostgresqlUnusable =>
  new PostgresqlUnusable(
    'rights',
    'this PostgreSQL user lacks a right; make them the owner of the database, or grant them CREATE on it and ' +
      'SELECT, INSERT, UPDATE, DELETE and USAGE in its schema strongroom',
  );

const USUAL = 'PostgreSQL cannot be reached; check that it runs, the host and the port';
const SILENT = 'PostgreSQL does not answer in time; look at its load and its disk, and at the network on the way';

/** Sentences for a database that cannot be reached, by the code behind the error. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ETIMEDOUT: SILENT,
  DEADLINE: SILENT,
  FOREIGN_ANSWER: 'the server at the address does not speak the protocol of PostgreSQL; correct the host and the port',
};

/** Explains the driver's error for a database that cannot be opened. */
export function unusableReason({ cause }: Unavailable): PostgresqlUnusable {
  const code = codeOf(cause);
  if (isLogin(cause))
    return new PostgresqlUnusable(
      'login',
      'PostgreSQL refuses this user; check the name, the password and pg_hba.conf',
    );
  if (code === CODES.unknownDatabase)
    return new PostgresqlUnusable('no-database', 'PostgreSQL has no such database; make it with createdb');
  if (code === CODES.insufficientPrivilege) return withoutRights();
  if (code === CODES.diskFull)
    return new PostgresqlUnusable('full', 'PostgreSQL takes no writes, because its disk is full; give it room');
  if (code === CODES.readOnly)
    return new PostgresqlUnusable(
      'read-only',
      'PostgreSQL takes no writes; set default_transaction_read_only to off for the server, the database and this user, ' +
        'and look whether its operator or provider had a reason to switch it on, as a disk that is nearly full',
    );
  // The settings of a session are those of version 11 and newer.
  if (code === CODES.unknownSetting) return tooOld();
  if (cause instanceof Error && cause.cause instanceof StandbyError)
    return new PostgresqlUnusable(
      'standby',
      'no server of the address is a primary; name the primary, or all servers of which one can become it',
    );
  return tlsFault(cause) ?? new PostgresqlUnusable('unreachable', UNREACHABLE[errorForLog(cause).cause ?? ''] ?? USUAL);
}
