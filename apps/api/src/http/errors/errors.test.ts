import { expect, test } from '@jest/globals';
import { DomainError, ERRORS, type ErrorCode } from '@strongroom/domain';
import { errorBody, TransportError } from '@strongroom/http-kernel';
import { DuplicateKey, KeyDestroyed, VersionConflict } from '@strongroom/ports';
import { RateLimited, refusalOf, statusOf, TRANSPORT_ERRORS } from './errors.ts';

/** Statuses that are not those of the kind. */
const NAMED: Readonly<Record<number, readonly string[]>> = {
  400: [
    'VALIDATION_ERROR',
    'INVALID_JSON',
    'INVALID_CLASSIFICATION',
    'INVALID_ROLE',
    'INVALID_SCOPE',
    'INVALID_IV',
    'INVALID_TAG',
    'INVALID_SEALED_KEY',
    'INVALID_CURSOR',
    'AUTHORIZATION_PENDING',
    'BULK_LIMIT_EXCEEDED',
    'BAD_REQUEST',
  ],
  401: [
    'UNAUTHENTICATED',
    'TOKEN_INVALID',
    'TOKEN_EXPIRED',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_INVALID',
    'INVALID_CREDENTIALS',
  ],
  403: [
    'INSUFFICIENT_SCOPE',
    'INSUFFICIENT_ROLE',
    'INSUFFICIENT_ROOM_ROLE',
    'CLEARANCE_INSUFFICIENT',
    'SHARE_NOT_ALLOWED',
    'LINK_INVALID',
    'SESSION_TOO_OLD',
    'SECOND_FACTOR_TOO_OLD',
    'SIGN_IN_REFUSED',
    'DEVICE_LOGIN_REFUSED',
    'SIGNATURE_INVALID',
    'URL_EXPIRED',
  ],
  404: [
    'ROOM_NOT_FOUND',
    'FILE_NOT_FOUND',
    'FOLDER_NOT_FOUND',
    'GROUP_NOT_FOUND',
    'USER_NOT_FOUND',
    'MEMBER_NOT_FOUND',
    'ORG_UNIT_NOT_FOUND',
    'SHARE_NOT_FOUND',
    'TOKEN_NOT_FOUND',
    'INVITATION_NOT_FOUND',
    'EMAIL_CHANGE_NOT_FOUND',
    'RECEIPT_NOT_FOUND',
    'SECOND_FACTOR_NOT_FOUND',
    'SESSION_NOT_FOUND',
    'DEVICE_LOGIN_NOT_FOUND',
    'EVENT_NOT_FOUND',
    'TILE_NOT_FOUND',
    'ROUTE_NOT_FOUND',
    'OBJECT_NOT_FOUND',
    'VERSION_NOT_FOUND',
    'WEBHOOK_NOT_FOUND',
    'REQUEST_NOT_FOUND',
    'ITEM_NOT_FOUND',
  ],
  405: ['METHOD_NOT_ALLOWED'],
  408: ['REQUEST_TIMEOUT'],
  409: [
    'ROOM_ARCHIVED',
    'LAST_ROOM_OWNER',
    'LAST_OWNER',
    'KEY_PERSON_LINKED',
    'LAST_SIGN_IN',
    'LAST_SECOND_FACTOR',
    'CANNOT_DEACTIVATE_SELF',
    'USER_ALREADY_EXISTS',
    'USER_DEACTIVATED',
    'USER_ERASED',
    'USER_IS_EXTERNAL',
    'EXTERNAL_OWNER',
    'RECEIPT_NOT_COMPLETE',
    'PARTS_NOT_OFFERED',
    'UPLOAD_NOT_FOUND',
    'UPLOAD_SIZE_MISMATCH',
    'UPLOAD_NOT_CONFIRMED',
    'FILE_ALREADY_CONFIRMED',
    'NAME_TAKEN',
    'STRUCTURE_OPEN',
    'STRUCTURE_IN_USE',
    'FOLDER_NOT_EMPTY',
    'PACKAGE_EMPTY',
    'REQUEST_OPENED',
    'ITEM_HANDLED',
    'VERSION_CHANGED',
    'ORG_UNIT_NOT_EMPTY',
    'LIMIT_REACHED',
    'SHARE_ALREADY_USED',
    'IDEMPOTENCY_CONFLICT',
    'VERSION_IS_CURRENT',
  ],
  410: [
    'SHARE_EXPIRED',
    'SHARE_EXHAUSTED',
    'SHARE_REVOKED',
    'KEY_DESTROYED',
    'INVITATION_EXPIRED',
    'INVITATION_USED',
    'INVITATION_REVOKED',
    'DEVICE_CODE_EXPIRED',
    'REDEMPTION_ENDED',
    'REQUEST_REVOKED',
    'REQUEST_EXPIRED',
    'REQUEST_FULL',
  ],
  413: ['FILE_TOO_LARGE', 'PAYLOAD_TOO_LARGE'],
  414: ['URI_TOO_LONG'],
  415: ['UNSUPPORTED_MEDIA_TYPE'],
  416: ['RANGE_NOT_SATISFIABLE'],
  417: ['EXPECTATION_FAILED'],
  422: ['IDEMPOTENCY_MISMATCH'],
  429: ['SLOW_DOWN', 'RATE_LIMIT_EXCEEDED', 'TOO_MANY_UPLOADS'],
  431: ['HEADERS_TOO_LARGE'],
  500: ['INTERNAL_ERROR'],
  503: ['SERVICE_UNAVAILABLE', 'READ_ONLY', 'KEY_SERVICE_UNAVAILABLE', 'STORAGE_UNAVAILABLE'],
  507: ['STORAGE_FULL'],
};

const isDomain = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);
const isTransport = (code: string): code is keyof typeof TRANSPORT_ERRORS => Object.hasOwn(TRANSPORT_ERRORS, code);
const statusesOf = (codes: readonly string[]) =>
  codes.map((code) => [code, isDomain(code) || isTransport(code) ? statusOf(code) : undefined]);

test('every code has the status that the interface gives it', () => {
  for (const [status, codes] of Object.entries(NAMED))
    expect(statusesOf(codes)).toEqual(codes.map((code) => [code, Number(status)]));
});

test('every code is named there', () => {
  const named = Object.values(NAMED).flat().toSorted();
  expect([...Object.keys(ERRORS), ...Object.keys(TRANSPORT_ERRORS)].toSorted()).toEqual(named);
});

test('an error outside of the port contract is a bug, and its message is hidden', () => {
  for (const error of [
    new VersionConflict('rooms', 'x'),
    new DuplicateKey('rooms', 'x'),
    new KeyDestroyed(),
    'thrown',
    undefined,
  ]) {
    expect(refusalOf(error)).toMatchObject({
      code: 'INTERNAL_ERROR',
      status: 500,
      message: ERRORS.INTERNAL_ERROR.text,
    });
  }
  const odd = new DomainError('INTERNAL_ERROR', { message: 'the decision of room 7 was odd' });
  expect(refusalOf(odd)).toMatchObject({ message: ERRORS.INTERNAL_ERROR.text, cause: odd });
});

test('a refusal keeps the words and the details it was made with', () => {
  const details = [{ field: 'name', rule: 'text', message: 'name must not be blank' }];
  expect(refusalOf(new DomainError('VALIDATION_ERROR', { details }))).toMatchObject({ status: 400, details });
  expect(refusalOf(new DomainError('UPLOAD_SIZE_MISMATCH', { message: 'Drop the tag.' }))).toMatchObject({
    message: 'Drop the tag.',
  });
});

test('a refusal by a limit reports the wait in whole seconds, at least one', () => {
  expect(refusalOf(new RateLimited(0)).headers).toEqual(['Retry-After', '1']);
  expect(refusalOf(new RateLimited(12.1)).headers).toEqual(['Retry-After', '13']);
  expect(refusalOf(new DomainError('RATE_LIMIT_EXCEEDED')).headers).toEqual(['Retry-After', '60']);
});

test('the body of an error includes the request id, if there is one', () => {
  const refusal = refusalOf(new TransportError('ROUTE_NOT_FOUND'));
  expect(errorBody(refusal, 'id')).toEqual({
    error: { code: 'ROUTE_NOT_FOUND', message: TRANSPORT_ERRORS.ROUTE_NOT_FOUND.text, status: 404, request_id: 'id' },
  });
  expect(Object.keys(errorBody(refusal).error)).toEqual(['code', 'message', 'status']);
});
