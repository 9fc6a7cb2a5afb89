import { type Generation, missing, Refused, type StandInBucket } from './bucket.ts';
import { shownFields } from './fields.ts';
import { isAuthorized } from './machine.ts';
import type { Keys } from './signature.ts';

type Query = ReadonlyMap<string, string>;
export type JsonRequest = Readonly<{ method: string; path: string; query: Query; authorization: string; body: string }>;
export type JsonAnswer = Readonly<{ status: number; body: unknown }>;

/** Maximum number of bytes that one rewrite call moves; the rest needs another call. */
const REWRITTEN_AT_ONCE = 60_000;

/** The part of Google's JSON API that a blob store needs. Refuses unknown parameters. */
export function answerJson(request: JsonRequest, bucket: StandInBucket, keys: Keys): JsonAnswer {
  if (!isAuthorized(request.authorization, keys)) throw new Refused(401, 'required', 'Anonymous caller.');
  const [, name, rest = ''] = /^\/b\/([^/]+)(\/.*)?$/.exec(request.path) ?? [];
  if (name !== bucket.name) throw new Refused(404, 'notFound', 'The specified bucket does not exist.');
  const object = /^\/o\/([^/]+)$/.exec(rest)?.[1];
  const rewrite = /^\/o\/([^/]+)\/rewriteTo\/b\/([^/]+)\/o\/([^/]+)$/.exec(rest);
  const compose = /^\/o\/([^/]+)\/compose$/.exec(rest)?.[1];
  const body =
    compose !== undefined && request.method === 'POST'
      ? composed(request.query, bucket, decodeURIComponent(compose), request.body)
      : routed(request, bucket, rest, object, rewrite);
  return { status: body === undefined ? 204 : 200, body: body && shownFields(body, request.query.get('fields')) };
}

function routed(
  { method, query, body }: JsonRequest,
  bucket: StandInBucket,
  rest: string,
  object: string | undefined,
  rewrite: RegExpExecArray | null,
): object | undefined {
  if (method === 'GET' && rest === '') return bucketResource(query, bucket);
  if (method === 'GET' && rest === '/o') return listed(query, bucket);
  if (method === 'GET' && object !== undefined) return found(query, bucket, decodeURIComponent(object));
  if (method === 'DELETE' && object !== undefined) {
    only(query, ['generation', 'ifGenerationMatch', 'ifGenerationNotMatch']);
    bucket.remove(decodeURIComponent(object), query.get('generation'), conditionOf(query));
    return undefined;
  }
  if (method !== 'POST' || rewrite?.[2] !== bucket.name) throw new Refused(404, 'notFound', 'Not Found');
  return rewritten(query, bucket, decodeURIComponent(rewrite[1] ?? ''), decodeURIComponent(rewrite[3] ?? ''), body);
}

function bucketResource(query: Query, { name, settings }: StandInBucket): object {
  only(query, ['projection']);
  return { kind: 'storage#bucket', name, location: 'EU', storageClass: 'STANDARD', ...settings };
}

function found(query: Query, bucket: StandInBucket, name: string): object {
  only(query, ['generation', 'ifGenerationMatch', 'ifGenerationNotMatch']);
  const held = bucket.find(name, query.get('generation'));
  if (held === undefined) throw missing(name);
  bucket.require(name, conditionOf(query));
  return resourceOf(held);
}

/** At most three items per page, and an empty last one: Google guarantees neither full nor non-empty pages. */
function listed(query: Query, bucket: StandInBucket): object {
  only(query, ['prefix', 'startOffset', 'endOffset', 'versions', 'maxResults', 'pageToken']);
  const [start, end] = [query.get('startOffset') ?? '', query.get('endOffset')];
  const all = bucket
    .all(query.get('versions') === 'true')
    .filter(
      ({ name }) => name.startsWith(query.get('prefix') ?? '') && name >= start && (end === undefined || name < end),
    );
  const at = Number(query.get('pageToken') ?? 0);
  const items = all.slice(at, at + Math.min(3, Number(query.get('maxResults') ?? 1000)));
  return {
    kind: 'storage#objects',
    items: items.map(resourceOf),
    ...(items.length > 0 && { nextPageToken: String(at + items.length) }),
  };
}

function rewritten(query: Query, bucket: StandInBucket, from: string, to: string, body: string): object {
  only(query, ['ifGenerationMatch', 'ifSourceGenerationMatch', 'sourceGeneration', 'rewriteToken']);
  const source = bucket.find(from, query.get('sourceGeneration'));
  if (source === undefined) throw missing(from);
  const wanted = query.get('ifSourceGenerationMatch');
  if (wanted !== undefined && wanted !== String(source.generation))
    throw new Refused(412, 'conditionNotMet', 'The source generation is another.');
  bucket.require(to, conditionOf(query));
  const token = `${from}#${source.generation}>${to}`;
  if (source.bytes.length > REWRITTEN_AT_ONCE && query.get('rewriteToken') !== token)
    return { kind: 'storage#rewriteResponse', done: false, rewriteToken: token };
  const { contentType, ...more } = body === '' ? source : (JSON.parse(body) as { contentType?: string });
  const made = bucket.put(
    to,
    { bytes: source.bytes, contentType: contentType ?? '', more: body === '' ? source.more : more },
    conditionOf(query),
  );
  return { kind: 'storage#rewriteResponse', done: true, resource: resourceOf(made) };
}

type Composition = Readonly<{
  sourceObjects?: readonly Readonly<{ name: string; generation?: string }>[];
  destination?: Readonly<{ contentType?: string }>;
}>;

/** Google composes at most 32 objects at a time, and refuses all if one is missing. */
function composed(query: Query, bucket: StandInBucket, to: string, body: string): object {
  only(query, ['ifGenerationMatch']);
  const { sourceObjects: sources = [], destination } = JSON.parse(body) as Composition;
  if (sources.length === 0 || sources.length > 32)
    throw new Refused(400, 'invalid', 'The number of source components provided is not between 1 and 32.');
  const parts = sources.map(({ name, generation }) => {
    const held = bucket.find(name, generation);
    if (held === undefined) throw missing(name);
    return held.bytes;
  });
  const content = { bytes: Buffer.concat(parts), contentType: destination?.contentType ?? '', more: {} };
  return resourceOf(bucket.put(to, content, conditionOf(query)));
}

const resourceOf = ({ name, generation, bytes, contentType, more }: Generation): object => ({
  ...more,
  kind: 'storage#object',
  name,
  generation: String(generation),
  metageneration: '1',
  size: String(bytes.length),
  contentType,
});

const conditionOf = (query: Query) => ({
  match: query.get('ifGenerationMatch'),
  notMatch: query.get('ifGenerationNotMatch'),
});

function only(query: Query, names: readonly string[]): void {
  const odd = [...query.keys()].find((name) => ![...names, 'fields', 'prettyPrint', 'alt'].includes(name));
  if (odd !== undefined) throw new Refused(400, 'invalidParameter', `Unknown parameter ${odd}.`);
}
