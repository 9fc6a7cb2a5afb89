import { describe, expect, test } from '@jest/globals';
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
