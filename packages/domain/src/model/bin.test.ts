import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { aBinnedFile, anAvailableFile, aRoom, NOW, userId } from '../../test/examples.ts';
import { BinDays, MAX_BIN_DAYS } from '../values/numbers.ts';
import { DAY, type Instant, plus } from '../values/time.ts';
import { binDaysOf, binEnd, binFile, binOverUntil, isOverInBin, restoreFile, setBinDays } from './bin.ts';
import { deleteFile, hasKey, isPresent } from './file.ts';
import type { LiveRoom } from './room.ts';

const days = (number: number) => BinDays.parse(number);
const ADA = userId(1);
const deletedIn = (room: LiveRoom, at: Instant) => binFile(room, anAvailableFile(), { at, userId: ADA });

describe('the bin of a room', () => {
  test('does not exist at first', () => {
    expect(binDaysOf(aRoom())).toBe(0);
    expect(setBinDays(aRoom(), days(0), NOW)).toEqual(aRoom());
  });

  test('keeps a file with its key and gives it back as it was', () => {
    const room = setBinDays(aRoom(), days(30), NOW);
    const file = anAvailableFile({ swept: true });
    const binned = binFile(room, file, { at: plus(NOW, DAY), userId: ADA });
    expect(binned).toEqual({ ...file, status: 'binned', deletedBy: ADA, deletedAt: plus(NOW, DAY) });
    expect([isPresent(binned), hasKey(binned)]).toEqual([false, true]);
    const once = restoreFile(binned);
    expect(once).toEqual({ ...file, restored: 1 });
    expect(Object.keys(once).toSorted()).toEqual([...Object.keys(file), 'restored'].toSorted());
    expect(restoreFile(binFile(room, once, { at: plus(NOW, DAY), userId: ADA }))).toEqual({ ...file, restored: 2 });
    expect(hasKey(deleteFile(binned, NOW))).toBe(false);
  });

  test('ends at the very moment the days are over', () => {
    const room = setBinDays(aRoom(), days(7), NOW);
    const file = aBinnedFile({ deletedAt: plus(NOW, 1) });
    expect(binEnd(room, file)).toBe(plus(NOW, 1 + 7 * DAY));
    expect(isOverInBin(room, file, plus(NOW, 7 * DAY))).toBe(false);
    expect(isOverInBin(room, file, plus(NOW, 1 + 7 * DAY))).toBe(true);
  });

  test('that is switched off holds nothing any more, also when it is switched on again', () => {
    const on = setBinDays(aRoom(), days(30), NOW);
    const file = deletedIn(on, plus(NOW, DAY));
    const off = setBinDays(on, days(0), plus(NOW, 2 * DAY));
    const again = setBinDays(off, days(90), plus(NOW, 2 * DAY));
    for (const room of [off, again]) expect(isOverInBin(room, file, plus(NOW, 2 * DAY))).toBe(true);
  });

  test('gives a file that is deleted after a longer term was set that term, also by a clock that lags', () => {
    const room = setBinDays(setBinDays(aRoom(), days(0), NOW), days(30), plus(NOW, DAY));
    const file = deletedIn(room, plus(NOW, DAY - 5000));
    expect(binEnd(room, file)).toBe(plus(file.deletedAt, 30 * DAY));
  });

  test('never takes a file as deleted before it was confirmed', () => {
    const room = setBinDays(aRoom(), days(30), NOW);
    expect(deletedIn(room, plus(NOW, -90 * DAY)).deletedAt).toBeGreaterThanOrEqual(anAvailableFile().confirmedAt);
  });
});

describe('after any changes of the term', () => {
  /** Days between two acts, and the new term, or none for a deletion. */
  const acts = fc.array(
    fc.record({ pause: fc.integer({ min: 0, max: 40 }), term: fc.option(fc.integer({ min: 0, max: MAX_BIN_DAYS })) }),
    { maxLength: 30 },
  );

  test('a file ends with the shortest term since its deletion, and all that end earlier were deleted earlier', () => {
    fc.assert(
      fc.property(acts, fc.integer({ min: 0, max: 200 }), (list, later) => {
        let room = aRoom();
        let at: Instant = NOW;
        let known: readonly Readonly<{ file: ReturnType<typeof deletedIn>; shortest: number }>[] = [];
        for (const { pause, term } of list) {
          at = plus(at, 1 + pause * DAY);
          if (term === null) {
            // Without a bin a file is destroyed at once.
            if (binDaysOf(room) > 0) known = [...known, { file: deletedIn(room, at), shortest: binDaysOf(room) }];
          } else {
            room = setBinDays(room, days(term), at);
            known = known.map(({ file, shortest }) => ({ file, shortest: Math.min(shortest, term) }));
          }
        }
        const now = plus(at, later * DAY);
        const until = binOverUntil(room, now);
        for (const { file, shortest } of known) {
          expect(binEnd(room, file)).toBe(plus(file.deletedAt, shortest * DAY));
          expect(isOverInBin(room, file, now)).toBe(file.deletedAt <= until);
        }
        const terms = room.bin?.earlier ?? [];
        expect(terms.length).toBeLessThanOrEqual(MAX_BIN_DAYS);
        for (const [index, term] of terms.entries()) {
          expect(term.days).toBeLessThan(terms[index + 1]?.days ?? binDaysOf(room));
          expect(term.until).toBeLessThanOrEqual(terms[index + 1]?.until ?? now);
        }
      }),
    );
  });
});
