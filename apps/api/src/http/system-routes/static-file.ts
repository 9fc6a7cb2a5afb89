import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip as gzipWithCallback } from 'node:zlib';
import type { Exchange } from '@strongroom/http-kernel';
import { readOnly, type SystemRoute } from './system-route.ts';

const gzip = promisify(gzipWithCallback);

type Source = Readonly<{
  type: string;
  content: () => Promise<Uint8Array>;
  headers: readonly string[];
  /** 200 by default. */
  status?: number;
}>;
type Held = Readonly<{ plain: Uint8Array; packed: Uint8Array; tag: string }>;

/** Serves a file, with a tag by which browsers ask again. Reads it on the first request and keeps it in memory, plain and gzipped. */
export function staticPath(path: string, source: Source): SystemRoute {
  let held: Promise<Held> | undefined;
  return {
    path,
    pattern: path,
    methods: 'GET, HEAD',
    serve: async (exchange) => {
      readOnly(exchange);
      // After a failure the next request reads again.
      held ??= hold(source).catch((error: unknown) => {
        held = undefined;
        throw error;
      });
      send(exchange, source, await held);
    },
  };
}

async function hold({ content }: Source): Promise<Held> {
  const plain = await content();
  // Weak: plain and gzipped bytes share it.
  return { plain, packed: await gzip(plain), tag: `W/"${hash('sha256', plain, 'base64url')}"` };
}

function send(
  { request, response, id, crossOrigin, transport }: Exchange,
  { type, headers, status = 200 }: Source,
  { plain, packed, tag }: Held,
): void {
  const isPacked = acceptsGzip(request.headers['accept-encoding']);
  const bytes = isPacked ? packed : plain;
  if (status === 200 && isKnown(request.headers['if-none-match'], tag)) {
    const known = [
      ...crossOrigin,
      ...transport,
      'X-Request-Id',
      id,
      'ETag',
      tag,
      'Vary',
      'Accept-Encoding',
      ...headers,
    ];
    response.writeHead(304, known);
    response.end();
    return;
  }
  response.writeHead(status, [
    ...crossOrigin,
    ...transport,
    'X-Request-Id',
    id,
    'X-Content-Type-Options',
    'nosniff',
    'Content-Type',
    type,
    'Content-Length',
    `${bytes.byteLength}`,
    'ETag',
    tag,
    'Vary',
    'Accept-Encoding',
    ...(isPacked ? ['Content-Encoding', 'gzip'] : []),
    ...headers,
  ]);
  response.end(bytes);
}

/** RFC 9110 section 13.1.2, with the weak comparison. */
const isKnown = (asked: string | undefined, tag: string): boolean =>
  asked?.split(',').some((part) => part.trim() === tag || part.trim() === '*') ?? false;

/** Whether gzip is acceptable: `gzip` outweighs `*`, and a weight of 0 refuses (RFC 9110 section 12.5.3). */
function acceptsGzip(accepted = ''): boolean {
  const weights = new Map(
    accepted.split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight)] as const;
    }),
  );
  return (weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0) > 0;
}
