import { describe, expect, test } from '@jest/globals';
import { DomainError, ERRORS, type ErrorCode, HTTP_STATUS } from './errors.ts';

/** Error codes of docs/reference/errors.md by status, without those that only the HTTP layer raises. */
const INTERFACE: Readonly<Record<number, string>> = {
  400: 'VALIDATION_ERROR INVALID_CLASSIFICATION INVALID_ROLE INVALID_SCOPE INVALID_IV INVALID_TAG INVALID_CURSOR BULK_LIMIT_EXCEEDED',
  401: 'UNAUTHENTICATED TOKEN_INVALID TOKEN_EXPIRED INVALID_CREDENTIALS',
  403: 'INSUFFICIENT_SCOPE INSUFFICIENT_ROLE INSUFFICIENT_ROOM_ROLE CLEARANCE_INSUFFICIENT SHARE_NOT_ALLOWED',
  404: 'ROOM_NOT_FOUND FILE_NOT_FOUND USER_NOT_FOUND MEMBER_NOT_FOUND ORG_UNIT_NOT_FOUND SHARE_NOT_FOUND TOKEN_NOT_FOUND INVITATION_NOT_FOUND RECEIPT_NOT_FOUND',
  409: 'ROOM_ARCHIVED LAST_ROOM_OWNER LAST_OWNER CANNOT_DEACTIVATE_SELF USER_ALREADY_EXISTS USER_DEACTIVATED UPLOAD_NOT_FOUND UPLOAD_SIZE_MISMATCH UPLOAD_NOT_CONFIRMED FILE_ALREADY_CONFIRMED ORG_UNIT_NOT_EMPTY LIMIT_REACHED IDEMPOTENCY_CONFLICT',
  410: 'SHARE_EXPIRED SHARE_EXHAUSTED SHARE_REVOKED KEY_DESTROYED INVITATION_EXPIRED INVITATION_USED INVITATION_REVOKED',
  413: 'FILE_TOO_LARGE',
  422: 'IDEMPOTENCY_MISMATCH',
  429: 'RATE_LIMIT_EXCEEDED TOO_MANY_UPLOADS',
  500: 'INTERNAL_ERROR',
  503: 'SERVICE_UNAVAILABLE KEY_SERVICE_UNAVAILABLE STORAGE_UNAVAILABLE',
};
test('every code of the interface has the kind of its status', () => {
  for (const [status, codes] of Object.entries(INTERFACE))
    for (const code of codes.split(' ') as ErrorCode[])
      expect([code, HTTP_STATUS[ERRORS[code]?.kind]]).toEqual([code, Number(status)]);
});

test('every sentence is one for callers: it starts with a capital, ends with a full stop and names no other code', () => {
  for (const { text } of Object.values(ERRORS)) {
    expect(text).toMatch(/^[A-Z].*\.$/s);
    expect(Object.keys(ERRORS).filter((code) => text.includes(code))).toEqual([]);
  }
});

test('the texts of absent things do not reveal whether they are hidden', () => {
  for (const { kind, text } of Object.values(ERRORS))
    expect(kind === 'absent' && /hidden|deleted|archived|clearance/i.test(text)).toBe(false);
});

describe('a refusal', () => {
  test('carries its code, its kind and its sentence', () => {
    const error = new DomainError('ROOM_ARCHIVED');
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.code, error.kind, error.message]).toEqual([
      'DomainError',
      'ROOM_ARCHIVED',
      'conflict',
      ERRORS.ROOM_ARCHIVED.text,
    ]);
    expect([error.details, error.cause, 'cause' in error]).toEqual([undefined, undefined, false]);
  });

  test('may say more than its sentence, name fields and keep its cause', () => {
    const details = [{ field: 'name', rule: 'text', message: 'must not be blank' }];
    const cause = new Error('inner');
    const error = new DomainError('VALIDATION_ERROR', { message: 'Look closer.', details, cause });
    expect([error.message, error.details, error.cause]).toEqual(['Look closer.', details, cause]);
  });

  test('may name the seconds after which to retry', () => {
    expect(new DomainError('RATE_LIMIT_EXCEEDED', { retryAfter: 7 }).retryAfter).toBe(7);
    expect(new DomainError('RATE_LIMIT_EXCEEDED').retryAfter).toBeUndefined();
  });

  test.each(Object.keys(ERRORS) as ErrorCode[])('with %s has the kind of its table', (code) => {
    expect(new DomainError(code).kind).toBe(ERRORS[code].kind);
  });

  test('is recognised from another copy of this module, and as one of a subclass only if it is one', async () => {
    // A program in a bundle and an adapter beside it have a copy each. A variable, so that the compiler looks for no such file.
    const path = './errors.ts?copy';
    const other: unknown = await import(path);
    const { DomainError: Other } = other as { DomainError: typeof DomainError };
    class Special extends DomainError {}
    const error = new Other('SIGN_IN_REFUSED');
    expect(Object.getPrototypeOf(error)).not.toBe(DomainError.prototype);
    expect([error instanceof DomainError, error instanceof Special]).toEqual([true, false]);
    const special = new Special('SIGN_IN_REFUSED');
    expect([special instanceof Special, special instanceof DomainError]).toEqual([true, true]);
    for (const value of [undefined, null, 'DomainError', new Error('DomainError')])
      expect([value instanceof DomainError, value instanceof Special]).toEqual([false, false]);
  });
});
