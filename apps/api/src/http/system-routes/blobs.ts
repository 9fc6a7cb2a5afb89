import { LONGEST_TRANSFER, MAX_FILE_BYTES } from '@strongroom/domain';
import { type Exchange, generalHeaders, streamTo, TransportError } from '@strongroom/http-kernel';
import { type BlobAddress, type BlobContent, type BlobGateway, BlobRefusal } from '@strongroom/ports';
import type { SystemRoute } from './system-route.ts';
import { uploadBody } from './upload-body.ts';

const PREFIX = '/blobs/';
const METHODS = 'GET, HEAD, PUT';
/** Leaves room for an authentication tag that was not cut off; confirming then reports it. */
const MAX_BODY_BYTES = MAX_FILE_BYTES + 16;

/** Maximum time of a download, as of an upload. An object destroyed meanwhile keeps its disk space until the download ends. */
const MAX_DOWNLOAD_MS = LONGEST_TRANSFER * 1000;

/** Calls back after that many milliseconds, unless the function it returns is called before. */
type SetAlarm = (milliseconds: number, ring: () => void) => () => void;

const systemAlarm: SetAlarm = (milliseconds, ring) => {
  const timer = setTimeout(ring, milliseconds);
  return () => clearTimeout(timer);
};

/** The objects of a store without a server of its own, under signed addresses. */
export const blobPath = (gateway: BlobGateway, setAlarm = systemAlarm): SystemRoute => ({
  path: '/blobs/*key',
  pattern: '/blobs/*',
  methods: METHODS,
  serve: async (exchange) => {
    const { request } = exchange;
    if (request.method === 'PUT') return upload(gateway, exchange);
    if (request.method === 'GET') return download(gateway, exchange, setAlarm);
    if (request.method === 'HEAD') return describe(gateway, exchange);
    if (request.method === 'OPTIONS') throw new TransportError('METHOD_NOT_ALLOWED', { headers: ['Allow', METHODS] });
    // An address is signed for its method.
    throw new BlobRefusal('SIGNATURE_INVALID');
  },
});

const addressOf = ({ path, query }: Exchange): BlobAddress => ({ path: path.slice(PREFIX.length), query });

async function upload(gateway: BlobGateway, exchange: Exchange): Promise<void> {
  const { headers } = exchange.request;
  if (headers['content-range'] !== undefined)
    throw new TransportError('BAD_REQUEST', { message: 'An object is sent whole, not in ranges.' });
  if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new TransportError('PAYLOAD_TOO_LARGE');
  const { etag } = await gateway.put(addressOf(exchange), uploadBody(exchange));
  exchange.response.writeHead(200, [...generalHeaders(exchange), 'ETag', etag, 'Content-Length', '0']).end();
}

async function download(gateway: BlobGateway, exchange: Exchange, setAlarm: SetAlarm): Promise<void> {
  const content = await gateway.get(addressOf(exchange), await rangeOf(gateway, exchange));
  // Cutting the connection closes the object.
  const cancel = setAlarm(MAX_DOWNLOAD_MS, () => exchange.response.destroy());
  try {
    await streamTo(exchange, content.range ? 206 : 200, contentHeaders(exchange, content), content.body);
  } finally {
    cancel();
  }
}

async function describe(gateway: BlobGateway, exchange: Exchange): Promise<void> {
  const content = await gateway.head(addressOf(exchange), await rangeOf(gateway, exchange));
  exchange.response.writeHead(content.range ? 206 : 200, contentHeaders(exchange, content)).end();
}

/** The requested range, unless If-Range names other content (RFC 9110 section 13.1.5). */
async function rangeOf(gateway: BlobGateway, exchange: Exchange): Promise<string | undefined> {
  const { range, 'if-range': only } = exchange.request.headers;
  if (range === undefined || only === undefined) return range;
  const { etag } = await gateway.head(addressOf(exchange), undefined);
  return only === etag ? range : undefined;
}

/** Headers that make browsers save the bytes and never render them. */
function contentHeaders(exchange: Exchange, { etag, size, range }: Omit<BlobContent, 'body'>): string[] {
  const length = range === undefined ? size : range.last - range.first + 1;
  return [
    ...generalHeaders(exchange),
    'Content-Type',
    'application/octet-stream',
    'Content-Disposition',
    'attachment',
    'Content-Security-Policy',
    "default-src 'none'; sandbox",
    'Accept-Ranges',
    'bytes',
    'ETag',
    etag,
    'Content-Length',
    `${length}`,
    ...(range === undefined ? [] : ['Content-Range', `bytes ${range.first}-${range.last}/${size}`]),
  ];
}
