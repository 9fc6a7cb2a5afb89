import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { missing, Refused, type StandInBucket } from './bucket.ts';
import { judgeSignature, type Keys, parseQuery } from './signature.ts';

export type XmlWorld = Readonly<{
  bucket: StandInBucket;
  keys: Keys;
  /** Seconds since 1970. */
  now: () => number;
  /**
   * Whether the size range also counts in the query. Google documents it as a header only; its effect in the query
   * could not be tested.
   */
  rangeInQuery: boolean;
  /** Receives the number of bytes of a body that have arrived. */
  arrived: (count: number) => void;
}>;

const DAY = 86_400;

const STATUS = {
  AccessDenied: 403,
  SignatureDoesNotMatch: 403,
  MalformedSecurityHeader: 400,
  ExpiredToken: 400,
} as const;

/** The part of Google's XML API that signed addresses lead to. Throws Refused, also for unsigned requests. */
export async function answerXml(request: IncomingMessage, response: ServerResponse, world: XmlWorld): Promise<void> {
  const { method = '', url: target = '' } = request;
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const verdicts = judgeAlso(method, target, headers, world);
  if (!verdicts.includes('accepted')) {
    const [verdict = 'AccessDenied'] = verdicts;
    throw new Refused(verdict === 'accepted' ? 403 : STATUS[verdict], verdict, 'Access denied.');
  }
  const [path = ''] = target.split('?', 1);
  const query = parseQuery(target.slice(path.length + 1)) ?? new Map<string, string>();
  const [, bucket, encoded = ''] = /^\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (bucket !== world.bucket.name) throw new Refused(404, 'NoSuchBucket', 'The specified bucket does not exist.');
  const name = decodeURIComponent(encoded);
  const condition = { match: headers['x-goog-if-generation-match'] };
  if (method === 'PUT') {
    const begun = world.now();
    const bytes = await received(request, rangeOf(headers, query, world), world);
    // Google documents no limit; the service relies on one day at most.
    if (world.now() - begun > DAY) throw new Refused(408, 'RequestTimeout', 'The body took longer than a day.');
    const signedHash = headers['x-goog-content-sha256'];
    if (signedHash !== undefined && signedHash !== createHash('sha256').update(bytes).digest('hex'))
      throw new Refused(400, 'ContentSHA256Mismatch', 'The body is another.');
    const { generation } = world.bucket.put(
      name,
      { bytes, contentType: headers['content-type'] ?? '', more: {} },
      condition,
    );
    response.writeHead(200, { 'x-goog-generation': generation, etag: `"${generation}"` }).end();
  } else if (method === 'DELETE') {
    world.bucket.remove(name, query.get('generation'), condition);
    response.writeHead(204).end();
  } else send(response, method, name, query, headers, world);
}

/** A URL signed for GET also serves HEAD. */
function judgeAlso(method: string, target: string, headers: Readonly<Record<string, string>>, { keys, now }: XmlWorld) {
  const methods = method === 'HEAD' ? ['HEAD', 'GET'] : [method];
  return methods.map((one) => judgeSignature({ method: one, target, headers }, keys, now()));
}

function send(
  response: ServerResponse,
  method: string,
  name: string,
  query: ReadonlyMap<string, string>,
  headers: Readonly<Record<string, string>>,
  { bucket }: XmlWorld,
): void {
  const held = bucket.find(name, query.get('generation'));
  if (held === undefined) throw missing(name);
  bucket.require(name, { match: headers['x-goog-if-generation-match'] });
  const size = held.bytes.length;
  const [, first = 0, last = size - 1] = (/^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []).map((text) =>
    text === '' ? undefined : Number(text),
  );
  const isPart = headers.range !== undefined;
  if (isPart && first >= size) throw new Refused(416, 'InvalidRange', 'The requested range cannot be satisfied.');
  const part = isPart ? held.bytes.subarray(first, last + 1) : held.bytes;
  const disposition = held.more.contentDisposition;
  response.writeHead(isPart ? 206 : 200, {
    'content-length': part.length,
    'content-type': held.contentType === '' ? 'application/octet-stream' : held.contentType,
    'x-goog-generation': held.generation,
    ...(typeof disposition === 'string' && { 'content-disposition': disposition }),
    ...(isPart && { 'content-range': `bytes ${first}-${first + part.length - 1}/${size}` }),
  });
  response.end(method === 'HEAD' ? undefined : part);
}

type Range = Readonly<{ least: number; most: number }>;

function rangeOf(
  headers: Readonly<Record<string, string>>,
  query: ReadonlyMap<string, string>,
  { rangeInQuery }: XmlWorld,
): Range {
  const name = 'x-goog-content-length-range';
  const text = headers[name] ?? (rangeInQuery ? query.get(name) : undefined);
  if (text === undefined) return { least: 0, most: Number.POSITIVE_INFINITY };
  const [, least, most] = /^(\d+),(\d+)$/.exec(text) ?? [];
  if (least === undefined || most === undefined) throw new Refused(400, 'InvalidArgument', `${name} is malformed.`);
  return { least: Number(least), most: Number(most) };
}

/** The whole body, if its size is in the range; an interrupted one is dropped. */
async function received(request: IncomingMessage, { least, most }: Range, { arrived }: XmlWorld): Promise<Buffer> {
  const tooLarge = new Refused(400, 'EntityTooLarge', 'Your proposed upload is larger than allowed.');
  if (Number(request.headers['content-length'] ?? 0) > most) throw tooLarge;
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    pieces.push(piece as Buffer);
    size += (piece as Buffer).length;
    if (size > most) throw tooLarge;
    arrived((piece as Buffer).length);
  }
  if (size < least) throw new Refused(400, 'EntityTooSmall', 'Your proposed upload is smaller than allowed.');
  return Buffer.concat(pieces);
}
