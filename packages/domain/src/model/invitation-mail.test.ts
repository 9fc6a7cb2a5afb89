import { describe, expect, test } from '@jest/globals';
import { aUser, hash, invitationId, NOW } from '../../test/examples.ts';
import { DAY, HOUR, type Instant, MINUTE, plus, SECOND } from '../values/time.ts';
import { inviteByMail } from './invitation-mail.ts';
import { MAIL_LIMITS } from './mail-budget.ts';
import type { User } from './user.ts';
import { deactivate, reactivate } from './user-status.ts';

const MAX_MAILS_A_DAY = MAIL_LIMITS.perRecipientPerDay;
const START = (Math.ceil(NOW / SECOND) * SECOND) as Instant;
const stranger = aUser({ status: 'invited', activatedAt: null, name: '' });
const mail = (user: User, n: number, at: Instant) => inviteByMail(user, { id: invitationId(n), hash: hash(n), at });

/** A user after as many mails, ten minutes apart. */
function mailed(count: number): User {
  let user: User = stranger;
  for (let n = 0; n < count; n++) ({ user } = mail(user, n, plus(START, n * 10 * MINUTE)));
  return user;
}

describe('mails with an invitation', () => {
  test('are at least ten minutes apart while the link of the last one is valid', () => {
    const { user, isFresh, invitation, nextMailAt } = mail(stranger, 1, START);
    expect([isFresh, nextMailAt]).toEqual([true, plus(START, 10 * MINUTE)]);
    const early = mail(user, 2, plus(nextMailAt, -1));
    expect(early).toEqual({ user, invitation, isFresh: false, mailAt: START, nextMailAt });
    const due = mail(user, 2, nextMailAt);
    expect([due.isFresh, due.invitation.id]).toEqual([true, invitationId(2)]);
    expect(due.user.invitations.map(({ status }) => status)).toEqual(['revoked', 'pending']);
  });

  test('may follow at once if no link is valid', () => {
    const { user } = mail(stranger, 1, START);
    const back = reactivate(deactivate(user));
    expect(mail(back, 2, plus(START, 1)).isFresh).toBe(true);
  });

  test('are at most 20 a day, and the link of the last one stays valid', () => {
    const user = mailed(MAX_MAILS_A_DAY);
    const later = mail(user, 99, plus(START, 20 * HOUR));
    expect([later.isFresh, later.invitation.id, later.nextMailAt]).toEqual([
      false,
      invitationId(MAX_MAILS_A_DAY - 1),
      plus(START, DAY),
    ]);
    expect(mail(user, 99, plus(START, DAY)).isFresh).toBe(true);
  });

  test('the last one of a day says that the next is tomorrow', () => {
    const last = mail(mailed(MAX_MAILS_A_DAY - 1), 99, plus(START, 5 * HOUR));
    expect([last.isFresh, last.nextMailAt]).toEqual([true, plus(START, DAY)]);
  });

  test('wait beyond 20 a day if no link is valid, and the link works for 72 hours from then', () => {
    const user = reactivate(deactivate(mailed(MAX_MAILS_A_DAY)));
    const waiting = mail(user, 99, plus(START, 20 * HOUR));
    expect([waiting.isFresh, waiting.mailAt]).toEqual([true, plus(START, DAY)]);
    expect(waiting.invitation.expiresAt).toBe(plus(START, DAY + 72 * HOUR));
    expect(mail(user, 99, plus(START, DAY)).user.mails).toEqual({ since: plus(START, DAY), count: 1 });
  });

  test('are refused for a deactivated user at once', () => {
    for (const user of [stranger, mailed(MAX_MAILS_A_DAY)])
      expect(() => mail(deactivate(user), 99, plus(START, HOUR))).toThrow(
        expect.objectContaining({ code: 'USER_DEACTIVATED' }),
      );
  });

  test('start at the pending invitation for a user stored before mails were counted', () => {
    const { mails: _, ...stored } = mail(stranger, 1, START).user;
    expect(mail(stored, 2, plus(START, MINUTE)).isFresh).toBe(false);
    expect(mail(stored, 2, plus(START, 10 * MINUTE)).user.mails?.count).toBe(1);
  });
});
