import type { AuditEvent } from '@strongroom/client';
import { formatDate, plural } from '../../base/format.ts';
import type { FileEnd } from './ended-files.ts';
import type { ActorNames, LinkNames } from './event-actor.ts';
import { changeOfAll } from './event-changes.ts';
import { dataOfAll } from './event-fields.ts';
import { folderSentence } from './event-folders.ts';
import { keyForm, type SentenceForm } from './event-keys.ts';
import { packageSentence } from './event-packages.ts';
import { inFolder, inRoom, placeOf, placeOfRights, thingOf } from './event-places.ts';
import { requestSentence } from './event-requests.ts';
import { predicateOf } from './event-words.ts';
import { fileOf, partsOfUse } from './link-uses.ts';
import { describeRefusalReason, describeRefusedAction } from './refusal-words.ts';
import { atLeast, namePart, type SentenceNames, type SentencePart, textPart as text } from './sentence-parts.ts';

/** The names that sentences about events need. */
export type SentenceNeeds = ActorNames &
  Readonly<{
    names: SentenceNames;
    ends: ReadonlyMap<string, FileEnd>;
    /** The file that all events concern. */
    about?: string | undefined;
    /** Whether sentences name the room: in a list of all rooms. */
    saysRoom?: boolean;
    /** Whether there may be more of these events than are known. */
    mayGoOn?: boolean;
  }>;

/** Things that a sentence names by themselves, with the words for one and for several. */
const FORMS: Readonly<Record<string, SentenceForm>> = {
  'file.upload_requested': ['began to upload', 'began to upload'],
  'file.confirmed': ['added', 'added'],
  'file.downloaded': ['opened', 'opened'],
  'file.renamed': ['renamed', 'renamed'],
  'file.moved': ['moved', 'moved'],
  'file.redated': ['changed the date of', 'changed the dates of'],
  'file.relabelled': ['changed the label of', 'changed the labels of'],
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
  // A look in the viewer goes on like a download that continues: the service knows only that content was asked for.
  'share.resumed': ['was used to get the content of', 'was used to get the contents of'],
};

const PEOPLE: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'member.added': ['added', 'to'],
  'member.removed': ['removed', 'from'],
  'member.role_changed': ['changed the role of', 'in'],
  'member.end_changed': ['changed the end of the membership of', 'in'],
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
  'user.email_change_requested': ['asked for another address of', ''],
  'user.email_changed': ['changed the address of', ''],
  'user.second_factor_reset': ['removed the second factors of', ''],
  'user.external_changed': ['made', ''],
  'user.directory_changed': ['changed what the directory says of', ''],
  'session.factor_refused': ['refused a wrong second factor at a sign-in as', ''],
  'group.member_added': ['added', 'to'],
  'group.member_removed': ['took', 'out of'],
  'user.renamed': ['changed the name of', ''],
  'org_unit.member_added': ['added', 'to'],
  'org_unit.member_role_changed': ['changed the role of', 'in'],
  'org_unit.member_removed': ['removed', 'from'],
};

/** An overseer's look at the rooms of a person. */
const LOOKED_AT = ['looked at the rooms of', ''] as const;
/** People change their own names. */
const OWN_NAME = 'changed their name';

/** The words of a deed that is done to files. */
export const formOf = (event: AuditEvent, links: LinkNames): SentenceForm | undefined =>
  keyForm(event, links.get(event.target.id ?? '')?.files) ?? FORMS[event.type];

const MAX_NAMED = 3;
/** The end of a sentence that begins with the name of the person: what they did, to which thing, where and how often. */
export function sentenceOf(events: readonly AuditEvent[], known: SentenceNeeds): readonly SentencePart[] {
  const [event] = events;
  const { names, about, ends, mayGoOn = false } = known;
  const often = (times: number) => oftenWords(times, mayGoOn);
  if (event === undefined) return [];
  const byRequest = requestSentence(events, known);
  if (byRequest !== undefined) return byRequest;
  const byPackage = packageSentence(events, known.links);
  if (byPackage !== undefined)
    return [...byPackage, ...inFolder('', event, known), ...changeWords(events), ...often(events.length)];
  const ofFolder = folderSentence(event, known);
  if (ofFolder !== undefined) return ofFolder;
  if (event.type === 'user.renamed' && event.target.id === event.actor.id)
    return [text(OWN_NAME), ...often(events.length)];
  if (event.type === 'access.explained') return lookUp(events, known);
  if (event.type === 'access.denied') return refused(event, often(events.length), known);
  const people = event.type === 'room.overseen' && event.target.type === 'user' ? LOOKED_AT : PEOPLE[event.type];
  if (people !== undefined) return aboutPeople(events, people, known);
  const { spoken, keys } = partsOfUse(events, known.links);
  if (spoken.length < events.length)
    return [...sentenceOf(spoken, known), ...(keys > 0 ? [text(`, with the keys of ${plural(keys, 'file')}`)] : [])];
  const form = formOf(event, known.links);
  // One reason speaks for all of them, or none.
  const isAlike = new Set(events.map(({ data }) => data['reason'])).size === 1;
  if (form === undefined)
    return [
      ...thingOf(event, known, predicateOf({ ...event, data: isAlike ? (dataOfAll(events) ?? {}) : {} })),
      ...often(events.length),
    ];
  const [beforeOne, before, afterOne = '', after = ''] = form;
  const change = changeWords(events);
  const all = [...new Set(events.map((one) => fileOf(one, known.links) ?? ''))];
  const ids = all.toSorted((one, other) => Number(other === about) - Number(one === about));
  const named = ids.flatMap((id) => names.get(id) ?? (about === undefined ? [] : (names.get(about) ?? [])));
  if (ids.length > 1) {
    const shown = named.slice(0, MAX_NAMED).map(({ name }) => name);
    const rest = ids.length > shown.length && shown.length > 0 ? ', …' : '';
    const folders = new Set(named.map(({ folder }) => folder));
    const [folder = ''] = folders.size === 1 && named.length === ids.length ? folders : [];
    return [
      text(`${before} ${atLeast(mayGoOn)}${plural(ids.length, 'file')}`),
      ...(shown.length === 0 ? inRoom(event, known) : inFolder(folder, event, known)),
      ...(after === '' ? [] : [text(after)]),
      ...change,
      ...(shown.length === 0 ? [] : [text(': '), { text: shown.join(', ') + rest, isName: true }]),
    ];
  }
  const [one] = named;
  // Without a name, the room is the place.
  const place = one === undefined ? inRoom(event, known) : inFolder(one.folder ?? '', event, known);
  return [
    text(`${beforeOne} `),
    one === undefined ? text(unnamed(event, ends.get(ids[0] ?? ''))) : namePart(one),
    ...place,
    ...(afterOne === '' ? [] : [text(afterOne)]),
    ...change,
    ...often(events.length),
  ];
}

function changeWords(events: readonly AuditEvent[]): readonly SentencePart[] {
  const change = changeOfAll(events);
  return change === '' ? [] : [text(/^[,:]/u.test(change) ? change : ` ${change}`)];
}

const oftenWords = (times: number, mayGoOn: boolean): readonly SentencePart[] =>
  times > 1 ? [text(`, ${atLeast(mayGoOn)}${times} times`)] : [];

/** A file without a name, with its end where that is another event. */
const unnamed = ({ type, occurred_at: at }: AuditEvent, end: FileEnd | undefined): string =>
  end === undefined || type === `file.${end.how}` || (type === 'file.deleted' && end.at === at)
    ? 'a file'
    : `a file that was ${end.how} on ${formatDate(end.at)}`;

function aboutPeople(
  events: readonly AuditEvent[],
  [before, after]: readonly [string, string],
  known: SentenceNeeds,
): readonly SentencePart[] {
  const { mayGoOn = false } = known;
  const [event] = events;
  const ids = peopleOf(events);
  return [
    text(`${before} ${ids.length > 1 ? atLeast(mayGoOn) : ''}`),
    namesOfPeople(ids, known),
    ...(event === undefined || after === '' ? [] : [text(` ${after} `), ...placeOf(event, known)]),
    ...changeWords(events),
    ...oftenWords(ids.length > 1 ? 1 : events.length, mayGoOn),
  ];
}

/** A question about the rights of another person: the pages ask about several rights at once. */
function lookUp(events: readonly AuditEvent[], known: SentenceNeeds): readonly SentencePart[] {
  const [event] = events;
  const rights = new Set(events.map(({ data }) => data['action'])).size;
  const isOfSeveral = new Set(events.map(({ target }) => target.id)).size > 1;
  const place =
    event === undefined ? [] : isOfSeveral ? [text(' may do'), ...inRoom(event, known)] : placeOfRights(event, known);
  return [
    text('looked up what '),
    namesOfPeople(peopleOf(events), known),
    ...place,
    ...(rights > 1 ? [text(` (${plural(rights, 'right')})`)] : oftenWords(events.length, known.mayGoOn === true)),
  ];
}

/** The person whom an event concerns. */
export const personOf = ({ data, target }: Pick<AuditEvent, 'data' | 'target'>): string | null =>
  typeof data['user_id'] === 'string' ? data['user_id'] : target.type === 'user' ? target.id : null;

const peopleOf = (events: readonly AuditEvent[]): readonly (string | null)[] => [...new Set(events.map(personOf))];

function namesOfPeople(ids: readonly (string | null)[], { person }: SentenceNeeds): SentencePart {
  const who = ids.slice(0, MAX_NAMED).map((id) => (id === null ? 'a person' : person(id)));
  const rest = ids.length > MAX_NAMED ? ` and ${plural(ids.length - MAX_NAMED, 'other')}` : '';
  return { text: who.join(', ') + rest, isName: true };
}

/** A refused attempt, with its reason. */
function refused(event: AuditEvent, often: readonly SentencePart[], known: SentenceNeeds): readonly SentencePart[] {
  const { id, room_id: roomId } = event.target;
  const thing = known.names.get(id ?? '');
  const named = thing ?? known.names.get(roomId ?? '');
  const { action } = event.data;
  const why = describeRefusalReason(event.rule);
  return [
    text(`tried to ${describeRefusedAction(typeof action === 'string' ? action : '')}`),
    ...(named === undefined ? [] : [text(': '), namePart(named)]),
    ...(thing === undefined || id === roomId ? [] : inFolder(thing.folder ?? '', event, known)),
    ...often,
    ...(why === '' ? [] : [text(`. Refused: ${why}`)]),
  ];
}
