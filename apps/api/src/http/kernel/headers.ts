import type { Standing } from '@strongroom/ports';

type Named = Readonly<{
  id: string;
  counted: boolean;
  standing: Standing | undefined;
  crossOrigin: readonly string[];
  deprecation?: readonly string[] | undefined;
}>;

/** The headers that every answer carries, as name and value in turn (interface section 1). */
export function generalHeaders(exchange: Named): string[] {
  const headers = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff', 'X-Request-Id', exchange.id];
  const { standing } = exchange;
  if (exchange.counted && standing !== undefined)
    headers.push(
      'X-RateLimit-Limit',
      `${standing.limit}`,
      'X-RateLimit-Remaining',
      `${standing.remaining}`,
      'X-RateLimit-Reset',
      `${Math.ceil(standing.resetAt / 1000)}`,
    );
  if (exchange.deprecation !== undefined) headers.push(...exchange.deprecation);
  if (exchange.crossOrigin.length > 0) headers.push(...exchange.crossOrigin);
  return headers;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
