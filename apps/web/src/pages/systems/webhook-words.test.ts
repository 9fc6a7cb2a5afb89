import { describe, expect, test } from '@jest/globals';
import { formatToMinute, timeIn } from '../../base/format.ts';
import { deliveredEvents } from './delivered-events.ts';
import {
  addressProblem,
  heldSentence,
  hostOf,
  isAccepted,
  outcomeOf,
  testSentence,
  waitingOf,
  webhookSummary,
} from './webhook-words.ts';

describe('the address of a receiver', () => {
  test.each(['', 'h', 'HTTP', 'https:/', 'https://a', ' https://hooks.example.com/x ', 'http://127.0.0.1:8080/'])(
    'may be or become one: %j',
    (typed) => {
      expect(addressProblem(typed)).toBeUndefined();
    },
  );

  test.each(['ftp//x', 'ftp://example.com', 'hooks.example.com', 'https:// a', 'httpx'])('is none: %j', (typed) => {
    expect(addressProblem(typed)).toContain('https://');
  });

  test.each(['', ' ', 'h', 'https://'])('is none once it is sent: %j', (typed) => {
    expect(addressProblem(typed, true)).toContain('https://');
  });
});

test('a test is reported with its outcome, its time, and how long it took', () => {
  const at = '2026-11-30T10:00:00.000Z';
  const sentence = (status: number): string => testSentence({ status, fault: null, at }, 420);
  expect(sentence(204)).toBe(`The test arrived: taken (204), after 0.4 seconds, at ${timeIn(at)}.`);
  expect(sentence(502)).toMatch(/^The test failed: answered 502, after 0\.4 seconds/u);
});

describe('the outcome of a delivery', () => {
  test.each([
    [200, true, 'taken (200)'],
    [299, true, 'taken (299)'],
    [199, false, 'answered 199'],
    [302, false, 'answered 302'],
    [500, false, 'answered 500'],
  ])('is, for an answer %s, %s: %s', (status, isReceipt, words) => {
    expect([isAccepted({ status }), outcomeOf({ status, fault: null })]).toEqual([isReceipt, words]);
  });

  test.each([
    ['address_refused', 'the operator allows no such address'],
    ['unreachable', 'the receiver was not reached'],
    ['too_late', 'the receiver took too long'],
    ['of_a_later_version', 'failed: of_a_later_version'],
    [null, 'failed: no answer'],
  ])('says of the fault %s: %s', (fault, words) => {
    expect([isAccepted({ status: null }), outcomeOf({ status: null, fault })]).toEqual([false, words]);
  });
});

describe('deliveries by event', () => {
  const attempt = (id: string, event: string | null, minute: number, status: number) => ({
    id,
    event_id: event,
    type: 'file.confirmed',
    at: `2026-11-30T10:${minute}:00Z`,
    status,
    fault: null,
    answer: '',
  });
  const tried = [
    attempt('f', 'again', 46, 500),
    attempt('e', 'held', 45, 500),
    attempt('d', null, 44, 500),
    attempt('c', 'held', 43, 500),
    attempt('b', 'taken', 42, 204),
    attempt('a', 'taken', 41, 500),
  ];
  const statesWith = (failing: string | null, disabled: string | null = null) =>
    deliveredEvents(tried, { failing_since: failing, disabled_at: disabled }).map(({ key, attempts, state }) => [
      key,
      attempts.length,
      state,
    ]);

  test('are one line with all attempts, the latest first', () => {
    expect(statesWith(null)).toEqual([
      ['again', 1, 'failed'],
      ['held', 2, 'failed'],
      ['d', 1, 'failed'],
      ['taken', 2, 'taken'],
    ]);
  });

  test('name the event that waits: the one whose failure was the first', () => {
    const waits = (failing: string, disabled: string | null = null) =>
      statesWith(failing, disabled).flatMap(([key, , state]) => (state === 'waiting' ? [key] : []));
    expect(waits('2026-11-30T10:43:00Z')).toEqual(['held']);
    expect(waits('2026-11-30T09:00:00Z')).toEqual(['again']);
    expect(waits('2026-11-30T10:43:00Z', '2026-11-30T10:50:00Z')).toEqual([]);
  });
});

test('a list shows the host of a receiver, never the path', () => {
  expect(hostOf({ url: 'https://hooks.example.com:8443/services/secret?key=1' })).toBe('hooks.example.com:8443');
});

test('a webhook says what it gets, and how the last delivery went', () => {
  const at = new Date().toISOString();
  expect(webhookSummary({ types: null, last_delivery: null })).toBe('every event · nothing sent yet');
  expect(webhookSummary({ types: ['file.confirmed'], last_delivery: { at, status: 500, fault: null } })).toBe(
    '1 type of event · answered 500, just now',
  );
});

describe('events that wait for a receiver', () => {
  const latest = ([9, 8, 7, 6, 5] as const).map((seq) => ({
    seq,
    type: seq % 2 === 0 ? ('file.confirmed' as const) : ('file.deleted' as const),
  }));

  test('are those of its types from its position on', () => {
    expect(waitingOf({ position: 7, types: null }, latest)).toEqual({ count: 3, isExact: true });
    expect(waitingOf({ position: 7, types: ['file.confirmed'] }, latest)).toEqual({ count: 1, isExact: true });
    expect(waitingOf({ position: 10, types: null }, latest)).toEqual({ count: 0, isExact: true });
  });

  test('are at least the latest of the log where it stopped before them', () => {
    expect(waitingOf({ position: 2, types: null }, latest)).toEqual({ count: 5, isExact: false });
  });

  test('are not counted for a room, whose owners do not read the log', () => {
    expect(waitingOf({ position: null, types: null }, latest)).toBeUndefined();
  });

  test('are named with the time since when and that of the next attempt', () => {
    const [since, next] = ['2026-11-30T10:00:00Z', '2026-11-30T10:20:00Z'];
    const failing = { failing_since: since, next_try_at: next, disabled_at: null };
    expect(heldSentence(failing, { count: 1, isExact: true })).toBe(
      `Takes nothing since ${formatToMinute(since)}, 1 event waits, next attempt at ${formatToMinute(next)}.`,
    );
    expect(heldSentence({ ...failing, next_try_at: null })).toBe(`Takes nothing since ${formatToMinute(since)}.`);
    expect(heldSentence({ ...failing, disabled_at: next, next_try_at: null }, { count: 100, isExact: false })).toBe(
      `Disabled since ${formatToMinute(next)}, at least 100 events wait, nothing is sent before it is enabled.`,
    );
    expect(heldSentence({ failing_since: null, next_try_at: null, disabled_at: null })).toBe('');
  });
});
