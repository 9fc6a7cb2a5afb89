import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { PostgresqlUnusable } from './postgresql-unusable.ts';

export type PostgresqlAddress = Readonly<{
  /** `postgresql://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?sslmode=…`; may hold a password. */
  url: string;
  /**
   * The present addresses, asked for each new connection. Only their logins are used: the first, and after it the next where the
   * server refuses one.
   */
  logins?: (() => readonly string[]) | undefined;
}>;

export type Login = Readonly<{ user: string; password: string | undefined }>;

export type Host = Readonly<{ host: string; port: number }>;

/** The parts of an address. */
export type DatabasePlace = Readonly<{
  hosts: readonly [Host, ...Host[]];
  /** The logins to try, in this order, as they are now. */
  logins: () => readonly Login[];
  database: string;
  /** `false` for a connection that is not encrypted. */
  ssl: false | ConnectionOptions;
}>;

const FORM = /^postgres(?:ql)?:\/\/([^\s/?#@]+)@([^\s/?#@]*)\/([^\s/?#]+)(?:\?([^\s#]*))?$/;
const HOST = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?$/;
const LOOPBACK = /^(localhost|127(\.[0-9]{1,3}){3}|::1|\/.*)$/;
const DEFAULT_PORT = 5432;

const refused = (sentence: string): PostgresqlUnusable => new PostgresqlUnusable('address', sentence);

/** Throws PostgresqlUnusable, whose message repeats no part of the address: it may hold a password. */
export function databasePlaceOf({ url, logins }: PostgresqlAddress): DatabasePlace {
  const [, login = '', hostList = '', name = '', query = ''] = FORM.exec(url) ?? [];
  if (login === '')
    throw refused(
      'the address of PostgreSQL is not well-formed; it must be postgresql://USER:PASSWORD@HOST:PORT/DATABASE',
    );
  try {
    const given = loginIn(login);
    const options = new URLSearchParams(query);
    const hosts = hostsOf(hostList, options.get('host'));
    refuseUnknown(options);
    return {
      hosts,
      logins: () => logins?.().map((address) => loginIn(FORM.exec(address)?.[1] ?? login)) ?? [given],
      database: decodeURIComponent(name),
      ssl: sslOf(hosts, options),
    };
  } catch (error) {
    if (error instanceof PostgresqlUnusable) throw error;
    throw refused('the address of PostgreSQL is not well-formed; encode "%", "@", ":" and "/" in names and passwords');
  }
}

/** `USER:PASSWORD`. Throws URIError. */
function loginIn(text: string): Login {
  const [user = '', ...password] = text.split(':');
  return {
    user: decodeURIComponent(user),
    password: password.length === 0 ? undefined : decodeURIComponent(password.join(':')),
  };
}

/** A path in `host` is the folder of a Unix socket. */
function hostsOf(list: string, socket: string | null): readonly [Host, ...Host[]] {
  if (socket !== null && list === '' && socket.startsWith('/')) return [{ host: socket, port: DEFAULT_PORT }];
  const [first, ...others] = list.split(',').map((item): Host => {
    const [, host, port] = HOST.exec(item) ?? [];
    if (host === undefined || socket !== null || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535)
      throw refused('the address of PostgreSQL names no hosts such as db-a.example.com:5432,db-b.example.com:5432');
    return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port ?? DEFAULT_PORT) };
  });
  if (first === undefined) throw refused('the address of PostgreSQL names no host');
  return [first, ...others];
}

const KNOWN = new Set(['host', 'sslmode', 'sslrootcert', 'target_session_attrs']);

function refuseUnknown(options: URLSearchParams): void {
  const attributes = options.get('target_session_attrs') ?? 'read-write';
  if ([...options.keys()].some((name) => !KNOWN.has(name)))
    throw refused(`the address of PostgreSQL has a parameter other than ${[...KNOWN].join(', ')}`);
  if (!['read-write', 'primary'].includes(attributes))
    throw refused('target_session_attrs in the address of PostgreSQL must be read-write: a standby cannot serve');
}

/** Encrypted, with a checked certificate, unless the server is on this machine or the operator says otherwise. */
function sslOf(hosts: readonly Host[], options: URLSearchParams): DatabasePlace['ssl'] {
  const isLocal = hosts.every(({ host }) => LOOPBACK.test(host));
  const mode = options.get('sslmode') ?? (isLocal ? 'disable' : 'verify-full');
  const file = options.get('sslrootcert');
  if (mode === 'disable') return false;
  if (mode !== 'verify-full')
    throw refused(
      'sslmode in the address of PostgreSQL must be verify-full, or disable for an unencrypted connection; other modes accept any server',
    );
  if (file === null) return {};
  try {
    return { ca: readFileSync(file, 'utf8') };
  } catch {
    throw refused('sslrootcert in the address of PostgreSQL names a file that cannot be read');
  }
}
