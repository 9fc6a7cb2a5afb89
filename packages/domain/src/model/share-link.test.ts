import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { aLink, NOW } from '../../test/examples.ts';
import type { MembershipId, UserId } from '../values/ids.ts';
import type { Label } from '../values/labels.ts';
import type { DownloadCap } from '../values/numbers.ts';
import { plus } from '../values/time.ts';
import {
  creatorHasLeft,
  isExhausted,
  isExpired,
  isRevoked,
  LINKS_FOR_OWNERS,
  type LinkMaker,
  linkHasEnded,
  MAX_ENDED_LINKS,
  MAX_LINKS_OF_ONE,
  MAX_LIVING_LINKS,
  makeRoomForLink,
  redeemLink,
  relabelLink,
  remainingDownloads,
  revokeLink,
  type ShareLink,
  shareStatus,
} from './share-link.ts';

const cap = (n: number) => n as DownloadCap;

describe('the status of a link', () => {
  test('is active while nothing speaks against it', () => {
    expect(shareStatus(aLink(), true, NOW)).toBe('active');
  });

  test('is revoked before expired before exhausted, if several apply', () => {
    const used = { maxDownloads: cap(2), downloads: 2 };
    const late = { expiresAt: NOW };
    const revoked = { revokedAt: NOW };
    expect(shareStatus(aLink(used), true, NOW)).toBe('exhausted');
    expect(shareStatus(aLink({ ...used, ...late }), true, NOW)).toBe('expired');
    expect(shareStatus(aLink({ ...used, ...late, ...revoked }), true, NOW)).toBe('revoked');
    expect(shareStatus(aLink({ ...used, ...late }), false, NOW)).toBe('revoked');
    expect(shareStatus(aLink(revoked), true, NOW)).toBe('revoked');
  });

  test('is revoked only while its creator lacks the right', () => {
    const link = aLink();
    expect([shareStatus(link, false, NOW), shareStatus(link, true, NOW)]).toEqual(['revoked', 'active']);
  });
});

test('a link expires at the very moment it names', () => {
  const link = aLink({ expiresAt: NOW });
  expect([isExpired(link, plus(NOW, -1)), isExpired(link, NOW), isExpired(link, plus(NOW, 1))]).toEqual([
    false,
    true,
    true,
  ]);
});

describe('the downloads of a link', () => {
  test('are counted, each as one, and nothing else of the link changes', () => {
    const link = aLink({ downloads: 1 });
    expect(redeemLink(link, NOW)).toEqual({ ...link, downloads: 2, lastUsedAt: NOW });
    expect(link.downloads).toBe(1);
  });

  test('are as many as the cap says when each is taken only while it is not exhausted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 80 }), (max, asked) => {
        let link = aLink({ maxDownloads: cap(max) });
        for (let i = 0; i < asked; i++) if (!isExhausted(link)) link = redeemLink(link, NOW);
        expect(link.downloads).toBe(Math.min(max, asked));
        expect(remainingDownloads(link)).toBe(max - link.downloads);
        expect(isExhausted(link)).toBe(remainingDownloads(link) === 0);
      }),
    );
  });

  test('are unlimited without a cap', () => {
    const link = aLink({ maxDownloads: null, downloads: 1_000_000 });
    expect([isExhausted(link), remainingDownloads(link)]).toEqual([false, null]);
  });
});

test('a link is revoked once and keeps the moment', () => {
  const link = aLink();
  expect(isRevoked(link)).toBe(false);
  const revoked = revokeLink(link, NOW);
  expect(revoked).toEqual({ ...link, revokedAt: NOW });
  expect(isRevoked(revoked)).toBe(true);
  expect(revokeLink(revoked, plus(NOW, 1))).toBe(revoked);
});

test('a link gets the label of its file', () => {
  const link = aLink({ label: 'C2' as Label });
  expect(relabelLink(link, 'C3' as Label)).toEqual({ ...link, label: 'C3' });
  expect(relabelLink(link, 'C2' as Label)).toBe(link);
});

describe('the links of a file', () => {
  const many = (count: number, change: Partial<ShareLink> = {}) => Array.from({ length: count }, () => aLink(change));
  const isOver = (link: ShareLink) => linkHasEnded(link, NOW);
  const owners = ['ada' as UserId];
  const [owner, bob, vic] = ['ada', 'bob', 'vic'].map((id): LinkMaker => ({ userId: id as UserId, owners })) as [
    LinkMaker,
    LinkMaker,
    LinkMaker,
  ];

  test('end by revocation, at their end and with the last download', () => {
    const used = { maxDownloads: cap(2), downloads: 2 };
    expect([{}, { revokedAt: NOW }, { expiresAt: NOW }, used].map((one) => isOver(aLink(one)))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });

  test('are at most 200 that work', () => {
    expect(makeRoomForLink(many(MAX_LIVING_LINKS - 1), isOver, owner)).toEqual([]);
    expect(() => makeRoomForLink(many(MAX_LIVING_LINKS), isOver, owner)).toThrow('revoke one first');
  });

  test('are at most 50 of one person who is not an owner, who leaves the others theirs', () => {
    const of = (person: LinkMaker, count: number) => many(count, { createdBy: person.userId });
    expect(makeRoomForLink([...of(bob, 49), ...of(vic, 50), ...of(owner, 60)], isOver, bob)).toEqual([]);
    const full = of(bob, MAX_LINKS_OF_ONE);
    expect(() => makeRoomForLink(full, isOver, bob)).toThrow('at most 50');
    expect(makeRoomForLink(full, isOver, vic)).toEqual([]);
    expect(makeRoomForLink(of(owner, MAX_LIVING_LINKS - 1), isOver, owner)).toEqual([]);
  });

  test('leave 50 to the owners, however many others make', () => {
    const others = many(MAX_LIVING_LINKS - LINKS_FOR_OWNERS, { createdBy: vic.userId });
    expect(() => makeRoomForLink(others, isOver, bob)).toThrow('at most 50');
    expect(makeRoomForLink([...others, ...many(49, { createdBy: owner.userId })], isOver, owner)).toEqual([]);
  });

  test('refuse a member who is not an owner in the same words for links of their own and of others', () => {
    const refusalOf = (links: readonly ShareLink[]): string => {
      try {
        makeRoomForLink(links, isOver, bob);
        return '';
      } catch (error) {
        return String(error);
      }
    };
    const refusals = [
      many(MAX_LINKS_OF_ONE, { createdBy: bob.userId }),
      many(MAX_LIVING_LINKS - LINKS_FOR_OWNERS, { createdBy: vic.userId }),
      many(MAX_LIVING_LINKS, { createdBy: owner.userId }),
    ].map(refusalOf);
    expect(new Set(refusals).size).toBe(1);
    expect(refusals[0]).not.toBe('');
  });

  test('lose the oldest ended ones beyond 200', () => {
    const ended = many(MAX_ENDED_LINKS + 2, { revokedAt: NOW });
    expect(makeRoomForLink([...many(1), ...ended], isOver, owner)).toEqual(ended.slice(0, 2));
    expect(makeRoomForLink(ended.slice(2), isOver, owner)).toEqual([]);
  });

  test('lose their creator when that user is deactivated, or leaves the membership under which they were made', () => {
    const link = aLink();
    const [user, member] = [{ epoch: link.creatorEpoch }, { id: link.creatorMembershipId }];
    expect(creatorHasLeft(link, user, member)).toBe(false);
    expect(creatorHasLeft(link, { epoch: link.creatorEpoch + 1 }, member)).toBe(true);
    expect(creatorHasLeft(link, user, { id: 'another' as MembershipId })).toBe(true);
    expect(creatorHasLeft(link, undefined, member)).toBe(true);
    expect(creatorHasLeft(link, user, undefined)).toBe(true);
  });
});
