import type { AdapterPort, Adapters, AuditLog, KeyUnwrapper } from '@strongroom/ports';

/** The type of a member; `optional` is examined elsewhere or not at all. */
type Kind = 'function' | 'number' | 'boolean' | 'string' | 'object' | 'optional';
type Shape<T> = Readonly<Record<keyof T, Kind>>;

/** A port that gets a member does not compile until its row has it. */
const SHAPES: Readonly<{ [P in AdapterPort]: Shape<Adapters[P]> }> = {
  documents: {
    audit: 'object',
    read: 'function',
    evenOut: 'optional',
    list: 'function',
    count: 'function',
    outdated: 'function',
    commit: 'function',
    now: 'optional',
    place: 'optional',
    check: 'function',
    close: 'function',
  },
  limits: { take: 'function', giveBack: 'function', clear: 'function', check: 'function', close: 'function' },
  blobs: {
    signUpload: 'function',
    signDownload: 'function',
    stat: 'function',
    seal: 'function',
    join: 'optional',
    delete: 'function',
    list: 'function',
    check: 'function',
    keptAfterDeletion: 'number',
    uploadsOutlive: 'number',
    signsLocally: 'boolean',
    downloadOrigin: 'optional',
    put: 'optional',
    get: 'optional',
    head: 'optional',
  },
  keys: {
    scope: 'string',
    createKey: 'function',
    wrapNewDataKey: 'function',
    wrapNow: 'optional',
    destroyKey: 'function',
    check: 'function',
  },
  mail: { send: 'function', forget: 'optional', check: 'function' },
};

const AUDIT: Shape<AuditLog> = {
  list: 'function',
  count: 'function',
  holding: 'function',
  seqOf: 'function',
  head: 'function',
  tile: 'function',
  mendTile: 'function',
  examineIndex: 'function',
  mendIndex: 'function',
  entries: 'function',
  erase: 'function',
  texts: 'function',
};

const UNWRAPPER: Shape<KeyUnwrapper> = { scope: 'string', unwrap: 'function', check: 'function', close: 'function' };

const GATEWAY = { put: 'function', get: 'function', head: 'function' } as const;

/** Members that an adapter lacks or has in another type, such as `seal (function)`. */
export function missingMembers(port: AdapterPort, adapter: unknown): readonly string[] {
  if (!isObject(adapter)) return ['an object'];
  const missing = lacks(adapter, SHAPES[port]);
  if (port === 'documents' && isObject(adapter.audit))
    return [...missing, ...lacks(adapter.audit, AUDIT).map((member) => `audit.${member}`)];
  if (port !== 'blobs' || typeof adapter.downloadOrigin === 'string') return missing;
  return [...missing, ...lacks(adapter, GATEWAY).map((member) => `${member} or a downloadOrigin`)];
}

/** Members that an unwrapper of keys lacks. */
export const missingUnwrapperMembers = (unwrapper: unknown): readonly string[] =>
  isObject(unwrapper) ? lacks(unwrapper, UNWRAPPER) : ['an object'];

const lacks = (adapter: Readonly<Record<string, unknown>>, shape: Readonly<Record<string, Kind>>): readonly string[] =>
  Object.entries(shape)
    .filter(([member, kind]) => kind !== 'optional' && (typeof adapter[member] !== kind || adapter[member] === null))
    .map(([member, kind]) => `${member} (${kind})`);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
