import { readFileSync } from 'node:fs';
                                                  
import { PostgresqlUnusable } from './postgresql-unusable.js';

                                          
                                                                                                  
              
     
                                                                                                                                 
                        
     
                                                 
   

                                                                             

                                                            

/** The parts of an address. */
                                      
                                    
                                                           
                                 
                   
                                                        
                                 
   

const FORM = /^postgres(?:ql)?:\/\/([^\s/?#@]+)@([^\s/?#@]*)\/([^\s/?#]+)(?:\?([^\s#]*))?$/;
const HOST = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?$/;
const LOOPBACK = /^(localhost|127(\.[0-9]{1,3}){3}|::1|\/.*)$/;
const DEFAULT_PORT = 5432;

const refused = (sentence        )                     => new PostgresqlUnusable('address', sentence);

/** Throws PostgresqlUnusable, whose message repeats no part of the address: it may hold a password. */
export function placeOf({ url, logins }                   )                {
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
function loginIn(text        )        {
  const [user = '', ...password] = text.split(':');
  return {
    user: decodeURIComponent(user),
    password: password.length === 0 ? undefined : decodeURIComponent(password.join(':')),
  };
}

/** A path in `host` is the folder of a Unix socket. */
function hostsOf(list        , socket               )                             {
  if (socket !== null && list === '' && socket.startsWith('/')) return [{ host: socket, port: DEFAULT_PORT }];
  const [first, ...others] = list.split(',').map((item)       => {
    const [, host, port] = HOST.exec(item) ?? [];
    if (host === undefined || socket !== null || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535)
      throw refused('the address of PostgreSQL names no hosts such as db-a.example.com:5432,db-b.example.com:5432');
    return { host: host.replaceAll(/[[\]]/g, ''), port: Number(port ?? DEFAULT_PORT) };
  });
  if (first === undefined) throw refused('the address of PostgreSQL names no host');
  return [first, ...others];
}

const KNOWN = new Set(['host', 'sslmode', 'sslrootcert', 'target_session_attrs']);

function refuseUnknown(options                 )       {
  const attributes = options.get('target_session_attrs') ?? 'read-write';
  if ([...options.keys()].some((name) => !KNOWN.has(name)))
    throw refused(`the address of PostgreSQL has a parameter other than ${[...KNOWN].join(', ')}`);
  if (!['read-write', 'primary'].includes(attributes))
    throw refused('target_session_attrs in the address of PostgreSQL must be read-write: a standby cannot serve');
}

/** Encrypted, with a checked certificate, unless the server is on this machine or the operator says otherwise. */
function sslOf(hosts                 , options                 )                       {
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
