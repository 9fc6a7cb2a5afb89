import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { aLink, NOW } from '../../test/examples.ts';
import { DomainError } from '../values/errors.ts';
import { type DownloadCap, MAX_SHARE_SECONDS } from '../values/numbers.ts';
import { LinkMessage, LinkName, LinkRecipient } from '../values/text.ts';
import { expiryAfter, plus } from '../values/time.ts';
import { changedFields, changeLink, type LinkChange } from './link-change.ts';
import { isExhausted, redeemLink } from './share-link.ts';

const cap = (n: number) => n as DownloadCap;
const TEXTS = {
  name: LinkName.parse('Offer'),
  recipient: LinkRecipient.parse('Nora West'),
  message: LinkMessage.parse('As we said.'),
};
const refusal = (change: LinkChange, link = aLink()) => {
  try {
    changeLink(link, change, NOW);
    return 'done';
  } catch (error) {
    return error instanceof DomainError ? error.code : error;
  }
};

describe('changing a link', () => {
  test('sets, keeps and removes its texts', () => {
    const named = changeLink(aLink(), TEXTS, NOW);
    expect(named).toEqual({ ...aLink(), ...TEXTS });
    const { name: _removed, ...rest } = named;
    expect(changeLink(named, { name: null, recipient: undefined }, NOW)).toEqual(rest);
    expect(changedFields(named, rest)).toEqual(['name']);
  });

  test('with equal values changes nothing', () => {
    const link = aLink(TEXTS);
    expect(changeLink(link, {}, NOW)).toBe(link);
    expect(changeLink(link, { ...TEXTS, expiresAt: link.expiresAt, maxDownloads: link.maxDownloads }, NOW)).toBe(link);
    const late = aLink({ expiresAt: plus(NOW, -1000) });
    expect(changeLink(late, { expiresAt: late.expiresAt }, NOW)).toBe(late);
  });

  test('takes an end in the future, at most one year from now', () => {
    const longest = expiryAfter(NOW, MAX_SHARE_SECONDS);
    expect(refusal({ expiresAt: NOW })).toBe('VALIDATION_ERROR');
    expect(refusal({ expiresAt: plus(NOW, 1) })).toBe('done');
    expect(refusal({ expiresAt: longest })).toBe('done');
    expect(refusal({ expiresAt: plus(longest, 1) })).toBe('VALIDATION_ERROR');
  });

  test('lets an expired link work again, and a revoked one never', () => {
    const late = aLink({ expiresAt: plus(NOW, -1000), downloads: 1 });
    expect(redeemLink(changeLink(late, { expiresAt: plus(NOW, 1000) }, NOW), NOW).downloads).toBe(2);
    expect(refusal({ name: TEXTS.name }, aLink({ revokedAt: NOW }))).toBe('SHARE_REVOKED');
  });

  test('refuses a cap below the downloads, and ends the link with an equal one', () => {
    const link = aLink({ maxDownloads: cap(5), downloads: 3 });
    expect(refusal({ maxDownloads: cap(2) }, link)).toBe('SHARE_ALREADY_USED');
    expect(isExhausted(changeLink(link, { maxDownloads: cap(3) }, NOW))).toBe(true);
    expect(changeLink(link, { maxDownloads: null }, NOW).maxDownloads).toBeNull();
    expect(refusal({ name: TEXTS.name }, aLink({ maxDownloads: cap(2), downloads: 2 }))).toBe('done');
  });

  test('keeps the downloads within the cap in every order of changes and downloads', () => {
    const step = fc.oneof(fc.constant('download' as const), fc.option(fc.integer({ min: 1, max: 6 }), { nil: null }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let link = aLink({ maxDownloads: cap(2) });
        for (const next of steps)
          try {
            link =
              next === 'download'
                ? redeemLink(link, NOW)
                : changeLink(link, { maxDownloads: next === null ? null : cap(next) }, NOW);
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
          }
        expect(link.maxDownloads === null || link.downloads <= link.maxDownloads).toBe(true);
      }),
    );
  });
});
