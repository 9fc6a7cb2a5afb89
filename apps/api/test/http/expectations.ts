import { expect } from '@jest/globals';
import type { RawAnswer } from '../support/raw-connection.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The headers that every answer under /api/v1 carries, each once. */
export function expectGeneralHeaders({ headers }: RawAnswer): void {
  expect(headers.get('cache-control')).toEqual(['no-store']);
  expect(headers.get('x-content-type-options')).toEqual(['nosniff']);
  expect(headers.get('x-request-id')).toEqual([expect.stringMatching(UUID)]);
  expect(headers.get('x-ratelimit-limit')).toEqual([expect.stringMatching(/^\d+$/)]);
  expect(headers.get('x-ratelimit-remaining')).toEqual([expect.stringMatching(/^\d+$/)]);
  expect(headers.get('x-ratelimit-reset')).toEqual([expect.stringMatching(/^\d{10}$/)]);
  expect(headers.get('x-powered-by')).toBeUndefined();
  expect(headers.get('etag')).toBeUndefined();
}

export function expectJson(answer: RawAnswer, status: number): unknown {
  expect(answer.status).toBe(status);
  expectGeneralHeaders(answer);
  expect(answer.headers.get('content-type')).toEqual(['application/json; charset=utf-8']);
  return JSON.parse(answer.text);
}

/** Checks an error in the form of the interface. Returns it for further checks. */
export function expectRefusal(answer: RawAnswer, status: number, code: string): unknown {
  expect(expectJson(answer, status)).toEqual({
    error: expect.objectContaining({
      code,
      status,
      message: expect.stringMatching(/.\.$/),
      request_id: answer.headers.get('x-request-id')?.[0],
    }),
  });
  const body = JSON.parse(answer.text) as { error: unknown };
  return body.error;
}
