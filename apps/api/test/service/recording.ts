import type { NewEvent } from '@strongroom/domain';
import type { Change, DocumentStore, Page, Ref, Selection } from '@strongroom/ports';
import type { TestPorts } from '../support/service-in-memory.ts';

/** The calls of the ports, one line each: names and numbers, no ids. */
export type Recorder = Readonly<{
  wrap: (ports: TestPorts) => TestPorts;
  /** The lines since this was asked for last. */
  take: () => readonly string[];
}>;

export function recorder(): Recorder {
  let lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  return {
    wrap: (ports) => ({
      ...ports,
      documents: withAudit(watched(ports.documents, 'documents', note), watched(ports.documents.audit, 'audit', note)),
      blobs: watched(ports.blobs, 'blobs', note),
      keys: watched(ports.keys, 'keys', note),
      mailer: watched(ports.mailer, 'mailer', note),
      limiter: watched(ports.limiter, 'limiter', note),
      passwords: watched(ports.passwords, 'passwords', note),
      secrets: watched(ports.secrets, 'secrets', note),
    }),
    take: () => {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
}

/** A store whose log is watched too. */
const withAudit = (documents: DocumentStore, audit: DocumentStore['audit']): DocumentStore =>
  new Proxy(documents, {
    get: (target, property) => (property === 'audit' ? audit : Reflect.get(target, property, target)),
  });

/** The port itself, telling of each call before it is made. */
function watched<P extends object>(port: P, name: string, note: (line: string) => void): P {
  return new Proxy(port, {
    get: (target, property) => {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== 'function') return value;
      return (...given: readonly unknown[]): unknown => {
        note(`${name}.${String(property)}${name === 'documents' ? sizes(String(property), given) : bucketIn(given)}`);
        return Reflect.apply(value, target, given);
      };
    },
  });
}

/** The kind of a bucket of limits: what its name begins with. */
const bucketIn = ([bucket]: readonly unknown[]): string =>
  typeof bucket === 'string' && bucket.startsWith('reads:') ? ' reads' : '';

function sizes(method: string, given: readonly unknown[]): string {
  if (method === 'read') return ` ${(given as Parameters<DocumentStore['read']>)[0].map(nameOfRef).join(' ')}`;
  if (method === 'commit') {
    const [changes, events = []] = given as Parameters<DocumentStore['commit']>;
    return ` ${[...changes.map(nameOfChange), ...events.map(nameOfEvent)].join(' ')}`;
  }
  if (method !== 'list' && method !== 'count') return '';
  const [collection, { anyOf }, page] = given as readonly [string, Selection, Page | undefined];
  return ` ${collection} of ${anyOf.length} keys${page === undefined ? '' : `, ${page.limit} at most`}`;
}

const nameOfRef = (ref: Ref): string => `${ref.collection}${'id' in ref ? '' : '#'}`;

/** The terms of an event depend on these properties. */
const nameOfEvent = ({ actor, target, data }: NewEvent): string =>
  `+event(${actor.type}, ${target.roomId === null ? 'no room' : 'a room'}, ${Object.keys(data).length} data)`;

function nameOfChange(change: Change): string {
  if ('expect' in change) return `?${change.collection}`;
  if ('remove' in change) return `-${change.collection}`;
  const { keys, uniqueKeys } = 'insert' in change ? change.insert : change.replace;
  return `${'insert' in change ? '+' : '='}${change.collection}(${keys.length} keys, ${uniqueKeys.length} unique)`;
}
