import { describe, expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { errorForLog, framesForLog, logError } from './error-for-log.ts';

const HERE = expect.stringMatching(/error-for-log\.test\.ts:\d+:\d+$/);

describe('an error in the log', () => {
  test('has the dependency and the code of the cause if a port threw it', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED db.example:27017'), { code: 'ECONNREFUSED' });
    const outage = { error: 'Unavailable', dependency: 'documents' };
    expect(errorForLog(new Unavailable('documents', { cause }))).toEqual({ ...outage, cause: 'ECONNREFUSED' });
    expect(errorForLog(new Unavailable('documents'))).toEqual(outage);
  });

  test('has the kind of the cause if that has no code, and none if it says nothing', () => {
    class MongoNetworkTimeoutError extends Error {
      override readonly name = 'MongoNetworkTimeoutError';
    }
    const causeOf = (cause: unknown) => errorForLog(new Unavailable('documents', { cause })).cause;
    expect(causeOf(new Error('late', { cause: new MongoNetworkTimeoutError() }))).toBe('MongoNetworkTimeoutError');
    expect(causeOf(new Error('late', { cause: new TypeError() }))).toBeUndefined();
  });

  test('names the server of a failed connection, and of nothing else', () => {
    const connection = { code: 'ECONNREFUSED', syscall: 'connect', address: '10.0.0.7', port: 5432 };
    const failed = (fields: object): unknown => Object.assign(new Error('x'), fields);
    const hostOf = (fields: object): unknown =>
      errorForLog(new Unavailable('documents', { cause: failed(fields) })).host;
    expect(hostOf(connection)).toBe('10.0.0.7:5432');
    expect(hostOf({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'db-a' })).toBe('db-a');
    expect(hostOf({ ...connection, syscall: 'read' })).toBeUndefined();
    expect(hostOf({ ...connection, address: 'user:secret@db' })).toBeUndefined();
  });

  test.each([
    [Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }), 'SQLITE_FULL'],
    [Object.assign(new Error('full'), { code: 'ERR_SQLITE_ERROR', errcode: 778 }), 'SQLITE_IOERR'],
    [Object.assign(new Error('other'), { code: 'ERR_SQLITE_ERROR', errcode: 1 }), 'ERR_SQLITE_ERROR'],
    [new DOMException('late', 'TimeoutError'), 'ETIMEDOUT'],
  ])('has a word for %s, whose code alone says nothing', (error, cause) => {
    expect(errorForLog(error).cause).toBe(cause);
  });

  test.each([
    ['28P01', '28P01'],
    ['53100', '53100'],
    ['EPIPE', undefined],
    ['ENOSPC', undefined],
  ])('with the code %s has the SQLSTATE %s', (code, sqlstate) => {
    expect(errorForLog(Object.assign(new Error('x'), { code })).sqlstate).toBe(sqlstate);
  });

  test('has class and place without the message if it is of any other kind', () => {
    class Leaky extends TypeError {
      override name = 'Leaky';
    }
    const error = new Leaky('password hunter2\n    at hunter2\n    at first glance (ada@example.com:1:1)\n  looked');
    expect(errorForLog(error)).toEqual({ error: 'Leaky', at: HERE });
    const frames = framesForLog(error).split('\n');
    expect(frames.length).toBeGreaterThan(1);
    for (const frame of frames) expect(frame).toMatch(/^(\/|file:|node:)\S+:\d+:\d+$/);
  });

  test('has collection and id of a damaged document, and no id that might be a name', () => {
    const damaged = (documentId: string) =>
      errorForLog(Object.assign(new Error('x'), { name: 'DocumentDamaged', collection: 'rooms', documentId })).document;
    expect(damaged('0c1d-2e')).toBe('rooms/0c1d-2e');
    expect(damaged('ada@example.com')).toBe('rooms/unknown');
    expect(
      errorForLog(Object.assign(new Error('x'), { collection: 'rooms', documentId: 'a' })).document,
    ).toBeUndefined();
  });

  test('without a stack has its class', () => {
    const error = new RangeError('secret');
    delete error.stack;
    expect(errorForLog(error)).toStrictEqual({ error: 'RangeError' });
  });

  test.each(['ENOSPC', '57P01', 'NoSuchBucket', 'EENVELOPE 550 5.1.1', 11_000])('has the code %s', (code) => {
    expect(errorForLog(Object.assign(new Error('/data/secret'), { code })).cause).toBe(String(code));
  });

  test.each(['hunter2', 'a sentence', 'postgres://u:p@host', 'X'.repeat(60), '', 'Passw0rd!', {}, Number.NaN])(
    'has no code %s',
    (code) => {
      expect(errorForLog(Object.assign(new Error('x'), { code })).cause).toBeUndefined();
    },
  );

  test('has the code that is the nearest among its causes', () => {
    const deepest = Object.assign(new Error('x'), { code: 'EFAR' });
    const near = Object.assign(new Error('x', { cause: deepest }), { code: 'ENEAR' });
    expect(errorForLog(new Error('x', { cause: new Error('x', { cause: near }) })).cause).toBe('ENEAR');
  });

  test('has no name for an empty one', () => {
    for (const name of ['hunter2', 'An Error', '', 'X'.repeat(50), 7])
      expect(errorForLog(Object.assign(new Error('x'), { name })).error).toBe('Error');
  });

  test('that only has the name of one of ours says nothing of its own', () => {
    for (const dependency of ['hunter2', '__proto__', 7, undefined])
      expect(errorForLog({ name: 'Unavailable', message: 'hunter2', dependency })).toStrictEqual({
        error: 'Unavailable',
      });
  });

  test('that is not an error has its type', () => {
    for (const [thrown, type] of [
      ['secret', 'string'],
      [null, 'object'],
      [undefined, 'undefined'],
    ])
      expect(errorForLog(thrown)).toStrictEqual({ error: type });
    expect(errorForLog({ code: 7 })).toStrictEqual({ error: 'object', cause: '7' });
  });

  test('may have getters that throw, causes in a circle, and a stack of any size', () => {
    const circle: { cause?: unknown } & Error = new Error('x');
    circle.cause = circle;
    const trap = new Proxy(new Error('x'), {
      get: () => {
        throw new Error('hunter2');
      },
    });
    const large = new Error('x');
    large.stack = '    at (/a.js:1:1)\n'.repeat(200_000);
    expect(errorForLog(circle).error).toBe('Error');
    expect(errorForLog(trap)).toStrictEqual({ error: 'object' });
    expect(framesForLog(large).split('\n')).toHaveLength(30);
  });
});

test('all places of an error are written at the level of debug only', () => {
  const lines: unknown[][] = [];
  const log = {
    info: () => {},
    warn: (...line: unknown[]) => void lines.push(['warn', ...line]),
    error: () => {},
    debug: (...line: unknown[]) => void lines.push(['debug', ...line]),
  };
  logError(log, 'warn', 'a job failed', new TypeError('hunter2', { cause: new RangeError('hunter2') }), { job: 'j' });
  expect(lines).toEqual([
    ['warn', 'a job failed', { job: 'j', error: 'TypeError', at: HERE }],
    ['debug', 'a job failed: places', { job: 'j', frames: expect.stringMatching(/\nbecause of RangeError\n/) }],
  ]);
});
