import { describe, expect, test } from '@jest/globals';
import type { RoomId, UserId } from '../values/ids.ts';
import type { NewsLevel } from '../values/news-level.ts';
import { DAY, HOUR, type Instant, instant, MINUTE, plus } from '../values/time.ts';
import { dayNamer, nextHour, TimeZone } from '../values/time-zone.ts';
import { MAIL_LIMITS } from './mail-budget.ts';
import { chooseNews, chooseNoNews, endMail, failMail, newNotifications, noteNews, takeMail } from './notifications.ts';

const at = (text: string): Instant => instant(Date.parse(text));
const A = 'a' as RoomId;
const B = 'b' as RoomId;
const person = newNotifications('u' as UserId);
const rules = (standard: NewsLevel, perRecipientPerDay = 20) => ({
  standard,
  limits: { ...MAIL_LIMITS, perRecipientPerDay },
});
/** A Friday, at 11:30 in Berlin. */
const NOW = at('2026-11-27T10:30:00Z');
const noted = (known = person, roomId = A, standard: NewsLevel = 'daily') =>
  noteNews(known, { roomId, from: 7, now: NOW }, rules(standard));

describe('the time of a mail', () => {
  test.each([
    ['at_once', '2026-11-27T10:35:00Z'],
    ['daily', '2026-11-28T08:00:00Z'],
    ['weekly', '2026-11-30T08:00:00Z'],
  ] as const)('is for %s %s', (level, due) => {
    expect(noted(person, A, level).dueAt).toBe(at(due));
  });

  test('is in the time zone of the person', () => {
    const berlin = chooseNews(person, { timeZone: TimeZone.parse('Europe/Berlin') }, NOW, rules('daily'));
    expect(noted(berlin).dueAt).toBe(at('2026-11-28T07:00:00Z'));
  });

  test('is never for a room that is off', () => {
    expect(noted(person, A, 'none')).toBe(person);
    const off = chooseNews(person, { room: { roomId: A, level: 'none' } }, NOW, rules('daily'));
    expect(noted(off)).toBe(off);
    expect(noted(off, B).dueAt).not.toBeNull();
  });

  test.each([
    ['Europe/Berlin', '2026-03-28T23:30:00Z', '2026-03-29T06:00:00Z'],
    ['Europe/Berlin', '2026-10-24T22:30:00Z', '2026-10-25T07:00:00Z'],
    ['Pacific/Kiritimati', '2026-01-01T17:59:59Z', '2026-01-01T18:00:00Z'],
    ['America/St_Johns', '2026-01-01T11:30:00Z', '2026-01-02T11:30:00Z'],
    ['Pacific/Apia', '2011-12-29T12:00:00Z', '2011-12-29T18:00:00Z'],
  ])('is at eight by the clocks of %s after %s', (zone, after, next) => {
    expect(nextHour(TimeZone.parse(zone), at(after), { hour: 8 })).toBe(at(next));
  });
});

test.each([
  ['Europe/Berlin', '2026-11-27T22:59:59Z', '2026-11-27'],
  ['Europe/Berlin', '2026-11-27T23:00:00Z', '2026-11-28'],
  ['Europe/Berlin', '2026-06-27T22:00:00Z', '2026-06-28'],
  ['Asia/Kathmandu', '2026-11-27T18:14:59Z', '2026-11-27'],
  ['Asia/Kathmandu', '2026-11-27T18:15:00Z', '2026-11-28'],
  ['America/Los_Angeles', '2026-11-27T07:59:59Z', '2026-11-26'],
  ['UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
])('clocks of %s show at %s the day %s', (zone, moment, day) => {
  expect(dayNamer(TimeZone.parse(zone))(at(moment))).toBe(day);
});

test.each(['', '+02:00', 'Mars/Base', 'Europe/Berlin\n', 'x'.repeat(65), null])('%j is not a time zone', (name) => {
  expect(TimeZone.is(name)).toBe(false);
});

describe('news that wait', () => {
  test('are taken by one mail, from the first event of each room on', () => {
    const both = noteNews(noted(noted()), { roomId: B, from: 9, now: plus(NOW, HOUR) }, rules('daily'));
    const taken = takeMail(both, { id: 'm', until: 20, now: plus(NOW, DAY) }, rules('daily'));
    expect(taken).toMatchObject({
      waiting: [],
      mail: {
        id: 'm',
        rooms: [
          { roomId: A, from: 7 },
          { roomId: B, from: 9 },
        ],
        until: 20,
      },
    });
    expect(takeMail(taken, { id: 'other', until: 30, now: plus(NOW, 2 * DAY) }, rules('daily')).mail).toEqual(
      taken.mail,
    );
  });

  test('are left by the mail of another level', () => {
    const choice = chooseNews(person, { room: { roomId: B, level: 'at_once' } }, NOW, rules('daily'));
    const taken = takeMail(noted(noted(choice), B), { id: 'm', until: 20, now: plus(NOW, HOUR) }, rules('daily'));
    expect(taken.mail?.rooms).toEqual([{ roomId: B, from: 7 }]);
    const ended = endMail(taken, true, plus(NOW, HOUR), rules('daily'));
    expect([ended.waiting.map(({ roomId }) => roomId), ended.mail, ended.dueAt]).toEqual([
      [A],
      null,
      at('2026-11-28T08:00:00Z'),
    ]);
  });

  test('are not taken before their time, nor after their level became none', () => {
    expect(takeMail(noted(), { id: 'm', until: 20, now: plus(NOW, HOUR) }, rules('daily')).mail).toBeNull();
    const off = takeMail(noted(), { id: 'm', until: 20, now: plus(NOW, DAY) }, rules('none'));
    expect(off).toMatchObject({ waiting: [], mail: null, dueAt: null });
  });

  test('follow another choice, and end with the choice of none', () => {
    const sooner = chooseNews(noted(), { level: 'at_once' }, plus(NOW, MINUTE), rules('daily'));
    expect(sooner.dueAt).toBe(plus(NOW, 5 * MINUTE));
    expect(chooseNews(sooner, { level: 'none' }, NOW, rules('daily'))).toMatchObject({ waiting: [], dueAt: null });
    expect(chooseNews(sooner, { level: null }, NOW, rules('daily'))).toEqual(noted());
    expect(chooseNoNews(sooner)).toMatchObject({ level: 'none', waiting: [], mail: null, dueAt: null });
  });

  test('wait for their turn beyond the mails of a day', () => {
    let known = person;
    let now = NOW;
    const pauses: number[] = [];
    for (let mail = 0; mail < 4; mail++) {
      known = noteNews(known, { roomId: A, from: mail, now }, rules('at_once', 2));
      pauses.push((known.dueAt ?? now) - now);
      now = known.dueAt ?? now;
      known = takeMail(known, { id: 'm', until: 9, now }, rules('at_once', 2));
      known = endMail(known, true, now, rules('at_once', 2));
    }
    expect(pauses).toEqual([5 * MINUTE, 5 * MINUTE, DAY - 5 * MINUTE, 5 * MINUTE]);
  });
});

test('a mail that fails is tried again later each time, and is given up after a hundred tries', () => {
  let known = takeMail(noted(), { id: 'm', until: 20, now: plus(NOW, DAY) }, rules('daily'));
  const pauses: number[] = [];
  while (known.mail !== null) {
    const now = known.dueAt ?? NOW;
    known = failMail(known, now, rules('daily'));
    pauses.push((known.dueAt ?? now) - now);
  }
  expect(pauses.slice(0, 8).map((pause) => pause / MINUTE)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(pauses).toHaveLength(100);
});
