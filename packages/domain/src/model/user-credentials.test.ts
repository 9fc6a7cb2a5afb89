import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { aSession, aToken, aUser, hash, invitationId, NOW, sessionId, tokenId } from '../../test/examples.ts';
import { plus } from '../values/time.ts';
import type { ApiToken, PasswordHash } from './user.ts';
import {
  addSession,
  addToken,
  COOKIE_IDLE,
  endSession,
  isOver,
  isSessionOver,
  MAX_SESSIONS,
  MAX_TOKENS,
  noteCookieUse,
  revokeToken,
  revokeTokens,
  setPassword,
} from './user-credentials.ts';
import { linkKeyPerson, unlinkKeyPerson } from './user-identities.ts';
import { inviteUser } from './user-invitations.ts';
import { deactivate, reactivate } from './user-status.ts';

const refusal = (code: string) => expect.objectContaining({ code });
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

test('a credential is over at the very moment it expires, and never without one', () => {
  expect([isOver({ expiresAt: NOW }, plus(NOW, -1)), isOver({ expiresAt: NOW }, NOW)]).toEqual([false, true]);
  expect(isOver({ expiresAt: null }, NOW)).toBe(false);
});

describe('a session in a cookie', () => {
  const session = { ...aSession(1), expiresAt: plus(NOW, 3 * COOKIE_IDLE), cookieUsedAt: NOW };

  test('is over when it was not used for 30 minutes, or has expired', () => {
    expect([plus(NOW, COOKIE_IDLE - 1), plus(NOW, COOKIE_IDLE)].map((now) => isSessionOver(session, now))).toEqual([
      false,
      true,
    ]);
    const used = { ...session, cookieUsedAt: plus(NOW, 3 * COOKIE_IDLE - 1) };
    expect(isSessionOver(used, plus(NOW, 3 * COOKIE_IDLE))).toBe(true);
    const { cookieUsedAt: _, ...bearer } = session;
    expect(isSessionOver(bearer, plus(NOW, COOKIE_IDLE))).toBe(false);
  });

  test('notes its use, and no use of another session or of an earlier time', () => {
    const user = aUser({ sessions: [session, aSession(2)] });
    const next = noteCookieUse(user, sessionId(1), plus(NOW, 5));
    expect(next?.sessions).toEqual([{ ...session, cookieUsedAt: plus(NOW, 5) }, aSession(2)]);
    expect(noteCookieUse(user, sessionId(1), NOW)).toBeUndefined();
    expect(noteCookieUse(user, sessionId(2), plus(NOW, 5))).toBeUndefined();
    expect(noteCookieUse(user, sessionId(3), plus(NOW, 5))).toBeUndefined();
  });
});

describe('deactivating a user', () => {
  const user = inviteUser(
    aUser({ tokens: [aToken(1)], sessions: [aSession(1)], password: 'kept' as PasswordHash, epoch: 6 }),
    {
      id: invitationId(1),
      hash: hash(1),
      at: NOW,
    },
  );

  test('ends tokens, sessions and the pending invitation in one write, and raises the epoch', () => {
    const gone = deactivate(user);
    expect(gone).toEqual({
      ...user,
      status: 'deactivated',
      epoch: 7,
      tokens: [],
      sessions: [],
      invitations: user.invitations.map((known) => ({ ...known, status: 'revoked' })),
    });
    expect(gone.password).toBe('kept');
  });

  test('leaves an invitation that was accepted as it was', () => {
    const accepted = aUser({
      invitations: user.invitations.map((known) => ({ ...known, status: 'accepted' as const })),
    });
    expect(deactivate(accepted).invitations).toEqual(accepted.invitations);
  });

  test('again changes nothing, not even the epoch', () => {
    const gone = deactivate(user);
    expect(deactivate(gone)).toBe(gone);
  });

  test('is undone without restoring anything, and the epoch stays', () => {
    const back = reactivate(deactivate(user));
    expect(back).toMatchObject({ status: 'active', epoch: 7, tokens: [], sessions: [] });
    expect(back.invitations.map((known) => known.status)).toEqual(['revoked']);
  });

  test('is undone to the status "invited" for a user who never activated', () => {
    const never = aUser({ status: 'invited', activatedAt: null });
    expect(reactivate(deactivate(never)).status).toBe('invited');
  });

  test('is not undone for an active or invited user, who stays unchanged', () => {
    for (const stays of [aUser(), aUser({ status: 'invited', activatedAt: null })])
      expect(reactivate(stays)).toBe(stays);
  });

  test('raises the epoch each time, which voids memberships and links made in between', () => {
    expect(deactivate(reactivate(deactivate(user))).epoch).toBe(8);
  });
});

describe('the API tokens of a user', () => {
  test('are at most 100 living ones', () => {
    expect(MAX_TOKENS).toBe(100);
    const full = aUser({ tokens: numbers(100).map((n) => aToken(n)) });
    expect(() => addToken(full, aToken(101), NOW)).toThrow(
      expect.objectContaining({
        code: 'LIMIT_REACHED',
        message: 'A user has at most 100 API tokens; revoke one first.',
      }),
    );
    const almost = aUser({ tokens: numbers(99).map((n) => aToken(n)) });
    expect(addToken(almost, aToken(100), NOW).tokens.map((token) => token.id)).toEqual(numbers(100).map(tokenId));
  });

  test('that expired do not count to the 100', () => {
    const full = aUser({ tokens: [aToken(1, { expiresAt: NOW }), ...numbers(99).map((n) => aToken(n + 1))] });
    expect(addToken(full, aToken(101), NOW).tokens.map((token) => token.id)).toContain(tokenId(101));
    expect(() => addToken(full, aToken(101), plus(NOW, -1))).toThrow(refusal('LIMIT_REACHED'));
  });

  test('that expired are kept while there is room, so that their holder gets TOKEN_EXPIRED', () => {
    const expired = aToken(1, { expiresAt: NOW });
    expect(addToken(aUser({ tokens: [expired] }), aToken(2), NOW).tokens).toEqual([expired, aToken(2)]);
    const full = aUser({ tokens: [expired, aToken(2, { expiresAt: NOW }), ...numbers(98).map((n) => aToken(n + 2))] });
    expect(addToken(full, aToken(101), NOW).tokens.map((token) => token.id)).toEqual(
      numbers(100).map((n) => tokenId(n + 1)),
    );
  });

  test('without an expiry never make room', () => {
    const first = aToken(1, { expiresAt: null });
    expect(addToken(aUser({ tokens: [first] }), aToken(2), plus(NOW, 1e12)).tokens).toContainEqual(first);
  });
});

describe('revoking an API token', () => {
  test('leaves all others', () => {
    const user = aUser({ tokens: [aToken(1), aToken(2)] });
    expect(revokeToken(user, tokenId(1))).toEqual({ ...user, tokens: [aToken(2)] });
    expect(revokeToken(user, tokenId(9))).toEqual(user);
  });

  test('revokes every token made with it, at any depth and in any order', () => {
    const forest = fc
      .array(fc.option(fc.nat(), { nil: null }), { minLength: 1, maxLength: 12 })
      .map((parents) =>
        parents.map(
          (parent, i): ApiToken => aToken(i, { madeWith: parent === null || i === 0 ? null : tokenId(parent % i) }),
        ),
      );
    const shuffled = forest.chain((tokens) =>
      fc.tuple(fc.shuffledSubarray(tokens, { minLength: tokens.length }), fc.nat(tokens.length - 1)),
    );
    fc.assert(
      fc.property(shuffled, ([tokens, n]) => {
        const byId = new Map<string, ApiToken>(tokens.map((token) => [token.id, token]));
        const comesFrom = (token: ApiToken | undefined): boolean =>
          token !== undefined && (token.id === tokenId(n) || comesFrom(byId.get(token.madeWith ?? '')));
        const left = revokeToken(aUser({ tokens }), tokenId(n)).tokens;
        expect(left).toEqual(tokens.filter((token) => !comesFrom(token)));
      }),
    );
  });
});

describe('the sessions of a user', () => {
  test('are at most 20: a further one ends the oldest', () => {
    expect(MAX_SESSIONS).toBe(20);
    const full = aUser({ sessions: numbers(20).map((n) => aSession(n)) });
    expect(addSession(full, aSession(21), NOW).sessions).toEqual(numbers(20).map((n) => aSession(n + 1)));
  });

  test('that expired make room before a living one ends', () => {
    const sessions = numbers(20).map((n) => aSession(n, n === 7 ? { expiresAt: NOW } : {}));
    const left = addSession(aUser({ sessions }), aSession(21), NOW).sessions;
    expect(left).toEqual([...sessions.filter((_, i) => i !== 6), aSession(21)]);
  });

  test('end one at a time, and ending one that is gone changes nothing', () => {
    const user = aUser({ sessions: [aSession(1), aSession(2)], tokens: [aToken(1)] });
    expect(endSession(user, sessionId(1))).toEqual({ ...user, sessions: [aSession(2)] });
    expect(endSession(user, sessionId(9))).toEqual(user);
  });
});

test('revoking every token leaves a user without one as they are', () => {
  const user = aUser({ tokens: [aToken(1), aToken(2)] });
  expect(revokeTokens(user)).toEqual({ ...user, tokens: [] });
  const none = aUser({ tokens: [] });
  expect(revokeTokens(none)).toBe(none);
});

describe('setting a password', () => {
  const user = aUser({ sessions: [aSession(1), aSession(2), aSession(3)], tokens: [aToken(1)] });
  const password = 'new' as PasswordHash;

  test('with a session ends all the others', () => {
    expect(setPassword(user, password, sessionId(2))).toEqual({ ...user, password, sessions: [aSession(2)] });
  });

  test('with a token ends every session and no token', () => {
    expect(setPassword(user, password, null)).toEqual({ ...user, password, sessions: [] });
  });
});

describe('a person of the key service', () => {
  const [one, other] = [
    { iss: 'https://keys.example', id: 'one' },
    { iss: 'https://keys.example', id: 'other' },
  ];
  const linked = linkKeyPerson(aUser(), one);

  test('is linked once, and again changes nothing', () => {
    expect(linked.keyPerson).toEqual(one);
    expect(linkKeyPerson(linked, { ...one })).toBe(linked);
  });

  test('is replaced only if they agree, or after they were unlinked', () => {
    for (const agreed of [undefined, other, { ...one, iss: 'https://other.example' }])
      expect(() => linkKeyPerson(linked, other, agreed)).toThrow(refusal('KEY_PERSON_LINKED'));
    expect(linkKeyPerson(linked, other, { ...one }).keyPerson).toEqual(other);
    expect(linkKeyPerson(unlinkKeyPerson(linked), other).keyPerson).toEqual(other);
  });
});
