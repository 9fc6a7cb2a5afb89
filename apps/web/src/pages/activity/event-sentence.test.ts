import { describe, expect, test } from '@jest/globals';
import type { AuditEvent } from '@strongroom/client';
import { dayOf, daysOf } from './event-bursts.ts';
import { sentenceOf } from './event-sentence.ts';
import { isType } from './event-words.ts';

const BEN = 'ben';
const ROOM = 'room';
const names = new Map([
  ['file', { name: 'Annual report 2024.pdf', folder: '2 Finance' }],
  ['other', { name: 'Cap table.xlsx', folder: '' }],
  [ROOM, { name: 'Falcon' }],
]);
const person = (id: string | null): string => (id === BEN ? 'Ben Bidder' : 'a person you cannot see');

let seq = 1000;
function event(type: string, more: Partial<AuditEvent> & Readonly<{ minute?: number; id?: string }> = {}): AuditEvent {
  const { minute = 0, id = 'file', ...rest } = more;
  seq -= 1;
  return {
    id: `event ${seq}`,
    seq,
    type: type as AuditEvent['type'],
    outcome: 'allowed',
    rule: null,
    occurred_at: new Date(Date.UTC(2026, 10, 26, 12, 60 - minute)).toISOString(),
    actor: { type: 'user', id: BEN, token_id: null },
    target: { type: 'file', id, room_id: ROOM, label: 'C2' },
    request: null,
    data: {},
    ...rest,
  };
}

const said = (...events: readonly AuditEvent[]): readonly string[] =>
  daysOf(events).flatMap(({ bursts }) =>
    bursts.map((burst) =>
      sentenceOf(burst.events, { names, person })
        .map(({ text }) => text)
        .join(''),
    ),
  );

describe('sentences of the activity', () => {
  test('name the thing and its place', () => {
    expect(said(event('file.downloaded'))).toEqual(['opened Annual report 2024.pdf in 2 Finance']);
    expect(said(event('file.deleted', { id: 'gone' }))).toEqual(['deleted a file in Falcon']);
    expect(said(event('share.created', { id: 'link', data: { file_id: 'other' } }))).toEqual([
      'made a link to Cap table.xlsx',
    ]);
  });

  test('name the org unit, the person in it, and a person whose rooms an overseer looked at', () => {
    const target = { type: 'org_unit', id: 'other', room_id: null, label: null } as const;
    expect(said(event('org_unit.created', { target }))).toEqual(['made an org unit: Cap table.xlsx']);
    expect(said(event('org_unit.member_added', { target, data: { user_id: BEN } }))).toEqual([
      'added Ben Bidder to Cap table.xlsx',
    ]);
    const user = { type: 'user', id: BEN, room_id: null, label: null } as const;
    expect(said(event('room.overseen', { target: user }))).toEqual(['looked at the rooms of Ben Bidder']);
    expect(said(event('user.renamed', { target: user }))).toEqual(['changed their name']);
  });

  test('join a burst of the same action, also among others', () => {
    expect(
      said(
        event('file.downloaded', { minute: 1 }),
        event('file.downloaded', { id: 'other', minute: 2 }),
        event('file.downloaded', { minute: 3 }),
        event('file.downloaded', { minute: 4 }),
        event('file.downloaded', { minute: 50 }),
      ),
    ).toEqual([
      'opened Annual report 2024.pdf in 2 Finance, 3 times',
      'opened Cap table.xlsx',
      'opened Annual report 2024.pdf in 2 Finance',
    ]);
  });

  test('join many uploads into one', () => {
    expect(said(event('file.confirmed'), event('file.upload_requested'))).toEqual([
      'added Annual report 2024.pdf in 2 Finance',
    ]);
    expect(said(...['file', 'other', 'x', 'y'].map((id) => event('file.confirmed', { id })))).toEqual([
      'added 4 files: Annual report 2024.pdf, Cap table.xlsx, …',
    ]);
  });

  test('join openings of unnamed files, with their room', () => {
    const files = ['x', 'y', 'z', 'y'].map((id) => event('file.downloaded', { id }));
    const [burst, ...more] = daysOf(files, false).flatMap(({ bursts }) => bursts);
    expect(more).toEqual([]);
    const parts = sentenceOf(burst?.events ?? [], { names, person });
    expect(parts.map(({ text }) => text).join('')).toBe('opened 3 files in Falcon');
    expect(daysOf(files).flatMap(({ bursts }) => bursts)).toHaveLength(3);
  });

  test('name people and the room', () => {
    const target = { type: 'room', id: ROOM, room_id: ROOM, label: 'C2' } as AuditEvent['target'];
    expect(said(event('member.added', { target, data: { user_id: BEN } }))).toEqual(['added Ben Bidder to Falcon']);
    expect(
      said(...[1, 2, 3].map((minute) => event('access.explained', { target, minute, data: { user_id: BEN } }))),
    ).toEqual(['looked up what Ben Bidder may do in Falcon, 3 times']);
  });

  test('say what was refused, and why, if the reader is shown it', () => {
    const denied = { outcome: 'denied', data: { action: 'file.delete' } } as const;
    expect(said(event('access.denied', { ...denied, rule: 'room-role:contributor' }))).toEqual([
      'tried to delete a file: Annual report 2024.pdf. Refused: their role in the room does not allow it.',
    ]);
    const { rule: _, ...unexplained } = event('access.denied', denied);
    expect(said(unexplained as AuditEvent)).toEqual(['tried to delete a file: Annual report 2024.pdf']);
  });

  test('hold no word of the machine', () => {
    for (const type of ['room.created', 'session.started', 'user.role_changed', 'log.started', 'share.redeemed'])
      expect(said(event(type)).join()).not.toMatch(/[a-z]+\.[a-z]+_|undefined|null/);
    expect(isType('file.downloaded')).toBe(true);
  });

  test('stand below the day on which it happened', () => {
    const days = daysOf([event('file.downloaded'), event('file.downloaded', { minute: 60 * 48 })]);
    expect(days.map(({ bursts }) => bursts.length)).toEqual([1, 1]);
    expect(days[0]?.day).toBe(dayOf(new Date(Date.UTC(2026, 10, 26, 13)).toISOString()));
  });
});

test('the sentence about refused files of the inbox has the reason, also for several files', () => {
  const refused = (minute: number, reason: string) => event('inbox.refused', { minute, data: { reason } });
  expect(said(refused(0, 'unsafe'))).toEqual(['refused a file of the inbox (it may do harm): Falcon']);
  expect(said(refused(0, 'unsafe'), refused(1, 'not_asked_for')).join()).not.toContain('(');
});
