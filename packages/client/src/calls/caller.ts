import { type FieldProblem, StrongroomError } from '../base/error.ts';
import { type ListMeta, type Operations, TAKES } from '../generated/operations.ts';
import { isEnvelope, unsafeAs } from '../http/answer.ts';
import type { CallOptions, Http, HttpCall } from '../http/http.ts';
import { readLines } from '../http/lines.ts';
import { Listing } from '../http/listing.ts';

export type OperationName = keyof Operations;
type Named<Shape> = { [K in OperationName]: Operations[K]['shape'] extends Shape ? K : never }[OperationName];
type Args<K extends OperationName> = [...takes: Operations[K]['takes'], options?: CallOptions];
type Gives<K extends OperationName> = Operations[K]['gives'];

/** The outcome for one item of many. */
export type Result<T> = Readonly<
  | { index: number; status: number; data: T; error?: undefined }
  | {
      index: number;
      status: number;
      data?: undefined;
      error: Readonly<{ code: string; message: string; status: number; details?: readonly FieldProblem[] }>;
    }
>;

/** Makes a function of an operation. It takes the path parameters, then the body or query, then options. */
export interface Caller {
  one: <K extends Named<'one' | 'document'>>(operation: K) => (...args: Args<K>) => Promise<Gives<K>>;
  results: <K extends Named<'results'>>(operation: K) => (...args: Args<K>) => Promise<readonly Result<Gives<K>>[]>;
  list: <K extends Named<'list'>>(operation: K) => (...args: Args<K>) => Listing<Gives<K>>;
  /** Data and meta of an answer that has both in a form of its own. */
  whole: (
    operation: OperationName,
  ) => (...args: readonly unknown[]) => Promise<Readonly<{ data: unknown; meta: unknown }>>;
  /** The answer as soon as its headers arrive. */
  response: <K extends Named<'media'>>(operation: K) => (...args: Args<K>) => Promise<Response>;
  lines: <K extends Named<'lines'>>(operation: K) => (...args: Args<K>) => AsyncIterable<Gives<K>>;
}

export const callerOf = (http: Http): Caller => ({
  one:
    (operation) =>
    async (...args) =>
      unsafeAs(dataOf(await http.ask(...requestOf(operation, args)))),
  results:
    (operation) =>
    async (...args) =>
      unsafeAs(dataOf(await http.ask(...requestOf(operation, args)))),
  list:
    (operation) =>
    (...args) => {
      const [asked, options] = requestOf(operation, args);
      return new Listing(async (cursor) => {
        const query = cursor === undefined ? asked.query : { ...asked.query, page: undefined, cursor };
        const answer = await http.ask({ ...asked, query }, options);
        if (!isEnvelope(answer) || answer.meta === undefined) throw new StrongroomError('UNEXPECTED_ANSWER');
        return { data: unsafeAs(answer.data), meta: unsafeAs<ListMeta>(answer.meta) };
      });
    },
  whole:
    (operation) =>
    async (...args) => {
      const answer = await http.ask(...requestOf(operation, args));
      if (!isEnvelope(answer)) throw new StrongroomError('UNEXPECTED_ANSWER');
      return { data: answer.data, meta: answer.meta };
    },
  response:
    (operation) =>
    (...args) =>
      http.open(...requestOf(operation, args)),
  lines: (operation) =>
    async function* (...args) {
      const [asked, options] = requestOf(operation, args);
      yield* readLines(await http.open(asked, options), options.signal);
    },
});

/** The data of an answer. Only the OpenAPI document has no envelope. */
const dataOf = (answer: unknown): unknown => (isEnvelope(answer) ? answer.data : answer);

/** Confirming the same values again changes nothing, and a download is asked for again instead of repeated. */
const REPEATABLE: ReadonlySet<OperationName> = new Set([
  'POST /rooms/{room_id}/files/bulk-confirm',
  'POST /files/bulk-download-urls',
]);

function requestOf(operation: OperationName, args: readonly unknown[]): readonly [HttpCall, CallOptions] {
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
  return [
    {
      method,
      path,
      isRepeatable: REPEATABLE.has(operation),
      ...(sort === 'body' ? { body: given } : { query: unsafeAs(given) }),
    },
    unsafeAs<CallOptions>(options),
  ];
}
