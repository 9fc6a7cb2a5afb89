import { describe, expect, test } from '@jest/globals';
import type { AuditEvent } from '@strongroom/client';
import { endsOfFiles, namesWithItems } from './ended-files.ts';
import { actorOf } from './event-actor.ts';
import { countBursts, dayOf, daysOf, wholeDays } from './event-bursts.ts';
import { sentenceOf } from './event-sentence.ts';
import { EVENT_TYPES, isType, predicateOf } from './event-words.ts';
import { eventsAsCsv } from './events-csv.ts';

const BEN = 'ben';
const ROOM = 'room';
const names = new Map([
  ['file', { name: 'Annual report 2024.pdf', folder: '2 Finance' }],
  ['other', { name: 'Cap table.xlsx', folder: '' }],
  [ROOM, { name: 'Falcon' }],
]);
const person = (id: string | null): string =>
  id === BEN ? 'Ben Bidder' : id === 'ada' ? 'Ada King' : 'a person you cannot see';
const links = new Map([
  ['link', { name: 'Jones LLP', maker: 'ada' }],
  ['unnamed link', { name: null, maker: 'ada', fileId: 'other' }],
  ['several', { name: 'Bids', maker: 'ada', files: 5 }],
  ['unnamed several', { name: null, maker: 'ada', files: 19 }],
  ['request', { name: 'Tax papers', maker: 'ada' }],
  ['unnamed request', { name: null, maker: 'ada' }],
]);

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
  daysOf(events, { names, isAll: true }).flatMap(({ bursts }) =>
    bursts.map((burst) =>
      sentenceOf(burst.events, { names: namesWithItems(names, events), person, links, ends: endsOfFiles(events) })
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

  test('name the number of files of a link, and the file of a link that changed', () => {
    const made = (files: number) => event('share.created', { id: 'gone', data: { kind: 'package', files } });
    expect(said(made(5))).toEqual(['made a link to 5 files']);
    expect(said(made(1))).toEqual(['made a link to 1 file']);
    for (const [type, deed] of [
      ['share.edited', 'changed'],
      ['share.revoked', 'revoked'],
    ] as const) {
      expect(said(event(type, { id: 'several' }))).toEqual([`${deed} the link Bids to 5 files`]);
      expect(said(event(type, { id: 'unnamed link' }))).toEqual([`${deed} a link to Cap table.xlsx`]);
    }
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
    expect(said(...['x', 'y', 'z'].map((id) => event('file.confirmed', { id })))).toEqual(['added 3 files in Falcon']);
    const report = { name: 'Report.pdf', folder: '2 Finance' };
    const more = new Map([...names, ...['a', 'b', 'c', 'd'].map((id) => [id, report] as const)]);
    const files = ['a', 'b', 'c', 'd'].map((id) => event('file.confirmed', { id }));
    const [burst, ...others] = daysOf(files, { names: more, isAll: true }).flatMap(({ bursts }) => bursts);
    expect(others).toEqual([]);
    const parts = sentenceOf(burst?.events ?? [], { names: more, person, links, ends: new Map() });
    expect(parts.map(({ text }) => text).join('')).toBe(
      'added 4 files in 2 Finance: Report.pdf, Report.pdf, Report.pdf, …',
    );
  });

  test('end a burst after half an hour of rest, and after an hour', () => {
    const at = (...minutes: readonly number[]) =>
      said(...minutes.map((minute) => event('file.downloaded', { minute })));
    expect(at(0, 20, 40, 60, 80, 90)).toEqual([
      'opened Annual report 2024.pdf in 2 Finance, 4 times',
      'opened Annual report 2024.pdf in 2 Finance, 2 times',
    ]);
    expect(at(0, 31)).toHaveLength(2);
  });

  test('keep files of two folders, files and a link, and two people apart', () => {
    expect(said(event('file.confirmed'), event('file.confirmed', { id: 'other', minute: 1 }))).toEqual([
      'added Annual report 2024.pdf in 2 Finance',
      'added Cap table.xlsx',
    ]);
    const actor = { type: 'user', id: 'ada', token_id: null } as const;
    expect(said(event('file.downloaded'), event('file.downloaded', { actor }))).toHaveLength(2);
  });

  test('name the asked file first among several', () => {
    const ids = ['file', 'third', 'fourth', 'other'];
    const events = ids.map((id) => event('file.confirmed', { id }));
    const all = new Map([...names, ['third', { name: 'C.pdf' }] as const, ['fourth', { name: 'D.pdf' }] as const]);
    const [, , named] = sentenceOf(events, { names: all, person, links, ends: new Map(), about: 'other' });
    expect(named?.text).toBe('Cap table.xlsx, Annual report 2024.pdf, C.pdf, …');
  });

  test('count a burst exactly, or say that it may go on below what is loaded', () => {
    const events = [0, 10, 20].map((minute) => event('file.downloaded', { minute }));
    const burst = (isAll: boolean, more: readonly AuditEvent[] = []) =>
      daysOf([...events, ...more], { names, isAll }).flatMap(({ bursts }) => bursts)[0];
    expect([burst(true)?.mayGoOn, burst(false)?.mayGoOn]).toEqual([false, true]);
    expect(burst(false, [event('room.edited', { minute: 51 })])?.mayGoOn).toBe(false);
    const [day] = daysOf(events, { names, isAll: false, oldest: event('room.edited', { minute: 51 }) });
    expect(day?.bursts[0]?.mayGoOn).toBe(false);
    const parts = sentenceOf(events, { names, person, links, ends: new Map(), mayGoOn: true });
    expect(parts.map(({ text }) => text).join('')).toBe('opened Annual report 2024.pdf in 2 Finance, at least 3 times');
  });

  test('put the keys of a new link to it, and keep those of two links apart', () => {
    const keys = (minute: number, ids: readonly string[]) =>
      ids.map((id) => event('file.key_granted', { id, minute, data: { grant: { op: 'export' } } }));
    const made = (minute: number, id: string, files: number) =>
      event('share.created', { id, minute, data: { kind: 'package', files } });
    const bursts = daysOf(
      [
        made(1, 'several', 2),
        ...keys(2, ['x', 'y']),
        made(3, 'unnamed several', 3),
        ...keys(4, ['x', 'y', 'z', 'z']),
        ...keys(5, ['more']),
        event('share.created', { id: 'link', minute: 6, data: { file_id: 'other' } }),
        ...keys(7, ['file', 'other']),
      ],
      { names, isAll: true },
    ).flatMap(({ bursts: all }) => all);
    expect(bursts.map(({ events, keys: own }) => [events[0]?.type, own.map(({ target }) => target.id)])).toEqual([
      ['share.created', ['x', 'y']],
      ['share.created', ['x', 'y', 'z', 'z']],
      ['file.key_granted', []],
      ['share.created', ['other']],
    ]);
  });

  test('show whole rows up to the first one that may go on', () => {
    const rooms = event('room.edited', { id: ROOM });
    const opened = [40, 50, 60].map((minute) => event('file.downloaded', { minute }));
    const days = daysOf([rooms, ...opened], { names, isAll: false });
    expect(countBursts(days)).toBe(2);
    expect(wholeDays(days).flatMap(({ bursts }) => bursts.map(({ key }) => key))).toEqual([rooms.id]);
    expect(wholeDays(daysOf(opened, { names, isAll: false }))).toEqual([]);
  });

  test('join openings of unnamed files, with their room', () => {
    const files = ['x', 'y', 'z', 'y'].map((id) => event('file.downloaded', { id }));
    const [burst, ...more] = daysOf(files, { names, isAll: true, isOfAllRooms: true }).flatMap(({ bursts }) => bursts);
    expect(more).toEqual([]);
    const parts = sentenceOf(burst?.events ?? [], { names, person, links, ends: new Map() });
    expect(parts.map(({ text }) => text).join('')).toBe('opened 3 files in Falcon');
    expect(daysOf(files, { names, isAll: true }).flatMap(({ bursts }) => bursts)).toHaveLength(3);
  });

  test('name the room with the file in a list of all rooms', () => {
    const elsewhere = { type: 'file', id: 'x', room_id: 'hidden', label: 'C2' } as const;
    const inAll = (...events: readonly AuditEvent[]) =>
      daysOf(events, { names, isAll: true, isOfAllRooms: true })
        .flatMap(({ bursts }) => bursts)
        .map((burst) => sentenceOf(burst.events, { names, person, links, ends: new Map(), saysRoom: true }))
        .map((parts) => parts.map(({ text }) => text).join(''));
    expect(inAll(event('file.downloaded'))).toEqual(['opened Annual report 2024.pdf in 2 Finance of Falcon']);
    expect(inAll(event('file.confirmed', { id: 'other' }))).toEqual(['added Cap table.xlsx in Falcon']);
    expect(inAll(...['file', 'other', 'gone'].map((id) => event('file.downloaded', { id })))).toEqual([
      'opened 3 files in Falcon: Annual report 2024.pdf, Cap table.xlsx, …',
    ]);
    expect(inAll(event('access.denied', { outcome: 'denied', data: { action: 'file.delete' } }))).toEqual([
      'tried to delete a file: Annual report 2024.pdf in 2 Finance of Falcon',
    ]);
    expect(inAll(event('file.downloaded', { target: elsewhere }))).toEqual([
      'opened a file in a room that you are not in',
    ]);
    expect(inAll(event('share.created', { id: 'several', data: { kind: 'package', files: 5 } }))).toEqual([
      'made the link Bids to 5 files in Falcon',
    ]);
    expect(inAll(event('upload_request.revoked', { id: 'request' }))).toEqual([
      'ended the upload request “Tax papers” of Ada King in Falcon',
    ]);
  });

  const granted = (id: string, op: string) => event('file.key_granted', { id, data: { grant: { op } } });

  test('say that keys were taken for a link, or got again, and not that a file was opened', () => {
    expect(said(granted('file', 'export'))).toEqual([
      'took the key of Annual report 2024.pdf in 2 Finance, to share it',
    ]);
    // One link to the files of several folders is one deed, apart from a key that was got again.
    expect(said(granted('other', 'export'), granted('file', 'open'), granted('file', 'export'))).toEqual([
      'took the keys of 2 files, to share them: Cap table.xlsx, Annual report 2024.pdf',
      'got the key of Annual report 2024.pdf in 2 Finance again',
    ]);
    expect(said(...['x', 'y'].map((id) => granted(id, 'export')))).toEqual([
      'took the keys of 2 files in Falcon, to share them',
    ]);
    expect(said(granted('file', 'open'), granted('file', 'open'))).toEqual([
      'got the key of Annual report 2024.pdf in 2 Finance again, 2 times',
    ]);
    expect(predicateOf(granted('file', 'export'))).toBe('took the key of a file, to share it');
    expect(predicateOf(granted('file', 'open'))).toBe('got the key of a file again');
  });

  test('say that a use of a link to several files hands out their keys', () => {
    const used = (file: string, item: number) =>
      event('share.redeemed', {
        id: 'several',
        actor: { type: 'share', id: 'several' },
        target: { type: 'share', id: 'several', room_id: ROOM, label: 'C2' },
        data: { file_id: file, item },
      });
    expect(said(used('file', 0), used('other', 1))).toEqual([
      'was used to get the keys of 2 files: Annual report 2024.pdf, Cap table.xlsx',
    ]);
    expect(said(used('other', 1))).toEqual(['was used to get the key of Cap table.xlsx']);
  });

  test('say of a link to one file the same, whichever way it was made', () => {
    const target = { type: 'share', id: 'one', room_id: ROOM, label: 'C2' } as const;
    const used = (type: AuditEvent['type'], data: AuditEvent['data']) =>
      event(type, { id: type, actor: { type: 'share', id: 'one' }, target, data: { file_id: 'other', ...data } });
    const needs = { names, person, links: new Map([['one', { name: null, maker: null, files: 1 }]]), ends: new Map() };
    const words = (one: AuditEvent) =>
      sentenceOf([one], needs)
        .map(({ text }) => text)
        .join('');
    expect(words(used('share.redeemed', { item: 0 }))).toBe('was used to open Cap table.xlsx');
    expect(words(used('share.redeemed', {}))).toBe('was used to open Cap table.xlsx');
    expect(words(used('share.resumed', {}))).toBe('was used to get the content of Cap table.xlsx');
  });

  test('are one of all events of a use of a link, which says what was read', () => {
    const used = (type: AuditEvent['type'], id: string, file: string, minute = 0) =>
      event(type, { id, minute, actor: { type: 'share', id }, data: { file_id: file } });
    expect(
      said(used('share.resumed', 'unnamed link', 'other'), used('share.redeemed', 'unnamed link', 'other', 1)),
    ).toEqual(['was used to open Cap table.xlsx']);
    const keys = ['file', 'other', 'gone'].map((file) => used('share.redeemed', 'several', file, 2));
    const content = (file: string) => used('share.resumed', 'several', file);
    expect(said(content('other'), content('other'), ...keys)).toEqual([
      'was used to get the content of Cap table.xlsx, 2 times, with the keys of 3 files',
    ]);
    expect(said(content('other'), content('file'), ...keys)).toEqual([
      'was used to get the contents of 2 files: Cap table.xlsx, Annual report 2024.pdf, with the keys of 3 files',
    ]);
    expect(said(content('other'), used('share.redeemed', 'unnamed link', 'other'))).toHaveLength(2);
    const all = Array.from({ length: 19 }, (_, at) => used('share.redeemed', 'unnamed several', `file ${at}`, 2));
    expect(said(used('share.resumed', 'unnamed several', 'other'), ...all)).toEqual([
      'was used to get the content of Cap table.xlsx',
    ]);
  });

  test('say “opened” of types that the report of openings counts, and of files of the inbox, which are no documents yet', () => {
    const says = /\bopen(ed)?\b/u;
    const words = (one: AuditEvent) => [...said(one), predicateOf(one)].join();
    expect(EVENT_TYPES.filter((type) => says.test(words(event(type))))).toEqual([
      'file.downloaded',
      'inbox.downloaded',
      'share.redeemed',
    ]);
  });

  test('name people and the room', () => {
    const target = { type: 'room', id: ROOM, room_id: ROOM, label: 'C2' } as AuditEvent['target'];
    expect(said(event('member.added', { target, data: { user_id: BEN } }))).toEqual(['added Ben Bidder to Falcon']);
    expect(
      said(...[1, 2, 3].map((minute) => event('access.explained', { target, minute, data: { user_id: BEN } }))),
    ).toEqual(['looked up what Ben Bidder may do in Falcon, 3 times']);
    const asked = (action: string, of: AuditEvent['target'] = target) =>
      event('access.explained', { target: of, data: { user_id: BEN, action } });
    expect(said(asked('room.see'), asked('file.list'))).toEqual([
      'looked up what Ben Bidder may do in Falcon (2 rights)',
    ]);
    const file = (id: string) => asked('file.see', { ...target, type: 'file', id });
    expect(said(file('file'), file('gone'))).toEqual([
      'looked up what Ben Bidder may do with Annual report 2024.pdf in 2 Finance',
      'looked up what Ben Bidder may do with a file in Falcon',
    ]);
    expect(said(asked('folder.see', { ...target, type: 'folder', id: 'other' }))).toEqual([
      'looked up what Ben Bidder may do with the folder Cap table.xlsx',
    ]);
    expect(said(asked('room.create', { type: 'organisation', id: 'org', room_id: null, label: null }))).toEqual([
      'looked up what Ben Bidder may do',
    ]);
  });

  test('are one row of all rights in a room that the reader looked up, and apart for others', () => {
    const target = (type: 'room' | 'file', id: string) => ({ type, id, room_id: ROOM, label: 'C2' }) as const;
    const asked = [
      event('access.explained', { target: target('room', ROOM), data: { user_id: BEN, action: 'room.see' } }),
      event('access.explained', { target: target('file', 'file'), data: { user_id: BEN, action: 'file.see' } }),
      event('access.explained', { target: target('file', 'other'), data: { user_id: 'cleo', action: 'file.see' } }),
    ];
    const rows = (me: string) => daysOf(asked, { names, isAll: true, me }).flatMap(({ bursts }) => bursts);
    const needs = { names, person, links: new Map(), ends: new Map() };
    const [row, ...others] = rows(asked[0]?.actor.id ?? '');
    expect(others).toEqual([]);
    expect(
      sentenceOf(row?.events ?? [], needs)
        .map(({ text }) => text)
        .join(''),
    ).toBe(`looked up what ${person(BEN)}, ${person('cleo')} may do in Falcon (2 rights)`);
    expect(rows('another')).toHaveLength(3);
  });

  test('name what a change was from and to, and the role of new people', () => {
    const room = { type: 'room', id: ROOM, room_id: ROOM, label: 'C2' } as const;
    const changed = (type: string, data: AuditEvent['data'], target: AuditEvent['target'] = room) =>
      said(event(type, { target, data: { user_id: BEN, ...data } }));
    expect(changed('member.role_changed', { from: 'viewer', to: 'owner' })).toEqual([
      'changed the role of Ben Bidder in Falcon from viewer to owner',
    ]);
    expect(changed('member.end_changed', { from: null, to: '2026-12-24T12:00:00Z' })).toEqual([
      'changed the end of the membership of Ben Bidder in Falcon from no end to 24 Dec 2026',
    ]);
    expect(changed('member.added', { role: 'viewer', expires_at: '2026-12-24T12:00:00Z' })).toEqual([
      'added Ben Bidder to Falcon as viewer until 24 Dec 2026',
    ]);
    const user = { type: 'user', id: BEN, room_id: null, label: null } as const;
    expect(changed('user.role_changed', { from: 'member', to: 'domain_admin' }, user)).toEqual([
      'changed the role of Ben Bidder from member to domain administrator',
    ]);
    expect(changed('user.clearance_changed', { from: null, to: 'C3' }, user)).toEqual([
      'changed the clearance of Ben Bidder from that of their role to C3',
    ]);
    const relabelled = (id: string, to: string) => event('file.relabelled', { id, data: { from: 'C2', to } });
    expect(said(relabelled('file', 'C3'))).toEqual([
      'changed the label of Annual report 2024.pdf in 2 Finance from C2 to C3',
    ]);
    expect(said(relabelled('x', 'C3'), relabelled('y', 'C3'))).toEqual([
      'changed the labels of 2 files in Falcon from C2 to C3',
    ]);
    expect(said(relabelled('x', 'C3'), relabelled('y', 'C4'))).toEqual(['changed the labels of 2 files in Falcon']);
  });

  test('join sign-ins of a person, and refusals of one kind about things without a name', () => {
    const signIn = (id: string) =>
      event('session.started', { target: { type: 'session', id, room_id: null, label: null } });
    expect(said(signIn('one'), signIn('two'))).toEqual(['signed in, 2 times']);
    const refused = (id: string) =>
      event('access.denied', {
        outcome: 'denied',
        data: { action: 'room.see' },
        target: { type: 'room', id, room_id: id, label: null },
      });
    expect(said(refused('x'), refused('y'), refused('file'))).toEqual([
      'tried to open a room, 2 times',
      'tried to open a room: Annual report 2024.pdf',
    ]);
  });

  test('say what was refused, and why, if the reader is shown it', () => {
    const denied = { outcome: 'denied', data: { action: 'file.delete' } } as const;
    expect(said(event('access.denied', { ...denied, rule: 'room-role:contributor' }))).toEqual([
      'tried to delete a file: Annual report 2024.pdf in 2 Finance. Refused: their role in the room does not allow it.',
    ]);
    const { rule: _, ...unexplained } = event('access.denied', denied);
    expect(said(unexplained as AuditEvent)).toEqual(['tried to delete a file: Annual report 2024.pdf in 2 Finance']);
  });

  test('hold no word of the machine', () => {
    for (const type of ['room.created', 'session.started', 'user.role_changed', 'log.started', 'share.redeemed'])
      expect(said(event(type)).join()).not.toMatch(/[a-z]+\.[a-z]+_|undefined|null/);
    expect(isType('file.downloaded')).toBe(true);
  });

  test('stand below the day on which it happened', () => {
    const days = daysOf([event('file.downloaded'), event('file.downloaded', { minute: 60 * 48 })], {
      names,
      isAll: true,
    });
    expect(days.map(({ bursts }) => bursts.length)).toEqual([1, 1]);
    expect(days[0]?.day).toBe(dayOf(new Date(Date.UTC(2026, 10, 26, 13)).toISOString()));
  });
});

const byRequest = (type: string, data: AuditEvent['data'], more: Partial<AuditEvent> & { minute?: number } = {}) =>
  event(type, {
    actor:
      type === 'inbox.received' ? { type: 'upload_request', id: 'request' } : { type: 'user', id: BEN, token_id: null },
    target: { type: 'upload_request', id: 'request', room_id: ROOM, label: 'C2' },
    data,
    ...more,
  });
const whole = (one: AuditEvent): string => `${actorOf(one, { person, links })} ${said(one).join()}`;

describe('sentences about upload requests', () => {
  test('say by whose request a file came, and that its sender has no account', () => {
    expect(whole(byRequest('inbox.received', { item_id: 'item' }))).toBe(
      'A person without an account sent a file by the upload request “Tax papers” of Ada King',
    );
    const target = { type: 'upload_request', id: 'unnamed request', room_id: ROOM, label: 'C2' } as const;
    expect(said(byRequest('inbox.received', { item_id: 'item' }, { target }))).toEqual([
      'sent a file by an upload request of Ada King',
    ]);
    expect(said(byRequest('inbox.received', {}, { target: { ...target, id: 'gone' } }))).toEqual([
      'sent a file by an upload request in Falcon',
    ]);
  });

  test('name the file, also that of an item that was taken in', () => {
    expect(
      said(
        byRequest('inbox.accepted', { item_id: 'item', file_id: 'other' }, { minute: 1 }),
        byRequest('inbox.received', { item_id: 'item' }, { minute: 2 }),
      ),
    ).toEqual([
      'took in Cap table.xlsx from the upload request “Tax papers” of Ada King',
      'sent Cap table.xlsx by the upload request “Tax papers” of Ada King',
    ]);
    expect(
      said(...['item', 'more', 'last'].map((id, minute) => byRequest('inbox.received', { item_id: id }, { minute }))),
    ).toEqual(['sent 3 files by the upload request “Tax papers” of Ada King']);
  });

  test('give the reason of a refusal, if all have the same', () => {
    const refuse = (minute: number, reason: string) =>
      byRequest('inbox.refused', { item_id: `item ${minute}`, reason }, { minute });
    expect(said(refuse(0, 'unsafe'))).toEqual([
      'refused a file from the upload request “Tax papers” of Ada King: it may do harm',
    ]);
    expect(said(refuse(0, 'unsafe'), refuse(1, 'not_asked_for'))).toEqual([
      'refused 2 files from the upload request “Tax papers” of Ada King',
    ]);
  });

  test('name a request that was opened or ended', () => {
    const actor = { type: 'user', id: 'ada', token_id: null } as const;
    expect(said(byRequest('upload_request.opened', {}, { actor }))).toEqual([
      'asked for files by the upload request “Tax papers”',
    ]);
    const drawn = byRequest('upload_request.created', {}, { actor, minute: 1 });
    expect(said(drawn)).toEqual(['drew up the upload request “Tax papers”']);
    expect(said(byRequest('upload_request.opened', {}, { actor }), drawn)).toHaveLength(1);
    expect(said(byRequest('upload_request.revoked', {}))).toEqual([
      'ended the upload request “Tax papers” of Ada King',
    ]);
  });
});

describe('actors that are no users', () => {
  const by = (actor: AuditEvent['actor'], type: string, more: Partial<AuditEvent> = {}) =>
    whole(event(type, { actor, ...more }));
  const link = (id: string): AuditEvent['actor'] => ({ type: 'share', id });
  const system: AuditEvent['actor'] = { type: 'system', id: null };

  test('are a link by its name, or its holder', () => {
    const used = { data: { file_id: 'other' } };
    expect(by(link('link'), 'share.redeemed', used)).toBe('The link “Jones LLP” was used to open Cap table.xlsx');
    expect(by(link('unnamed link'), 'share.redeemed', used)).toBe('A link of Ada King was used to open Cap table.xlsx');
    expect(by(link('unnamed several'), 'share.redeemed', used)).toBe(
      'A link of Ada King to 19 files was used to open Cap table.xlsx',
    );
    expect(by(link('gone'), 'share.redeemed', used)).toBe('A link was used to open Cap table.xlsx');
    const denied = { outcome: 'denied', rule: 'cap-left', data: { action: 'share.redeem' } } as const;
    expect(by(link('link'), 'access.denied', denied)).toMatch(
      /^The holder of the link “Jones LLP” tried to use a link/u,
    );
    expect(by({ type: 'upload_request', id: 'request' }, 'access.denied', denied)).toMatch(
      /^A person without an account tried to/u,
    );
  });

  test('are links with their files in a report, where no sentence names them', () => {
    const reported = { type: 'share.redeemed', data: {}, actor: { ...link('unnamed link'), token_id: null } };
    expect(actorOf(reported, { person, links, fileOfLink: () => 'Cap table.xlsx' })).toBe(
      'A link of Ada King to Cap table.xlsx',
    );
  });

  test('are the service, an operator, a program or the identity provider', () => {
    const user = { target: { type: 'user', id: BEN, room_id: null, label: null } } as const;
    expect(by(system, 'file.destroyed', { target: { type: 'file', id: 'x', room_id: ROOM, label: 'C2' } })).toBe(
      'The service destroyed a file in Falcon',
    );
    expect(by(system, 'log.restarted', { target: { ...user.target, type: 'organisation' } })).toBe(
      'An operator began a new log',
    );
    expect(by(system, 'session.device_requested', user)).toBe('A program asked for a sign-in by device code');
    expect(by(system, 'session.ended', { ...user, data: { way: 'oidc' } })).toBe(
      'The identity provider ended a session',
    );
    expect(by(system, 'user.email_changed', user)).toBe('The service changed the address of Ben Bidder');
    expect(by(system, 'session.factor_refused', user)).toBe(
      'The service refused a wrong second factor at a sign-in as Ben Bidder',
    );
    expect(by(system, 'invitation.renewed', user)).toBe('The service sent a new activation link to Ben Bidder');
    expect(by(system, 'user.second_factor_reset', user)).toBe('An operator removed the second factors of Ben Bidder');
  });
});

test('sentences about a folder, a group and what else lies in a room name the place as a place', () => {
  const inRoom = (type: AuditEvent['target']['type'], id: string) => ({
    target: { type, id, room_id: ROOM, label: null },
  });
  expect(said(event('folder.created', inRoom('folder', 'gone')))).toEqual(['made a folder in Falcon']);
  expect(said(event('folder.created', inRoom('folder', 'other')))).toEqual(['made the folder Cap table.xlsx']);
  expect(said(event('group.created', { ...inRoom('room', ROOM), data: { group_id: 'other' } }))).toEqual([
    'made the group Cap table.xlsx',
  ]);
  expect(
    said(event('group.member_added', { ...inRoom('room', ROOM), data: { group_id: 'other', user_id: BEN } })),
  ).toEqual(['added Ben Bidder to the group Cap table.xlsx']);
  expect(said(event('room.edited', inRoom('room', ROOM)))).toEqual([
    'changed the name, description or settings of the room: Falcon',
  ]);
});

test('the sentence about a file without a name has the day of its deletion or destruction', () => {
  const gone = [
    event('file.destroyed', { id: 'gone', minute: 1, actor: { type: 'system', id: null } }),
    event('file.deleted', { id: 'gone', minute: 2, data: { restorable: true } }),
    event('file.downloaded', { id: 'gone', minute: 3 }),
  ];
  expect(said(...gone)).toEqual([
    'destroyed a file in Falcon',
    'deleted a file that was destroyed on 26 Nov 2026 in Falcon',
    'opened a file that was destroyed on 26 Nov 2026 in Falcon',
  ]);
  expect(said(...gone.slice(1)).at(-1)).toBe('opened a file that was deleted on 26 Nov 2026 in Falcon');
});

test.each(['group_id', 'webhook_id', 'user_id'])('deeds of a room with two things by %s are two rows', (field) => {
  const target = { type: 'room', id: ROOM, room_id: ROOM, label: 'C2' } as const;
  const things = ['one', 'other', 'other'];
  const events = things.map((thing) => event('group.created', { target, data: { [field]: thing } }));
  expect(countBursts(daysOf(events, { names, isAll: true }))).toBe(2);
});

test('many files that one person opens within a minute are one row, whatever their folders are', () => {
  const at = (second: number): string => new Date(Date.UTC(2026, 10, 26, 12, 0, 60 - second)).toISOString();
  const opened = (count: number, rest: number) =>
    Array.from({ length: count }, (_, index) =>
      event('file.downloaded', { id: index === 0 ? 'file' : `${index}`, occurred_at: at(index * rest) }),
    );
  const folders = new Map([...names, ['1', { name: 'Minutes.pdf', folder: '3 Board' }] as const]);
  const rows = (events: readonly AuditEvent[]) =>
    daysOf(events, { names: folders, isAll: true }).flatMap(({ bursts }) =>
      bursts.map(({ events: all }) => all.length),
    );
  expect(rows(opened(57, 1))).toEqual([57]);
  expect(rows(opened(5, 14))).toEqual([5]);
  expect(rows(opened(5, 16))).toEqual([1, 1, 1, 1, 1]);
  expect(rows(opened(4, 1))).toEqual([1, 1, 1, 1]);
});

test('the table names the person and the group that an event concerns', () => {
  const target = { type: 'room', id: ROOM, room_id: ROOM, label: null } as const;
  const group = new Map([...names, ['group', { name: 'Bidder Northern' }] as const]);
  const table = eventsAsCsv(
    [
      event('member.added', { target, data: { user_id: 'ada', role: 'viewer' } }),
      event('group.member_added', { target, data: { group_id: 'group', user_id: 'ada' } }),
      event('group.created', { target, data: { group_id: 'group' } }),
      event('share.resumed', { id: 'link', actor: { type: 'share', id: 'link' }, data: { file_id: 'other' } }),
    ],
    { names: group, person, links, ends: new Map(), emailOf: () => 'ben@bidder.example' },
  );
  const rows = table
    .replaceAll(/[\uFEFF"]/gu, '')
    .split('\r\n')
    .slice(0, 5);
  expect(rows.map((row) => row.split(',').at(-1))).toEqual(['E-mail', ...Array(3).fill('ben@bidder.example'), '']);
  expect(rows.map((row) => row.split(',').slice(3, 9).join())).toEqual([
    'Did,Change,Name,Folder,Room,Person',
    'added a member,as viewer,Falcon,,Falcon,Ada King',
    'added a member to a group,,Bidder Northern,,Falcon,Ada King',
    'made a group,,Bidder Northern,,Falcon,',
    'was used to get the content of a file,,Cap table.xlsx,,Falcon,',
  ]);
});
