import type { Json, JsonSchema } from '@strongroom/domain';
import { ERROR_CODES } from '../errors/errors.ts';
import { OPEN_WORDS } from './open-words.ts';

/** The headers of every answer, and those that come with some. */
export const headerComponents: Readonly<Record<string, Json>> = {
  'X-Request-Id': {
    description: 'Id of this request in the logs of the service.',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-RateLimit-Limit': { description: 'Requests allowed in the window.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests left in the window.', schema: { type: 'integer' } },
  'X-RateLimit-Reset': { description: 'When the window ends, in Unix seconds.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds to wait, at least 1.', schema: { type: 'integer', minimum: 1 } },
  Location: { description: 'Path of the new resource.', schema: { type: 'string' } },
  'WWW-Authenticate': { description: 'How to sign in.', schema: { type: 'string', const: 'Bearer' } },
  Deprecation: {
    description: 'When the deprecation of the operation was announced (RFC 9745).',
    schema: { type: 'string', pattern: '^@\\d+$' },
  },
  Sunset: {
    description: 'When the operation ends at the earliest (RFC 8594), as an HTTP date.',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': { description: 'This answer was given before.', schema: { type: 'string', const: 'true' } },
};

const EVERYWHERE = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];

/** The headers of every answer, and the named ones. */
export const headersOf = (...more: readonly string[]): Json =>
  Object.fromEntries([...EVERYWHERE, ...more].map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const metaSchema: JsonSchema = {
  type: 'object',
  description: 'Position of this page in the list.',
  properties: {
    page: { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'Page number; null when a cursor was given.' },
    per_page: { type: 'integer', minimum: 1, maximum: 100, description: 'Size of a page.' },
    total: {
      type: 'integer',
      minimum: 0,
      description:
        'Exact number of entries, unless `total_is_exact` is false; with a cursor, the number at the first page.',
    },
    total_is_exact: {
      type: 'boolean',
      description:
        'Only in lists whose entries are counted up to a bound: of the audit log and of folders. False when there are more than `total`.',
    },
    next_cursor: {
      anyOf: [{ type: 'string' }, { type: 'null' }],
      description: 'Cursor of the next page; null on the last one.',
    },
  },
  required: ['page', 'per_page', 'total', 'next_cursor'],
};

export const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      description: 'Reason of the refusal.',
      properties: {
        code: { type: 'string', [OPEN_WORDS]: ERROR_CODES, description: 'For programs.' },
        message: { type: 'string', description: 'For people.' },
        status: { type: 'integer', description: 'The status of the answer.' },
        request_id: { type: 'string', format: 'uuid', description: 'Id of this request in the logs of the service.' },
        details: {
          type: 'array',
          description: 'With VALIDATION_ERROR: the invalid fields.',
          items: {
            type: 'object',
            properties: { field: { type: 'string' }, rule: { type: 'string' }, message: { type: 'string' } },
            required: ['field', 'rule', 'message'],
          },
        },
        second_factor: {
          type: 'object',
          description: 'With SECOND_FACTOR_REQUIRED: the second step.',
          properties: {
            pending: { type: 'string', description: 'Names the sign-in in the second step.' },
            expires_at: { type: 'string', format: 'date-time', description: 'Until when it waits.' },
            ways: {
              type: 'array',
              description: 'Ways to prove the second factor; empty for a user who has to add one.',
              items: { type: 'string', [OPEN_WORDS]: ['passkey', 'totp', 'recovery_code'] },
            },
          },
          required: ['pending', 'expires_at', 'ways'],
        },
      },
      required: ['code', 'message', 'status'],
    },
  },
  required: ['error'],
};
