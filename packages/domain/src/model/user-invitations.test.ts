import { describe, expect, test } from '@jest/globals';
import { aSession, aToken, aUser, hash, invitationId, NOW, roomId, userId } from '../../test/examples.ts';
import { DomainError } from '../values/errors.ts';
import type { PersonName } from '../values/text.ts';
import { HOUR, type Instant, plus } from '../values/time.ts';
import type { PasswordHash, User } from './user.ts';
import { acceptableInvitation, acceptInvitation, invitedOnlyBy, inviteUser } from './user-invitations.ts';
import { deactivate, reactivate } from './user-status.ts';

const LIFE = 72 * HOUR;
const name = 'Ada' as PersonName;
const refusal = (code: string) => expect.objectContaining({ code });
const codeOf = (act: () => unknown): string | undefined => {
  try {
    act();
  } catch (error) {
    if (error instanceof DomainError) return error.code;
  }
  return undefined;
};
const password = (text: string) => `$argon2id$${text}` as PasswordHash;

const stranger = (with_: Partial<User> = {}) => aUser({ status: 'invited', activatedAt: null, name: '', ...with_ });
const invited = (user: User, n: number, at: Instant = NOW) =>
  inviteUser(user, { id: invitationId(n), hash: hash(n), at });
const accept = (user: User, n: number, at: Instant = NOW, secret: PasswordHash | null = null) =>
  acceptInvitation(user, hash(n), { name, password: secret, at });
const statuses = (user: User) => user.invitations.map((invitation) => invitation.status);

describe('an invitation', () => {
  test('is pending for 72 hours', () => {
    expect(invited(stranger(), 1).invitations).toEqual([
      { id: invitationId(1), hash: hash(1), createdAt: NOW, expiresAt: plus(NOW, LIFE), status: 'pending' },
    ]);
  });

  test('kills the one before it', () => {
    const twice = invited(invited(stranger(), 1), 2);
    expect(statuses(twice)).toEqual(['revoked', 'pending']);
    expect(() => accept(twice, 1)).toThrow(refusal('INVITATION_REVOKED'));
    expect(accept(twice, 2).status).toBe('active');
  });

  test('is remembered among the last ten of its user', () => {
    const eleven = Array.from({ length: 11 }, (_, i) => i + 1).reduce((user, n) => invited(user, n), stranger());
    expect(eleven.invitations.map((known) => known.id)).toEqual(
      Array.from({ length: 10 }, (_, i) => invitationId(i + 2)),
    );
    expect(() => accept(eleven, 1)).toThrow(refusal('INVITATION_NOT_FOUND'));
    expect(() => accept(eleven, 2)).toThrow(refusal('INVITATION_REVOKED'));
  });

  test('is not made for a deactivated user', () => {
    expect(() => invited(deactivate(aUser()), 1)).toThrow(refusal('USER_DEACTIVATED'));
  });
});

test('one user alone invited a person, unless a directory or another user did too, or some of it may be forgotten', () => {
  const by = userId(7);
  const more = (user: User, count: number, given: object = { invitedBy: by }): User =>
    Array.from({ length: count }).reduce<User>(
      (before, _, index) => inviteUser(before, { id: invitationId(index), hash: hash(index), at: NOW, ...given }),
      user,
    );
  expect(invitedOnlyBy(more(stranger(), 9), by)).toBe(true);
  expect(invitedOnlyBy(more(stranger(), 10), by)).toBe(false);
  expect(invitedOnlyBy(more(stranger({ directory: {} }), 1), by)).toBe(false);
  expect(invitedOnlyBy(more(stranger(), 1, { invitedBy: userId(8) }), by)).toBe(false);
  expect(invitedOnlyBy(more(stranger(), 1, { invitedBy: by, roomId: roomId(1) }), by)).toBe(false);
  expect(invitedOnlyBy(more(aUser(), 1), by)).toBe(false);
});

describe('an invitation that may be accepted', () => {
  test('is found by the hash of its secret, and nothing changes by looking', () => {
    const user = invited(stranger(), 1);
    expect(acceptableInvitation(user, hash(1), plus(NOW, LIFE - 1))).toBe(user.invitations[0]);
    expect(statuses(user)).toEqual(['pending']);
  });

  test('is refused with the words it would be refused with when accepted', () => {
    const replaced = invited(invited(stranger(), 1), 2);
    const cases: readonly (readonly [User, number, Instant])[] = [
      [stranger(), 1, NOW],
      [replaced, 1, NOW],
      [replaced, 2, plus(NOW, LIFE)],
      [accept(replaced, 2), 2, NOW],
      [deactivate(replaced), 2, NOW],
    ];
    const codes = cases.map(([user, n, at]) => {
      const code = codeOf(() => acceptableInvitation(user, hash(n), at));
      expect(codeOf(() => accept(user, n, at, password('new')))).toBe(code);
      return code;
    });
    expect(codes).toEqual([
      'INVITATION_NOT_FOUND',
      'INVITATION_REVOKED',
      'INVITATION_EXPIRED',
      'INVITATION_USED',
      'INVITATION_REVOKED',
    ]);
  });
});

describe('accepting an invitation', () => {
  test('activates the user under the name given, and uses it up', () => {
    const user = accept(invited(stranger(), 1), 1, plus(NOW, 1), password('a'));
    expect(user).toMatchObject({ name: 'Ada', status: 'active', activatedAt: plus(NOW, 1), password: password('a') });
    expect(statuses(user)).toEqual(['accepted']);
    expect(() => accept(user, 1)).toThrow(refusal('INVITATION_USED'));
  });

  test('works up to the last moment before it expires, and no later', () => {
    const user = invited(stranger(), 1);
    expect(accept(user, 1, plus(NOW, LIFE - 1)).status).toBe('active');
    expect(() => accept(user, 1, plus(NOW, LIFE))).toThrow(refusal('INVITATION_EXPIRED'));
  });

  test('says only that an unknown one was not found', () => {
    for (const user of [stranger(), invited(stranger(), 1), deactivate(aUser())])
      expect(() => accept(user, 9)).toThrow(refusal('INVITATION_NOT_FOUND'));
  });

  test('answers an expired one that was used or replaced with that reason', () => {
    const late = plus(NOW, LIFE);
    expect(() => accept(accept(invited(stranger(), 1), 1), 1, late)).toThrow(refusal('INVITATION_USED'));
    expect(() => accept(invited(invited(stranger(), 1), 2), 1, late)).toThrow(refusal('INVITATION_REVOKED'));
  });

  test('is refused after a deactivation, also once the user is back', () => {
    const gone = deactivate(invited(stranger(), 1));
    expect(() => accept(gone, 1)).toThrow(refusal('INVITATION_REVOKED'));
    expect(() => accept(reactivate(gone), 1)).toThrow(refusal('INVITATION_REVOKED'));
  });

  test('is refused to a deactivated user even were it pending still', () => {
    expect(() => accept({ ...invited(stranger(), 1), status: 'deactivated' }, 1)).toThrow(
      refusal('INVITATION_REVOKED'),
    );
  });

  test('needs no password the first time, and keeps an earlier one unless another is given', () => {
    expect(accept(invited(stranger(), 1), 1).password).toBeNull();
    const user = invited(stranger({ password: password('old') }), 1);
    expect(accept(user, 1).password).toBe(password('old'));
    expect(accept(user, 1, NOW, password('new')).password).toBe(password('new'));
  });

  test('for a recovery needs a new password, even if one is set', () => {
    for (const old of [null, password('old')]) {
      const user = invited(aUser({ password: old }), 1);
      expect(() => accept(user, 1)).toThrow(
        expect.objectContaining({
          code: 'VALIDATION_ERROR',
          details: [{ field: 'password', rule: 'required', message: 'password is required with this link' }],
        }),
      );
      expect(accept(user, 1, NOW, password('new')).password).toBe(password('new'));
    }
  });

  test('tells that the link is of no use before it asks for a password', () => {
    const used = accept(invited(aUser(), 1), 1, NOW, password('new'));
    expect(() => accept(used, 1)).toThrow(refusal('INVITATION_USED'));
    expect(() => accept(invited(aUser(), 1), 1, plus(NOW, LIFE))).toThrow(refusal('INVITATION_EXPIRED'));
  });

  test('keeps the sessions of a user who was not active yet, and every other invitation', () => {
    const twice = invited(invited(stranger({ sessions: [aSession(1)] }), 1), 2);
    const user = accept(twice, 2);
    expect(user.sessions).toEqual([aSession(1)]);
    expect(statuses(user)).toEqual(['revoked', 'accepted']);
  });

  test('as the way back in ends all sessions, keeps the API tokens and the time of activation', () => {
    const user = invited(aUser({ sessions: [aSession(1)], tokens: [aToken(1)] }), 1);
    const back = accept(user, 1, plus(NOW, 5), password('new'));
    expect(back).toMatchObject({ sessions: [], tokens: [aToken(1)], activatedAt: NOW, status: 'active', name: 'Ada' });
  });
});
