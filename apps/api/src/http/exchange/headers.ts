import type { IncomingMessage } from 'node:http';
import type { Standing } from '@strongroom/ports';

/** Browsers come back by https only, for a year (RFC 6797), so that no host in between can answer with pages of its own. */
const STRICT_TRANSPORT = ['Strict-Transport-Security', 'max-age=31536000'];
const ANY_TRANSPORT: readonly string[] = [];

/** The header of every answer about the transport, by the address under which people reach the service. */
export const transportHeaders = (publicUrl: string | undefined): readonly string[] =>
  publicUrl?.startsWith('https:') === true ? STRICT_TRANSPORT : ANY_TRANSPORT;

type Named = Readonly<{
  id: string;
  counted: boolean;
  crossOrigin: readonly string[];
  transport: readonly string[];
  outcome: Readonly<{ standing: Standing | undefined; deprecation?: readonly string[] }>;
}>;

/** The headers of every answer, as name and value in turn. */
export function generalHeaders(exchange: Named): string[] {
  const headers = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff', 'X-Request-Id', exchange.id];
  const { standing, deprecation } = exchange.outcome;
  if (exchange.counted && standing !== undefined)
    headers.push(
      'X-RateLimit-Limit',
      `${standing.limit}`,
      'X-RateLimit-Remaining',
      `${standing.remaining}`,
      'X-RateLimit-Reset',
      `${Math.ceil(standing.resetAt / 1000)}`,
    );
  if (deprecation !== undefined) headers.push(...deprecation);
  if (exchange.crossOrigin.length > 0) headers.push(...exchange.crossOrigin);
  if (exchange.transport.length > 0) headers.push(...exchange.transport);
  return headers;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Number of times a header was sent. `name` in lower case. */
export function countOf({ rawHeaders }: IncomingMessage, name: string): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const sent = rawHeaders[i];
    if (sent !== undefined && sent.length === name.length && sent.toLowerCase() === name) count++;
  }
  return count;
}
