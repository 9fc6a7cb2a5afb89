import { type Operations, TAKES } from '../generated/operations.ts';
import { unsafeAs } from '../http/answer.ts';

export type OperationName = keyof Operations;

/** Options of every call. */
export type CallOptions = Readonly<{
  signal?: AbortSignal | undefined;
  /** Identifies a change, so that repeating the request has no second effect. Random by default. */
  idempotencyKey?: string | undefined;
}>;

export type CallRequest = Readonly<{
  method: string;
  /** Path below the base address. */
  path: string;
  query?: Readonly<Record<string, string | number | undefined>> | undefined;
  body?: object | undefined;
  /** A repeated request has no further effect even without an Idempotency-Key, which costs the service a record. */
  isRepeatable: boolean;
  /** Leads to a wrapped key: with a key service it asks for a grant, too. */
  leadsToKey: boolean;
  options: CallOptions;
}>;

/** Confirming the same values again changes nothing, and a download is asked for again instead of repeated. */
const REPEATABLE: ReadonlySet<OperationName> = new Set([
  'POST /rooms/{room_id}/files/bulk-confirm',
  'POST /files/bulk-download-urls',
]);

const LEADING_TO_KEYS: ReadonlySet<OperationName> = new Set([
  'POST /rooms/{room_id}/files/upload-url',
  'POST /rooms/{room_id}/files/upload-urls',
  'GET /files/{file_id}/download-url',
  'POST /files/bulk-download-urls',
  'POST /rooms/{id}/upload-requests',
  'GET /rooms/{id}/inbox/{item_id}/download-url',
]);

/** The request of an operation. Its arguments are the path parameters, then the body or query, then options. */
export function requestOf(operation: OperationName, args: readonly unknown[]): CallRequest {
  const rest = [...args];
  const [method = '', template = ''] = operation.split(' ');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const encoded = encodeURIComponent(unsafeAs<string>(rest.shift()));
    // The rest of a path has several segments.
    return name === 'path' ? encoded.replaceAll('%2F', '/') : encoded;
  });
  const sort = TAKES[operation];
  const given = sort === undefined ? undefined : rest.shift();
  const [options = {}] = rest;
  return {
    method,
    path,
    isRepeatable: REPEATABLE.has(operation),
    leadsToKey: LEADING_TO_KEYS.has(operation),
    ...(sort === 'body' ? { body: unsafeAs(given) } : { query: unsafeAs(given) }),
    options: unsafeAs<CallOptions>(options),
  };
}
