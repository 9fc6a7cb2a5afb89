import { hash } from 'node:crypto';
import type { Idempotency } from '@strongroom/application';
import type { Exchange } from '@strongroom/http-kernel';
import { refuseFields } from '../describe/dto.ts';

const NAME = 'Idempotency-Key';
const FORM = /^[\x20-\x7e]{1,255}$/;

/** The Idempotency-Key of a request, if it has one. Throws VALIDATION_ERROR for one of the wrong form. */
export function idempotencyOf(exchange: Exchange, body: unknown, onReplay: () => void): Idempotency | undefined {
  const { request, repeated } = exchange;
  const key = request.headers['idempotency-key'];
  if (key === undefined || request.method !== 'POST') return undefined;
  if (typeof key !== 'string' || !FORM.test(key) || repeated.has('idempotency-key'))
    refuseFields([
      { field: NAME, rule: 'idempotency_key', message: `${NAME} must be 1 to 255 printable ASCII characters, once` },
    ]);
  return {
    key: `POST ${exchange.path}\n${key}`,
    fingerprint: hash('sha256', JSON.stringify(withoutClient(body) ?? null), 'base64url'),
    onReplay,
  };
}

/** A resumed upload has a new key of its client, and is the same request. */
function withoutClient(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('client_jkt' in body)) return body;
  const { client_jkt: _, ...rest } = body;
  return rest;
}
