import { describe, expect, test } from '@jest/globals';
import {
  addMember,
  addSession,
  addToken,
  changeMemberRole,
  confirmFile,
  countFile,
  countIn,
  DAY,
  type DownloadCap,
  deactivate,
  dropMember,
  type GcmTag,
  type Iv,
  type Label,
  type PasswordHash,
  plus,
  redeemLink,
  removeMember,
  setPassword,
} from '../src/index.ts';
import {
  aLink,
  aMembership,
  anAvailableFile,
  aPendingFile,
  aRoom,
  aSession,
  aToken,
  aUnit,
  aUser,
  membershipId,
  NOW,
  roomId,
  userId,
} from './examples.ts';

// The model keeps its own invariants: a caller that skips the policy is refused, and never gets a broken state.

const refusal = (code: string) => expect.objectContaining({ name: 'DomainError', code });
const cap = (n: number) => n as DownloadCap;

describe('redeeming a link', () => {
  test('without a download left is refused', () => {
    expect(() => redeemLink(aLink({ maxDownloads: cap(1), downloads: 1 }), NOW)).toThrow(refusal('SHARE_EXHAUSTED'));
    expect(() => redeemLink(aLink({ maxDownloads: cap(1), downloads: 2 }), NOW)).toThrow(refusal('SHARE_EXHAUSTED'));
  });

  test('is refused at the very moment it expires', () => {
    expect(redeemLink(aLink({ expiresAt: plus(NOW, 1) }), NOW).downloads).toBe(1);
    expect(() => redeemLink(aLink({ expiresAt: NOW }), NOW)).toThrow(refusal('SHARE_EXPIRED'));
  });

  test('is refused once revoked, which speaks before all else', () => {
    const dead = aLink({ revokedAt: NOW, expiresAt: NOW, maxDownloads: cap(1), downloads: 1 });
    expect(() => redeemLink(dead, NOW)).toThrow(refusal('SHARE_REVOKED'));
  });
});

describe('confirming a file', () => {
  test('is refused 24 hours after its upload was requested', () => {
    const values = { iv: 'AAECAwQFBgcICQoL' as Iv, tag: 'AAECAwQFBgcICQoLDA0ODw==' as GcmTag, sealed: 'sealed/1' };
    expect(confirmFile(aPendingFile(), { ...values, at: plus(NOW, DAY - 1) }).status).toBe('available');
    expect(() => confirmFile(aPendingFile(), { ...values, at: plus(NOW, DAY) })).toThrow(refusal('FILE_NOT_FOUND'));
    expect(confirmFile(anAvailableFile(values), { ...values, at: plus(NOW, DAY) }).status).toBe('available');
  });
});

describe('a room', () => {
  const by = { userId: userId(1), at: NOW };
  const elsewhere = aMembership({ roomId: roomId(2) });

  test('does not count an owner twice', () => {
    const again = { id: membershipId(2), userId: userId(1), epoch: 1, role: 'owner', addedBy: userId(1), at: NOW };
    expect(() => addMember(aRoom(), { ...again, role: 'owner' })).toThrow(refusal('USER_ALREADY_EXISTS'));
    expect(() => addMember(aRoom(), { ...again, role: 'viewer' })).toThrow(refusal('USER_ALREADY_EXISTS'));
    const stale = aMembership({ role: 'viewer' });
    expect(changeMemberRole(aRoom(), stale, 'owner').room.owners).toEqual([userId(1)]);
  });

  test('neither changes nor removes a member of another room', () => {
    expect(() => changeMemberRole(aRoom(), elsewhere, 'viewer')).toThrow(refusal('MEMBER_NOT_FOUND'));
    expect(() => removeMember(aRoom({ memberCount: 3 }), elsewhere, by)).toThrow(refusal('MEMBER_NOT_FOUND'));
  });

  test('never counts fewer than no members', () => {
    const empty = aRoom({ owners: [], memberCount: 0 });
    expect(() => dropMember(empty, userId(1))).toThrow(refusal('MEMBER_NOT_FOUND'));
    expect(() => removeMember(empty, aMembership({ role: 'viewer' }), by)).toThrow(refusal('MEMBER_NOT_FOUND'));
  });

  test('never counts fewer than no files of a label', () => {
    const label = 'C2' as Label;
    expect(countFile(aRoom({ files: { C2: 1 } }), label, -1).files).toEqual({ C2: 0 });
    expect(() => countFile(aRoom({ files: { C2: 0 } }), label, -1)).toThrow(refusal('FILE_NOT_FOUND'));
    expect(() => countFile(aRoom(), label, -1)).toThrow(refusal('FILE_NOT_FOUND'));
  });

  test('takes and gives no file while it is archived', () => {
    const archived = aRoom({ status: 'archived', archivedAt: NOW, files: { C2: 1 } });
    for (const step of [1, -1] as const)
      expect(() => countFile(archived, 'C2', step)).toThrow(refusal('ROOM_ARCHIVED'));
  });
});

describe('a user who is not active', () => {
  const gone = deactivate(aUser());
  const invited = aUser({ status: 'invited', activatedAt: null });
  const password = 'hash' as PasswordHash;

  test('gets no token, session or password once deactivated', () => {
    expect(() => addToken(gone, aToken(1), NOW)).toThrow(refusal('USER_DEACTIVATED'));
    expect(() => addSession(gone, aSession(1), NOW)).toThrow(refusal('USER_DEACTIVATED'));
    expect(() => setPassword(gone, password, null)).toThrow(refusal('USER_DEACTIVATED'));
  });

  test('gets no token, session or password before they accepted', () => {
    expect(() => addToken(invited, aToken(1), NOW)).toThrow(refusal('USER_NOT_FOUND'));
    expect(() => addSession(invited, aSession(1), NOW)).toThrow(refusal('USER_NOT_FOUND'));
    expect(() => setPassword(invited, password, null)).toThrow(refusal('USER_NOT_FOUND'));
  });
});

test.each([
  ['children', 'ORG_UNIT_NOT_FOUND'],
  ['rooms', 'ROOM_NOT_FOUND'],
  ['members', 'MEMBER_NOT_FOUND'],
] as const)('an org unit never counts fewer than no %s', (counted, code) => {
  expect(countIn(aUnit({ [counted]: 1 }), counted, -1)[counted]).toBe(0);
  expect(() => countIn(aUnit(), counted, -1)).toThrow(refusal(code));
});
