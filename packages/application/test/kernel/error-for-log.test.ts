import { expect, test } from '@jest/globals';
import { Unavailable } from '@strongroom/ports';
import { errorForLog } from '../../src/kernel/error-for-log.ts';

test('an error of a port is logged with its message and the code of its cause', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED db.example:27017'), { code: 'ECONNREFUSED' });
  const error = new Unavailable('documents', { cause });
  expect(errorForLog(error)).toStrictEqual({ error: `Unavailable: ${error.message}`, because: 'ECONNREFUSED' });
  expect(errorForLog(new Unavailable('documents'))).toStrictEqual({ error: `Unavailable: ${error.message}` });
});

test('any other error is logged with its class and location, without its message', () => {
  class Leaky extends TypeError {
    override name = 'Leaky';
  }
  const { error, ...rest } = errorForLog(
    new Leaky('password hunter2\n  at first glance\nlooked    at by ada@example.com'),
  );
  const [name, ...frames] = error.split('\n');
  expect([name, rest]).toStrictEqual(['Leaky', {}]);
  expect(frames.length).toBeGreaterThan(0);
  for (const frame of frames) expect(frame).toMatch(/^ {4}at /);
  expect(frames[0]).toContain('error-for-log.test.ts');
  expect(error).not.toMatch(/hunter2|glance|ada@/);
});

test('an error without a stack is logged with its class', () => {
  const error = new RangeError('secret');
  delete error.stack;
  expect(errorForLog(error)).toStrictEqual({ error: 'RangeError' });
});

test('a system error is logged with its code', () => {
  expect(errorForLog(Object.assign(new Error('/data/secret'), { code: 'ENOSPC' })).because).toBe('ENOSPC');
});

test('a thrown value that is no error is logged with its type', () => {
  for (const [thrown, type] of [
    ['secret', 'string'],
    [null, 'object'],
    [undefined, 'undefined'],
  ])
    expect(errorForLog(thrown)).toStrictEqual({ error: type });
  expect(errorForLog({ code: 7 })).toStrictEqual({ error: 'object', because: '7' });
});
