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

/** The operations that take the key of a client where it wants a grant, by the document of the service. */
type LeadingToKey = {
  [Name in OperationName]: Operations[Name]['takes'][number] extends infer Taken ? Grantable<Taken, Name> : never;
}[OperationName];
type Grantable<Taken, Name> = Taken extends { client_jkt?: string | undefined }
  ? 'client_jkt' extends keyof Taken
    ? object extends Pick<Taken, 'client_jkt'>
      ? Name
      : never
    : never
  : never;

/** A link is opened with the key that it holds. The compiler holds that no other operation is missing, and none too many. */
const LEADING_TO_KEYS: Readonly<Record<Exclude<LeadingToKey, 'POST /shares/by-token/{token}/download'>, true>> = {
  'POST /rooms/{room_id}/files/upload-url': true,
  'POST /rooms/{room_id}/files/upload-urls': true,
  'GET /files/{file_id}/download-url': true,
  'POST /files/bulk-download-urls': true,
  'POST /files/{file_id}/key-grant': true,
  'POST /rooms/{id}/upload-requests': true,
  'GET /rooms/{id}/inbox/{item_id}/download-url': true,
};

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
    leadsToKey: operation in LEADING_TO_KEYS,
    ...(sort === 'body' ? { body: unsafeAs(given) } : { query: unsafeAs(given) }),
    options: unsafeAs<CallOptions>(options),
  };
}
