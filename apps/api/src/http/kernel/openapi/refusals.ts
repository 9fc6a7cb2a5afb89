import type { Json, JsonSchema } from '@strongroom/domain';
import { type AnyCode, statusOf, textOf } from '../errors.ts';
import { generalCodes } from '../general-codes.ts';
import { headersOf } from './common.ts';
import type { Described } from './described.ts';

const ALONG: Readonly<Record<number, string>> = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' };

/** What an operation refuses with: one response a status, with every code it may have and what each says. */
export function refusals(route: Described): JsonSchema {
  const byStatus = new Map<number, AnyCode[]>();
  for (const code of new Set([...generalCodes(route), ...route.errors])) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].toSorted(([a], [b]) => a - b).map(([status, codes]) => [`${status}`, refusal(status, codes)]),
  );
}

function refusal(status: number, codes: readonly AnyCode[]): Json {
  const along = ALONG[status];
  return {
    description: codes.map((code) => `\`${code}\`: ${textOf(code)}`).join('\n\n'),
    headers: headersOf(...(along === undefined ? [] : [along])),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { properties: { error: { properties: { code: { enum: codes }, status: { const: status } } } } },
          ],
        },
      },
    },
  };
}
