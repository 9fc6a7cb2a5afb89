import { describe, expect, test } from '@jest/globals';
import { aLink, aRedemption, NOW } from '../../test/examples.ts';
import { DomainError } from '../values/errors.ts';
import type { ShareLinkId } from '../values/ids.ts';
import { DAY, plus } from '../values/time.ts';
import { isResumable, MAX_RESUMES, resumableUntil, resumeRedemption } from './redemption.ts';

const link = aLink();
const redemption = aRedemption({ linkId: link.id });

describe('a redemption', () => {
  test('counts each resume as one, and nothing else of it changes', () => {
    expect(resumeRedemption(redemption, link, NOW)).toEqual({ ...redemption, resumes: 1 });
    expect(redemption.resumes).toBe(0);
  });

  test('is resumed 100 times and no more', () => {
    let current = redemption;
    for (let n = 0; n < MAX_RESUMES; n++) current = resumeRedemption(current, link, NOW);
    expect(current.resumes).toBe(100);
    expect(() => resumeRedemption(current, link, NOW)).toThrow(new DomainError('REDEMPTION_ENDED'));
  });

  test('is resumed for 24 hours and not a moment longer', () => {
    expect(resumableUntil(redemption)).toBe(plus(NOW, DAY));
    expect([plus(NOW, DAY - 1), plus(NOW, DAY)].map((now) => isResumable(redemption, link, now))).toEqual([
      true,
      false,
    ]);
    expect(() => resumeRedemption(redemption, link, plus(NOW, DAY))).toThrow(new DomainError('REDEMPTION_ENDED'));
  });

  test('belongs to its link', () => {
    const other = { id: 'another' as ShareLinkId };
    expect(isResumable(redemption, other, NOW)).toBe(false);
    expect(() => resumeRedemption(redemption, other, NOW)).toThrow(new DomainError('REDEMPTION_ENDED'));
  });
});
