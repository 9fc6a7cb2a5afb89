import type { AuditEvent } from '@strongroom/client';
import { plural } from '../../base/format.ts';
import { predicateOf } from './event-words.ts';
import { describeRefusalReason, describeRefusedAction } from './refusal-words.ts';

/** Names by id: the log itself holds ids only. `folder`: the place of a file. */
export type SentenceNames = ReadonlyMap<string, Readonly<{ name: string; folder?: string }>>;

/** A part of a sentence; `isName` for what people have named. */
export type SentencePart = Readonly<{ text: string; isName?: boolean }>;

type Known = Readonly<{ names: SentenceNames; person: (id: string | null) => string; about?: string | undefined }>;

/** Things that a sentence names by themselves, with the words for one and for several. */
const FORMS: Readonly<Record<string, readonly [one: string, several: string]>> = {
  'file.upload_requested': ['began to upload', 'began to upload'],
  'file.confirmed': ['added', 'added'],
  'file.downloaded': ['opened', 'opened'],
  'file.renamed': ['renamed', 'renamed'],
  'file.moved': ['moved', 'moved'],
  'file.relabelled': ['changed the label of', 'changed the labels of'],
  'file.key_granted': ['opened', 'opened'],
  'file.deleted': ['deleted', 'deleted'],
  'file.replaced': ['replaced', 'replaced'],
  'file.version_restored': ['restored a version of', 'restored versions of'],
  'file.version_deleted': ['deleted a version of', 'deleted versions of'],
  'file.restored': ['restored', 'restored'],
  'file.destroyed': ['destroyed', 'destroyed'],
  'file.abandoned': ['dropped the unfinished upload of', 'dropped the unfinished uploads of'],
  'share.created': ['made a link to', 'made a link to'],
  'share.edited': ['changed a link to', 'changed a link to'],
  'share.revoked': ['revoked a link to', 'revoked a link to'],
  'share.redeemed': ['was used to open', 'was used to open'],
  'share.resumed': ['was used to finish a download of', 'was used to finish a download of'],
};

const PEOPLE: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'member.added': ['added', 'to'],
  'member.removed': ['removed', 'from'],
  'member.role_changed': ['changed the role of', 'in'],
  'member.end_changed': ['changed the end of the membership of', 'in'],
  'access.explained': ['looked up what', 'may do in'],
  'invitation.created': ['invited', ''],
  'invitation.revoked': ['revoked the invitation of', ''],
  'invitation.renewed': ['sent a new activation link to', ''],
  'user.activation_link_shown': ['looked at the activation link of', ''],
  'user.role_changed': ['changed the role of', ''],
  'user.clearance_changed': ['changed the clearance of', ''],
  'user.deactivated': ['deactivated', ''],
  'user.erased': ['erased', ''],
  'user.reactivated': ['brought back', ''],
  'user.removed': ['removed', ''],
  'user.renamed': ['changed the name of', ''],
  'org_unit.member_added': ['added', 'to'],
  'org_unit.member_role_changed': ['changed the role of', 'in'],
  'org_unit.member_removed': ['removed', 'from'],
};

/** An overseer's look at the rooms of a person. */
const LOOKED_AT = ['looked at the rooms of', ''] as const;
/** People change their own names. */
const OWN_NAME = 'changed their name';

const MAX_NAMED = 3;
const idOf = ({ target, data }: AuditEvent): string | undefined =>
  typeof data['file_id'] === 'string' ? data['file_id'] : (target.id ?? undefined);
const text = (value: string): SentencePart => ({ text: value });

/** The end of a sentence that begins with the name of the person: what they did, to which thing, where and how often. */
export function sentenceOf(events: readonly AuditEvent[], { names, person, about }: Known): readonly SentencePart[] {
  const [event] = events;
  if (event === undefined) return [];
  if (event.type === 'user.renamed' && event.target.id === event.actor.id)
    return [text(OWN_NAME), ...often(events.length)];
  if (event.type === 'access.denied') return refused(event, events.length, names);
  const people = event.type === 'room.overseen' && event.target.type === 'user' ? LOOKED_AT : PEOPLE[event.type];
  if (people !== undefined) return aboutPeople(events, people, { names, person });
  const form = FORMS[event.type];
  // One reason speaks for all of them, or none.
  const isAlike = new Set(events.map(({ data }) => data['reason'])).size === 1;
  if (form === undefined)
    return [
      text(predicateOf(isAlike ? event : { ...event, data: {} })),
      ...roomOf(event, names),
      ...often(events.length),
    ];
  const ids = [...new Set(events.map((one) => idOf(one) ?? ''))];
  const named = ids.flatMap((id) => names.get(id) ?? (about === undefined ? [] : (names.get(about) ?? [])));
  if (ids.length > 1) {
    const shown = named.slice(0, MAX_NAMED).map(({ name }) => name);
    const rest = ids.length > shown.length && shown.length > 0 ? ', …' : '';
    return [
      text(`${form[1]} ${plural(ids.length, 'file')}`),
      ...(shown.length === 0 ? inRoom(event, names) : [text(': '), { text: shown.join(', ') + rest, isName: true }]),
    ];
  }
  const [one] = named;
  // Without a name, as in a list of all rooms, the room is the place.
  const place = one === undefined ? names.get(event.target.room_id ?? '')?.name : one.folder;
  return [
    text(`${form[0]} `),
    one === undefined ? text('a file') : { text: one.name, isName: true },
    ...(place === undefined || place === '' ? [] : [text(' in '), { text: place, isName: true }]),
    ...often(events.length),
  ];
}

function inRoom({ target }: AuditEvent, names: SentenceNames): readonly SentencePart[] {
  const room = names.get(target.room_id ?? '');
  return room === undefined ? [] : [text(' in '), { text: room.name, isName: true }];
}

const often = (times: number): readonly SentencePart[] => (times > 1 ? [text(`, ${times} times`)] : []);

/** The org unit that an event is about, or its room. */
const placeOf = ({ target: { type, id, room_id: roomId } }: AuditEvent, names: SentenceNames) =>
  names.get((type === 'org_unit' ? id : roomId) ?? '');

function roomOf(event: AuditEvent, names: SentenceNames): readonly SentencePart[] {
  const place = placeOf(event, names);
  return place === undefined ? [] : [text(': '), { text: place.name, isName: true }];
}

function aboutPeople(
  events: readonly AuditEvent[],
  [before, after]: readonly [string, string],
  { names, person }: Known,
): readonly SentencePart[] {
  const ids = [
    ...new Set(
      events.map(({ data, target }) =>
        typeof data['user_id'] === 'string' ? data['user_id'] : target.type === 'user' ? target.id : null,
      ),
    ),
  ];
  const who = ids.slice(0, MAX_NAMED).map((id) => (id === null ? 'a person' : person(id)));
  const rest = ids.length > MAX_NAMED ? ` and ${plural(ids.length - MAX_NAMED, 'other')}` : '';
  const [event] = events;
  const named = event && placeOf(event, names);
  const unnamed = event?.target.type === 'org_unit' ? 'an org unit' : 'the room';
  const place =
    after === '' ? [] : [text(` ${after} `), named === undefined ? text(unnamed) : { text: named.name, isName: true }];
  return [
    text(`${before} `),
    { text: who.join(', ') + rest, isName: true },
    ...place,
    ...often(ids.length > 1 ? 1 : events.length),
  ];
}

/** A refused attempt, with its reason. */
function refused(event: AuditEvent, times: number, names: SentenceNames): readonly SentencePart[] {
  const named = names.get(event.target.id ?? '') ?? names.get(event.target.room_id ?? '');
  const { action } = event.data;
  const why = describeRefusalReason(event.rule);
  return [
    text(`tried to ${describeRefusedAction(typeof action === 'string' ? action : '')}`),
    ...(named === undefined ? [] : [text(': '), { text: named.name, isName: true }]),
    ...often(times),
    ...(why === '' ? [] : [text(`. Refused: ${why}`)]),
  ];
}
