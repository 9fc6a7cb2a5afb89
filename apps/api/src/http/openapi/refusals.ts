import type { Json, JsonSchema } from '@strongroom/domain';
import { type AnyCode, statusOf, textOf } from '../errors/errors.ts';
import { generalCodes } from '../serve/general-codes.ts';
import { headersOf } from './common.ts';
import type { Described } from './described.ts';

const ALONG: Readonly<Record<number, string>> = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' };

/** The error responses of a document. Operations share them; their names are their codes. */
export class Refusals {
  readonly #responses = new Map<string, Json>();

  /** A reference to the response with a status and one of these codes. */
  refer(status: number, codes: readonly AnyCode[]): Json {
    const name = codes.join('.');
    if (!this.#responses.has(name)) this.#responses.set(name, refusal(status, codes));
    return { $ref: `#/components/responses/${name}` };
  }

  all(): Readonly<Record<string, Json>> {
    return Object.fromEntries([...this.#responses].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** The error responses of an operation: one per status, with its codes and their texts. */
export function refusals(route: Described, known: Refusals): JsonSchema {
  const byStatus = new Map<number, AnyCode[]>();
  for (const code of new Set([...generalCodes(route), ...route.errors])) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, codes]) => [`${status}`, known.refer(status, codes.toSorted(byName))]),
  );
}

const byName = (a: string, b: string): number => (a < b ? -1 : 1);

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
