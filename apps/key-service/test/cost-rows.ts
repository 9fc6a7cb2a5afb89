import {
  type Cost,
  type CostRow,
  tooCostly as costlierThan,
  type MeasuredRequest,
  repeatRequest,
} from '@strongroom/test-servers/request-costs';
import type { MeasuredKeyService } from './costs.ts';

/** Maximum cost of a refused request, in accepted ones: callers who are refused must not take the processor from others. */
const MAX_RATIO = 5;
/** Requests of a row, and of one whose requests are costly to make. */
export const COUNT = 60;
export const FEW = 20;
const MINUTE_LIMIT = 1000;

/** Each request names the address of its caller. */
export const PROXY = { STRONGROOM_KEY_SERVICE_TRUSTED_PROXIES: '1' };

export const postRequest = (path: string, body: unknown, more: Partial<MeasuredRequest> = {}): MeasuredRequest => ({
  method: 'POST',
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  ...more,
});

/** Measures rows, prints the table, and returns those that cost more than they may. */
export async function tooCostly(service: MeasuredKeyService, rows: readonly CostRow[]): Promise<readonly string[]> {
  const costs: Cost[] = [];
  for (const row of rows) costs.push(await service.cost(row));
  return costlierThan(costs, MAX_RATIO);
}

let gates = 0;

/** Refusals before a route looks at its request. */
export function refusedAtTheGate(operation: string, sent: MeasuredRequest): readonly CostRow[] {
  gates += 1;
  const one = `172.16.0.${gates}`;
  const network = (index: number): string => `2001:db8:${gates}:1::${(index + 1).toString(16)}`;
  const row = (
    refusal: string,
    status: number,
    make: (index: number) => MeasuredRequest,
    before: readonly MeasuredRequest[] = [],
  ): CostRow => ({
    operation,
    refusal,
    status,
    requests: repeatRequest(COUNT, make),
    before,
  });
  const more = (headers: Readonly<Record<string, string>>) => () => ({
    ...sent,
    headers: { ...sent.headers, ...headers },
  });
  const unknown = (from: string): MeasuredRequest => ({ method: 'GET', path: '/nothing', from });
  return [
    row('the origin', 403, more({ origin: 'https://evil.example' })),
    row('the host name', 403, more({ host: 'evil.example' })),
    row(
      'one caller above the limit',
      429,
      () => ({ ...sent, from: one }),
      repeatRequest(MINUTE_LIMIT, () => unknown(one)),
    ),
    row(
      'a /64 full of callers above the limit',
      429,
      (index) => ({ ...sent, from: network(MINUTE_LIMIT + index) }),
      repeatRequest(MINUTE_LIMIT, (index) => unknown(network(index))),
    ),
  ];
}

/** Refusals of bodies, up to the longest one that is read. */
export function refusedBodies(
  operation: string,
  { path, headers = {} }: MeasuredRequest,
  limit: number,
): readonly CostRow[] {
  const row = (refusal: string, status: number, body: string, more = {}): CostRow => ({
    operation,
    refusal,
    status,
    requests: repeatRequest(COUNT, () => postRequest(path, body, { headers: { ...headers, ...more } })),
  });
  return [
    row('the media type', 415, '{}', { 'content-type': 'text/plain' }),
    row('no JSON, as long as it may be', 400, `[${'"\\u0041",'.repeat(limit / 9 - 2)}`),
    row('JSON in JSON, as deep as it may be', 400, `{"a":${'['.repeat(limit / 2 - 10)}${']'.repeat(limit / 2 - 10)}}`),
    row(
      'many fields',
      400,
      JSON.stringify(Object.fromEntries(Array.from({ length: limit / 14 }, (_, i) => [`f${i}`, i]))),
    ),
    row('too long', 413, 'x'.repeat(limit + 1)),
  ];
}
