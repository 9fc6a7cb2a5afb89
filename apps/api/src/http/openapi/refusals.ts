import type { Json, JsonSchema } from '@strongroom/domain';
import { type AnyCode, errorText, statusOf } from '../errors/errors.ts';
import { generalCodes } from '../serve/general-codes.ts';
import { headersOf } from './common.ts';
import type { DescribedRoute } from './described.ts';

const ALONG: Readonly<Record<number, string>> = { 401: 'WWW-Authenticate', 429: 'Retry-After', 503: 'Retry-After' };

/** Codes that any operation may answer. They are under `default`, since a type for each would double generated clients. */
const OF_TRANSPORT: ReadonlySet<AnyCode> = new Set([
  'INTERNAL_ERROR',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
]);

/** As RFC 9110 names them. Node has a table too; importing it from `node:http` loads its `fetch`, 16 MB. */
const NAMES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
};

const DEFAULT = 'default';
type Key = number | typeof DEFAULT;

/** The error responses of an operation: one per status, each with the codes of the operation and their texts. */
export const refusals = (route: DescribedRoute): JsonSchema =>
  Object.fromEntries(
    [...codesOf(route)].map(([key, codes]) => [
      `${key}`,
      { $ref: `#/components/responses/${nameOf(key)}`, description: codes.toSorted().map(sentenceOf).join('\n\n') },
    ]),
  );

/** The error responses that operations share: one per status, so that a generator makes one type of each. */
export function sharedRefusals(routes: readonly DescribedRoute[]): Readonly<Record<string, Json>> {
  const keys = new Set(routes.flatMap((route) => [...codesOf(route).keys()]));
  return Object.fromEntries([...keys].toSorted(byName).map((key) => [nameOf(key), refusalOf(key)]));
}

function codesOf(route: DescribedRoute): ReadonlyMap<Key, readonly AnyCode[]> {
  const byKey = new Map<Key, AnyCode[]>();
  for (const code of new Set([...generalCodes(route), ...route.errors])) {
    const key = OF_TRANSPORT.has(code) ? DEFAULT : statusOf(code);
    byKey.set(key, [...(byKey.get(key) ?? []), code]);
  }
  return byKey;
}

const byName = (a: Key, b: Key): number => (`${a}` < `${b}` ? -1 : 1);

/** `BadRequest` for 400. */
const nameOf = (key: Key): string => (key === DEFAULT ? 'Refused' : wordsOf(key).replaceAll(' ', ''));

function wordsOf(status: number): string {
  const words = NAMES[status];
  if (words === undefined) throw new TypeError(`no name for the status ${status}`);
  return words;
}

const sentenceOf = (code: AnyCode): string =>
  OF_TRANSPORT.has(code) ? `\`${code}\` (${statusOf(code)}): ${errorText(code)}` : `\`${code}\`: ${errorText(code)}`;

function refusalOf(key: Key): Json {
  const along = key === DEFAULT ? undefined : ALONG[key];
  return {
    description: key === DEFAULT ? 'Refused before the operation began, or failed.' : `${wordsOf(key)}.`,
    headers: headersOf(...(along === undefined ? [] : [along])),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}
