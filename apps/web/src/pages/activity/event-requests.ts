import type { AuditEvent } from '@strongroom/client';
import { plural } from '../../base/format.ts';
import type { ActorNames } from './event-actor.ts';
import { inFolder, inRoom } from './event-places.ts';
import { REFUSED_ITEM } from './event-words.ts';
import { atLeast, namePart, type SentenceNames, type SentencePart, textPart } from './sentence-parts.ts';

/** Words before an upload request that the event itself is about. */
const ABOUT_REQUEST: Readonly<Record<string, string>> = {
  'upload_request.created': 'drew up',
  'upload_request.opened': 'asked for files by',
  'upload_request.revoked': 'ended',
};

/** Words before a file that was sent by a request, and between the file and the request. */
const ABOUT_ITEM: Readonly<Record<string, readonly [before: string, between: string]>> = {
  'inbox.received': ['sent', 'by'],
  'inbox.downloaded': ['opened', 'from'],
  'inbox.accepted': ['took in', 'from'],
  'inbox.refused': ['refused', 'from'],
};

type Known = ActorNames & Readonly<{ names: SentenceNames; saysRoom?: boolean; mayGoOn?: boolean }>;

/** The sentence about upload requests and what came by them; none for other events. */
export function requestSentence(events: readonly AuditEvent[], known: Known): readonly SentencePart[] | undefined {
  const [event] = events;
  if (event === undefined) return undefined;
  const about = ABOUT_REQUEST[event.type];
  if (about !== undefined) return [textPart(`${about} `), ...requestWords(event, known, false)];
  const item = ABOUT_ITEM[event.type];
  if (item === undefined) return undefined;
  const ids = new Set(events.map(({ data, id }) => (typeof data['item_id'] === 'string' ? data['item_id'] : id)));
  const [first = ''] = ids;
  const name = ids.size === 1 ? known.names.get(first) : undefined;
  const reasons = new Set(events.map(({ data }) => data['reason']));
  const reason = reasons.size === 1 ? REFUSED_ITEM.get([...reasons][0]) : undefined;
  return [
    textPart(`${item[0]} `),
    name === undefined
      ? textPart(ids.size === 1 ? 'a file' : atLeast(known.mayGoOn === true) + plural(ids.size, 'file'))
      : namePart(name),
    textPart(` ${item[1]} `),
    ...requestWords(event, known, true),
    ...(reason === undefined ? [] : [textPart(`: ${reason}`)]),
  ];
}

/** An upload request by its words and its maker. `saysMaker`: where the maker is not the person of the sentence. */
function requestWords(event: AuditEvent, known: Known, saysMaker: boolean): readonly SentencePart[] {
  const { target, actor } = event;
  const { links, person } = known;
  const request = links.get(target.id ?? '');
  if (request === undefined) return [textPart('an upload request'), ...inRoom(event, known)];
  const isOfOther = request.maker !== null && (saysMaker || request.maker !== actor.id);
  return [
    textPart(request.name === null ? 'an upload request' : 'the upload request '),
    ...(request.name === null ? [] : [{ text: `“${request.name}”`, isName: true }]),
    ...(isOfOther ? [textPart(' of '), { text: person(request.maker), isName: true }] : []),
    ...inFolder('', event, known),
  ];
}
