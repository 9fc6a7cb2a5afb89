import type { Answer } from '../describe/answers.ts';
import { errorBody, type Refusal, refusalOf } from '../errors/errors.ts';
import type { Exchange } from './exchange.ts';
import { generalHeaders, JSON_TYPE } from './headers.ts';
import { streamTo } from './stream.ts';

/** Sends a text as JSON, with all general headers and its length. */
export function sendJson(exchange: Exchange, status: number, text: string, more: readonly string[] = []): void {
  const { response } = exchange;
  if (response.headersSent || response.destroyed || exchange.outcome.abandoned) return;
  const bytes = Buffer.byteLength(text);
  const headers = generalHeaders(exchange);
  headers.push('Content-Type', JSON_TYPE, 'Content-Length', `${bytes}`, ...more);
  response.writeHead(status, headers);
  // The bytes of ASCII are the same in both encodings, and Node writes Latin-1 faster.
  response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/** Sends bytes with all general headers and their length. */
export function sendBytes({ exchange, status, type, bytes, more }: Sent): void {
  const { response } = exchange;
  if (response.headersSent || response.destroyed || exchange.outcome.abandoned) return;
  const headers = generalHeaders(exchange);
  headers.push('Content-Type', type, 'Content-Length', `${bytes.length}`, ...more);
  response.writeHead(status, headers);
  response.end(bytes);
}

type Sent = Readonly<{ exchange: Exchange; status: number; type: string; bytes: Uint8Array; more: readonly string[] }>;

/** Sends what an operation answered. Returns a promise for an answer in pieces only. */
export function sendAnswer(exchange: Exchange, { content, status, headers: more }: Answer): Promise<void> | undefined {
  if (content.kind === 'json') {
    const { data, meta } = content;
    sendJson(exchange, status, JSON.stringify(meta === undefined ? { data } : { data, meta }), more);
    return undefined;
  }
  if (content.kind === 'document') {
    sendJson(exchange, status, content.text, more);
    return undefined;
  }
  if (content.kind === 'bytes') {
    sendBytes({ exchange, status, type: content.type, bytes: content.bytes, more });
    return undefined;
  }
  const headers = generalHeaders(exchange);
  headers.push('Content-Type', content.type, ...more);
  return streamTo(exchange, status, headers, content.kind === 'lines' ? content.lines : content.pieces);
}

/** Sends the answer to an error, and returns it. */
export function sendError(exchange: Exchange, error: unknown): Refusal {
  const refusal = refusalOf(error);
  sendJson(exchange, refusal.status, JSON.stringify(errorBody(refusal, exchange.id)), refusal.headers);
  return refusal;
}
