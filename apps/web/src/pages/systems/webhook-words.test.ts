import { describe, expect, test } from '@jest/globals';
import { deliveredEvents } from './delivered-events.ts';
import { hostOf, isAccepted, outcomeOf, webhookSummary } from './webhook-words.ts';

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
