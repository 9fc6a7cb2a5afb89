import { describe, expect, test } from '@jest/globals';
import { ERRORS, EVENTS, POLICIES } from '@strongroom/domain';
import { SENTENCES } from '../apps/web/src/base/error-words.ts';
import { problemSentence } from '../apps/web/src/base/problems.ts';
import { isType, predicateOf } from '../apps/web/src/pages/activity/event-words.ts';
import { describeRefusalReason, describeRefusedAction } from '../apps/web/src/pages/activity/refusal-words.ts';
import { RIGHTS, rightInWords } from '../apps/web/src/pages/room/members/rights-in-words.ts';

const NO_ACTION = describeRefusedAction('of another version');
const NO_REASON = describeRefusalReason('of another version');

/** Programs alone meet these: the pages send no such request, or handle the answer themselves. */
const OF_PROGRAMS: ReadonlySet<string> = new Set([
  'INVALID_SCOPE',
  'INVALID_IV',
  'INVALID_TAG',
  'INVALID_SEALED_KEY',
  'INVALID_CURSOR',
  'AUTHORIZATION_PENDING',
  'BULK_LIMIT_EXCEEDED',
  'PARTS_NOT_OFFERED',
  'IDEMPOTENCY_CONFLICT',
  'IDEMPOTENCY_MISMATCH',
  'SLOW_DOWN',
  'TILE_NOT_FOUND',
]);
/** The sentence of the service says what its operator has to do, or why the way of signing in is refused. */
const WITH_MESSAGE: ReadonlySet<string> = new Set(['READ_ONLY', 'SIGN_IN_REFUSED']);

const OF_MACHINES = /details|segment|\b(?:GET|PUT|POST|PATCH)\b|_|base64|cursor|header|\bid\b|token carries/;

const rules = new Set(
  Object.values(POLICIES).flatMap(({ requires, grantedBy }) => [...requires, ...grantedBy].map(({ id }) => id)),
);

describe('the pages have words', () => {
  test('for each event', () => {
    expect(Object.keys(EVENTS).filter((type) => !isType(type))).toEqual([]);
    for (const type of Object.keys(EVENTS))
      expect(predicateOf({ type, data: {}, target: TARGET })).not.toMatch(OF_MACHINES);
  });

  test('for each action that a rule refuses', () => {
    expect(Object.keys(POLICIES).filter((action) => describeRefusedAction(action) === NO_ACTION)).toEqual([]);
  });

  test('for each rule that refuses', () => {
    expect(rules.size).toBeGreaterThan(100);
    expect([...rules].filter((rule) => describeRefusalReason(rule) === NO_REASON)).toEqual([]);
  });

  test('for each rule that gives a member a right, and for each that refuses it', () => {
    for (const action of Object.keys(POLICIES).filter(isRight)) {
      const { requires, grantedBy } = POLICIES[action];
      const granting = grantedBy.map(({ id, text }) => ({ rule: id, text, holds: true }));
      for (const reason of granting) {
        const said = rightInWords({ action, effect: 'allow', reasons: [reason] }, ASKED);
        expect([reason.rule, said]).toEqual([reason.rule, expect.stringMatching(/^They can, .+\.$/)]);
      }
      const sight = POLICIES[action === 'file.download' ? 'file.see' : 'room.see'];
      for (const { id: rule, text } of [...requires, ...sight.requires].filter(({ id }) => !id.startsWith('scope:'))) {
        const reasons = [{ rule, text, holds: false }, ...granting];
        const said = rightInWords({ action, effect: 'deny', reasons }, ASKED);
        expect([action, rule, said]).toEqual([action, rule, expect.stringMatching(/^They cannot: .+\.$/)]);
      }
      const refused = granting.map((reason) => ({ ...reason, holds: false }));
      const said = rightInWords({ action, effect: 'deny', reasons: refused }, ASKED);
      expect([action, said]).toEqual([action, expect.stringMatching(/^They cannot: .+\.$/)]);
    }
  });

  test('for each error code that a person meets, without technical terms', () => {
    const met = Object.keys(ERRORS).filter((code) => !OF_PROGRAMS.has(code) && !WITH_MESSAGE.has(code));
    expect(met.filter((code) => SENTENCES[code] === undefined)).toEqual([]);
    for (const sentence of Object.values(SENTENCES)) expect(sentence.replace('srk_', '')).not.toMatch(OF_MACHINES);
  });
});

/** A question about a person is about all that they may, not about a token. */
const isRight = (action: string): action is keyof typeof RIGHTS => Object.hasOwn(RIGHTS, action);
const ASKED = { role: 'viewer', clearance: 'C2', roomLabel: 'C3', fileLabel: 'C3' } as const;
const TARGET = { type: 'room', id: 'r', room_id: 'r', label: null } as const;

test.each([
  [
    'name',
    'name must be one path segment other than "." and ".."',
    'The name cannot contain “/”, and cannot be “.” or “..”.',
  ],
  ['name', 'name must have at most 200 characters', 'The name can have 200 characters at most.'],
  [
    'users.0.email',
    'email must be one plain ASCII e-mail address, at most 254 characters',
    'The address is not an e-mail',
  ],
  ['max_downloads', 'max_downloads must be at least 1', 'The number of downloads must be at least 1.'],
  [
    'url',
    'url must be an address such as https://hooks.example.com/strongroom',
    'The address must be like https://hooks',
  ],
  ['x', 'x must be a thumbprint of 43 characters', 'A field is not accepted by the service.'],
])('a problem of %s is a sentence without words of machines', (field, message, sentence) => {
  expect(problemSentence({ field, message })).toMatch(sentence);
});
