import { describe, expect, test } from '@jest/globals';
import type { AuditEvent } from '@strongroom/client';
import { countBursts, daysOf } from './event-bursts.ts';
import { sentenceOf } from './event-sentence.ts';
import { predicateOf } from './event-words.ts';
import { eventsAbout } from './events-about.ts';
import { eventsAsCsv } from './events-csv.ts';
import type { SentenceName, SentenceNames } from './sentence-parts.ts';

const names = new Map([
  ['room', { name: 'Falcon' }],
  ['folder', { name: '2 Finance/Bids' }],
  ['parent', { name: '2 Finance' }],
  ['north', { name: 'Northern' }],
  ['south', { name: 'Southern' }],
  ['file', { name: 'Offer.pdf', folder: 'Bids' }],
]);
const known = {
  names,
  person: () => 'Ben Bidder',
  links: new Map([['link', { name: 'Jones LLP', maker: 'ada', fileId: 'file' }]]),
  ends: new Map(),
  emailOf: () => '',
};

type Target = AuditEvent['target']['type'];
const event = (type: string, data: AuditEvent['data'], about: readonly [Target, string] = ['room', 'room']) =>
  ({
    id: type,
    seq: 1,
    type: type as AuditEvent['type'],
    outcome: 'allowed',
    rule: null,
    occurred_at: '2026-11-26T12:00:00Z',
    actor: { type: 'user', id: 'ben', token_id: null },
    target: { type: about[0], id: about[1], room_id: 'room', label: 'C1' },
    request: null,
    data,
  }) satisfies AuditEvent;
const said = (...events: readonly AuditEvent[]): string =>
  sentenceOf(events, known)
    .map(({ text }) => text)
    .join('');
const ofFolder = (type: string, data: AuditEvent['data'], id = 'folder') => event(type, data, ['folder', id]);

describe('the sentence about changed settings', () => {
  test('names each field, with the values before and after', () => {
    const data = { bin_days: 30, numbering: 'fixed', before: { bin_days: 0, numbering: 'none' } };
    expect(said(event('room.edited', { ...data, changed: { name: true } }))).toBe(
      'changed the name, the index numbers (from none to fixed ones) and the days in the bin (from none to 30 days) of the room: Falcon',
    );
  });

  test('names the values of an event without those before, and all possible fields for one without any', () => {
    expect(said(event('room.edited', { bin_days: 7 }))).toBe(
      'changed the days in the bin (now 7 days) of the room: Falcon',
    );
    expect(said(event('room.edited', {}))).toBe('changed the name, description or settings of the room: Falcon');
  });

  test('tells several changes as one, from the first to the last value', () => {
    const change = (from: number, to: number) => event('room.edited', { bin_days: to, before: { bin_days: from } });
    expect(said(change(30, 60), event('room.edited', { changed: { name: true } }), change(7, 30))).toBe(
      'changed the name and the days in the bin (from 7 days to 60 days) of the room: Falcon, 3 times',
    );
  });

  test('names the fields of a group, an org unit, a webhook, a link and a person in the directory', () => {
    expect(said(event('group.edited', { group_id: 'north', changed: { name: true, description: true } }))).toBe(
      'changed the name and the description of the group Northern',
    );
    expect(said(event('group.edited', { group_id: 'north', members_see_each_other: false }))).toBe(
      'changed whether its members see each other (no) of the group Northern',
    );
    expect(predicateOf(event('org_unit.edited', { changed: { external_id: true } }, ['org_unit', 'unit']))).toBe(
      'changed the identifier in the directory of an org unit',
    );
    expect(predicateOf(event('webhook.edited', { changed: { url: true, types: true } }))).toBe(
      'changed the address and the kinds of events of a webhook',
    );
    const link = { file_id: 'file', changed: { name: true, max_downloads: 4 }, before: { max_downloads: null } };
    expect(said(event('share.edited', link, ['share', 'link']))).toBe(
      'changed a link to Offer.pdf in Bids: the name and the number of downloads (from no limit to 4)',
    );
    expect(said(event('user.directory_changed', { changed: { deleted: true } }, ['user', 'ben']))).toBe(
      'changed what the directory says of Ben Bidder: that it was deleted there',
    );
    expect(said(event('user.external_changed', { external: true }, ['user', 'ben']))).toBe(
      'made Ben Bidder an outside party',
    );
  });

  test('says the date, the version and the way out of a restricted folder', () => {
    const ofFile = (type: string, data: AuditEvent['data']) => said(event(type, data, ['file', 'file']));
    expect(ofFile('file.redated', { from: null, to: '2026-11-02T12:00:00Z' })).toBe(
      'changed the date of Offer.pdf in Bids from none to 2 Nov 2026',
    );
    expect(ofFile('file.replaced', { version: 3 })).toBe('replaced Offer.pdf in Bids by version 3');
    expect(ofFile('file.version_restored', { version: 1, from: 3 })).toBe(
      'restored a version of Offer.pdf in Bids (version 1 in place of version 3)',
    );
    expect(ofFile('file.moved', { widened: true })).toBe(
      'moved Offer.pdf in Bids, out of a restricted folder, so that others may see it',
    );
    expect(ofFile('file.moved', { widened: false })).toBe('moved Offer.pdf in Bids');
  });
});

describe('the sentence about who sees a folder', () => {
  const set = (data: AuditEvent['data']) => said(ofFolder('folder.access_set', data));

  test('names the groups that gained it, lost it, or got another right', () => {
    const before = { north: 'viewer', south: 'viewer' };
    expect(set({ before, groups: { north: 'contributor' } })).toBe(
      'set who sees the folder 2 Finance/Bids: Southern (reads) lost it; Northern (from reads to adds files) got another right',
    );
    expect(set({ before: {}, groups: before })).toBe(
      'set who sees the folder 2 Finance/Bids: Northern (reads) and Southern (reads) gained it',
    );
  });

  test('tells a restriction and its end, with who saw the folder before', () => {
    expect(set({ before: null, groups: { north: 'viewer' } })).toBe(
      'set who sees the folder 2 Finance/Bids: owners and Northern (reads), where it was everyone in the room',
    );
    expect(set({ before: { north: 'viewer' }, groups: null })).toBe(
      'set who sees the folder 2 Finance/Bids: everyone in the room, where it was owners and Northern (reads)',
    );
    expect(set({ before: null, groups: {} })).toBe(
      'set who sees the folder 2 Finance/Bids: owners, where it was everyone in the room',
    );
  });

  test('says the list of an event without the one before, and the number of groups without a name', () => {
    expect(set({ groups: { north: 'viewer' } })).toBe(
      'set who sees the folder 2 Finance/Bids: owners and Northern (reads)',
    );
    expect(set({ before: {}, groups: { gone: 'viewer', away: 'viewer' } })).toBe(
      'set who sees the folder 2 Finance/Bids: 2 groups gained it',
    );
    expect(set({})).toBe('set who sees the folder 2 Finance/Bids');
  });

  test('is a row for each change, however fast they follow', () => {
    const lists = [
      { before: {}, groups: null },
      { before: null, groups: {} },
    ];
    const events = lists.map((data, index) => ({ ...ofFolder('folder.access_set', data), id: `${index}` }));
    expect(countBursts(daysOf(events, { names, isAll: true }))).toBe(2);
  });

  describe('in the activity of one thing', () => {
    const things: SentenceNames = new Map<string, SentenceName>([
      ...names,
      ['parent', { name: '2 Finance', groups: [] }],
      ['folder', { name: '2 Finance/Bids', groups: ['north'] }],
      ['beside', { name: '2 Finance/Bids 2', groups: ['south'] }],
      ['deep', { name: 'Deep.pdf', folder: '2 Finance/Bids/North' }],
      ['other', { name: 'Other.pdf', folder: '2 Finance/Bids 2' }],
    ]);
    const deed = (type: string, id: string, data: AuditEvent['data'] = {}): AuditEvent => ({
      ...event(type, data, [id === 'room' ? 'room' : 'folder', id]),
      id: `${type} ${id} ${JSON.stringify(data)}`,
    });
    const about = (id: string, events: readonly AuditEvent[], isOfSight = false) =>
      eventsAbout(events, { id, names: things, isOfSight }).map(({ id: one }) => one);
    const idsOf = (events: readonly AuditEvent[]) => events.map(({ id }) => id);

    test('belongs to that of each file below the folder', () => {
      const events = [
        deed('folder.access_set', 'folder'),
        deed('folder.moved', 'parent'),
        deed('folder.created', 'folder'),
        deed('folder.access_set', 'gone'),
      ];
      expect(about('deep', events)).toEqual(idsOf(events.slice(0, 2)));
      expect(about('file', events)).toEqual([]);
    });

    test('has who came into a group that sees the folder, or saw it once', () => {
      const events = [
        deed('group.member_added', 'room', { group_id: 'north', user_id: 'ann' }),
        deed('group.member_removed', 'room', { group_id: 'once', user_id: 'ben' }),
        deed('group.deleted', 'room', { group_id: 'once' }),
        deed('folder.access_set', 'folder', { before: { once: 'viewer' }, groups: { north: 'viewer' } }),
        deed('group.member_added', 'room', { group_id: 'south', user_id: 'cy' }),
        deed('member.added', 'room', { user_id: 'ann', role: 'viewer' }),
      ];
      expect(about('deep', events)).toEqual(idsOf(events.slice(0, 4)));
      expect(about('folder', events)).toEqual(idsOf(events.slice(0, 4)));
      expect(about('deep', events, true)).toEqual(idsOf(events.filter((_, index) => index !== 4)));
      expect(about('parent', events)).toEqual(idsOf(events.slice(3, 4)));
    });

    test('has what lies in a folder, and nothing beside it', () => {
      const events = [
        deed('file.downloaded', 'deep'),
        deed('share.created', 'link', { file_id: 'deep' }),
        deed('share.revoked', 'link'),
        deed('file.downloaded', 'other'),
        deed('folder.created', 'beside'),
      ];
      expect(about('folder', events)).toEqual(idsOf(events.slice(0, 3)));
      expect(about('parent', events)).toEqual(idsOf(events));
    });
  });

  test('is in the table beside the folder', () => {
    const table = eventsAsCsv([ofFolder('folder.access_set', { before: {}, groups: { north: 'viewer' } })], known);
    expect(table).toContain('"set who sees a folder","Northern (reads) gained it","2 Finance/Bids"');
  });
});

test('the sentence about a moved folder says whether it was renamed, and from where to where it moved', () => {
  const moved = (data: AuditEvent['data']) => said(ofFolder('folder.moved', data));
  expect(moved({ from_parent: null, to_parent: null, renamed: true, widened: false })).toBe(
    'renamed the folder 2 Finance/Bids',
  );
  expect(moved({ from_parent: null, to_parent: 'parent', renamed: false, widened: false })).toBe(
    'moved the folder 2 Finance/Bids from the top to 2 Finance',
  );
  expect(moved({ from_parent: 'gone', to_parent: null, renamed: true, widened: true })).toBe(
    'renamed and moved the folder 2 Finance/Bids from another folder to the top, out of a restricted folder, so that others may see it',
  );
  expect(said(ofFolder('folder.edited', { structure: 'owners' }))).toBe(
    'let owners alone make folders in the folder 2 Finance/Bids',
  );
});
