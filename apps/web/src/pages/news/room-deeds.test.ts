import { expect, test } from '@jest/globals';
import type { AuditEvent } from '@strongroom/client';
import { deedsOf } from './room-deeds.ts';

const asked = {
  roomId: 'room',
  me: 'me',
  day: '2026-11-29',
  isAll: true,
  nameOf: (id: string | null) => `Name of ${id}`,
};
let seq = 0;
function event(type: AuditEvent['type'], actor: string, data: AuditEvent['data'] = {}): AuditEvent {
  seq += 1;
  return {
    id: `event ${seq}`,
    seq,
    type,
    outcome: 'allowed',
    rule: null,
    occurred_at: '2026-11-30T10:00:00Z',
    actor: { type: 'user', id: actor, token_id: null },
    target: { type: 'room', id: 'room', room_id: 'room', label: null },
    request: null,
    data,
  };
}

test('deeds of others are counted by kind, a use of a link once, and lead to their page', () => {
  const events = [
    event('file.downloaded', 'ben'),
    event('file.downloaded', 'ben'),
    event('file.downloaded', 'sue'),
    event('file.downloaded', 'me'),
    event('share.redeemed', 'link', { redemption: 'one', item: 0 }),
    event('share.redeemed', 'link', { redemption: 'one', item: 1 }),
    event('share.redeemed', 'link'),
    event('inbox.received', 'request'),
    event('room.edited', 'ben'),
    event('member.added', 'ben', { user_id: 'me' }),
  ];
  const plain = { at: '2026-11-30T10:00:00Z', about: [], files: 0 };
  expect(deedsOf(events, asked)).toEqual([
    { ...plain, words: '1 file sent by requests', to: '/rooms/room/inbox' },
    {
      ...plain,
      words: '3 openings by Name of ben, Name of sue',
      to: '/rooms/room/activity?view=openings&from=2026-11-29',
    },
    { ...plain, words: '2 uses of links', to: '/rooms/room/activity?type=share.redeemed&from=2026-11-29' },
  ]);
  expect(deedsOf(events.slice(0, 1), { ...asked, isAll: false })).toMatchObject([
    { words: 'at least 1 opening by Name of ben' },
  ]);
  expect(deedsOf(events.slice(0, 1), { ...asked, until: '2026-11-30' })).toMatchObject([
    { to: '/rooms/room/activity?view=openings&from=2026-11-29&to=2026-11-30' },
  ]);
  expect(deedsOf([event('file.deleted', 'me')], asked)).toEqual([]);
});

test('a deed has the last event of its first three files, and names three people', () => {
  const opened = (person: string, file: string): AuditEvent => ({
    ...event('file.downloaded', person),
    target: { type: 'file', id: file, room_id: 'room', label: null },
  });
  const events = ['a', 'b', 'a', 'c', 'd'].map((file, index) => opened(`p${index}`, file));
  const added = ['x', 'y', 'z', 'w'].map((id) => event('member.added', 'ben', { user_id: id }));
  expect(deedsOf([...events, ...added], asked)).toMatchObject([
    {
      words: '5 openings by Name of p0, Name of p1, Name of p2 and 2 more',
      files: 4,
      about: [events[0], events[1], events[3]],
    },
    { words: '4 members added: Name of x, Name of y, Name of z and 1 more' },
  ]);
});
