import { stripVTControlCharacters } from 'node:util';
import { expect, test } from '@jest/globals';
import { bearerSecret } from '@strongroom/domain';
import { LineLog } from '../src/runtime/line-log.ts';

const AT = Date.parse('2026-11-21T09:30:00.123Z');

function logTo(written: string[], options: Partial<ConstructorParameters<typeof LineLog>[0]> = {}): LineLog {
  return new LineLog({ level: 'info', pretty: false, write: (text) => written.push(text), now: () => AT, ...options });
}

test('a line is one JSON object with time, level and message', () => {
  const written: string[] = [];
  const log = logTo(written);
  log.warn('a dependency cannot serve', { dependency: 'keys', attempts: 2, nothing: undefined });
  log.flush();
  expect(JSON.parse(written.join(''))).toEqual({
    time: '2026-11-21T09:30:00.123Z',
    level: 'warn',
    message: 'a dependency cannot serve',
    dependency: 'keys',
    attempts: 2,
  });
});

test('the log writes the lines of one turn together, without a flush', async () => {
  const written: string[] = [];
  const log = logTo(written);
  log.info('one');
  log.info('two');
  expect(written).toEqual([]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(written).toHaveLength(1);
  expect(written[0]?.trimEnd().split('\n')).toHaveLength(2);
});

test('the log writes nothing below its level', () => {
  const written: string[] = [];
  const log = logTo(written, { level: 'warn' });
  log.info('not this');
  log.error('this');
  log.flush();
  expect(written.join('')).not.toContain('not this');
  expect(written.join('')).toContain('this');
});

test('a line for people is short', () => {
  const written: string[] = [];
  const log = logTo(written, { pretty: true });
  log.info('request', { method: 'GET', status: 200 });
  log.flush();
  expect(stripVTControlCharacters(written.join(''))).toBe('09:30:00 info  request method=GET status=200\n');
});

test.each(['apiToken', 'session', 'invitation', 'shareLink'] as const)(
  'a secret that slipped in is not written: %s',
  (kind) => {
    const secret = bearerSecret(kind, new Uint8Array(32).fill(5));
    const written: string[] = [];
    const log = logTo(written);
    log.error(`it failed on ${secret}`, { error: `Error: GET /shares/${secret}?expires=1&signature=abc-DEF_123` });
    log.flush();
    expect(written.join('')).not.toContain(secret.slice(4));
    expect(written.join('')).not.toContain('abc-DEF_123');
    expect(written.join('')).toContain('[secret]');
  },
);

const HOSTILE = 'a\u009b31mb\u001b[2Jc\u2028d\u202ee\u200ff\ng\u007fh';

const written = (pretty: boolean): string => {
  const pieces: string[] = [];
  const log = logTo(pieces, { pretty });
  log.error('it failed', { error: HOSTILE, nested: { of: HOSTILE } });
  log.flush();
  return pieces.join('').trimEnd();
};

test('a terminal interprets no text of callers', () => {
  const unsafe = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
  expect(written(false)).not.toMatch(unsafe);
  expect(stripVTControlCharacters(written(true))).not.toMatch(unsafe);
});

test('words of callers come back unchanged when a line is parsed', () => {
  expect(JSON.parse(written(false))).toMatchObject({ error: HOSTILE, nested: { of: HOSTILE } });
});

test('a log without batches writes each line at once, with its own fields', () => {
  const pieces: string[] = [];
  const log = logTo(pieces, { own: { service: 'keys' }, isUnbatched: true });
  log.warn('a key grant is refused', { kid: 'a\u202eb\u2028' });
  expect(pieces).toEqual([
    '{"time":"2026-11-21T09:30:00.123Z","level":"warn","service":"keys","message":"a key grant is refused","kid":"a\\u202eb\\u2028"}\n',
  ]);
});

test('a fault of a dependency is written at once and then once a minute, with its count', () => {
  const texts: string[] = [];
  let now = AT;
  const log = logTo(texts, { now: () => now });
  const outage = (id: string): void =>
    log.warn('a dependency cannot serve', { request_id: id, dependency: 'documents', cause: 'ECONNREFUSED' });
  const linesSoFar = (): unknown => {
    log.flush();
    return texts
      .splice(0)
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const { request_id: id, cause, repeated } = JSON.parse(line) as Record<string, unknown>;
        return [id, cause, repeated];
      });
  };
  outage('a');
  outage('b');
  log.warn('a dependency cannot serve', { request_id: 'c', dependency: 'documents', cause: '28P01' });
  outage('d');
  now += 59_999;
  outage('e');
  now += 1;
  log.info('request', { request_id: 'f' });
  outage('g');
  expect(linesSoFar()).toEqual([
    ['a', 'ECONNREFUSED', undefined],
    ['c', '28P01', undefined],
    [undefined, 'ECONNREFUSED', 3],
    ['f', undefined, undefined],
    ['g', 'ECONNREFUSED', undefined],
  ]);
  outage('h');
  outage('i');
  expect(linesSoFar()).toEqual([
    ['h', 'ECONNREFUSED', undefined],
    [undefined, 'ECONNREFUSED', 1],
  ]);
});

test('a fault without a dependency is written each time', () => {
  const texts: string[] = [];
  const log = logTo(texts);
  for (const id of ['a', 'b']) log.error('a request failed', { request_id: id, error: 'TypeError' });
  log.flush();
  expect(texts.join('').trimEnd().split('\n')).toHaveLength(2);
});
