import type { AuditEvent } from '@strongroom/client';
import { csv } from '@strongroom/client';
import { actorOf, USES } from './event-actor.ts';
import { changeOf } from './event-changes.ts';
import { sightWords } from './event-folders.ts';
import { packageSentence } from './event-packages.ts';
import { formOf, personOf, type SentenceNeeds } from './event-sentence.ts';
import { predicateOf } from './event-words.ts';

/** `emailOf`: tells people of one name apart. */
export type TableNeeds = SentenceNeeds & Readonly<{ emailOf: (userId: string) => string }>;

/** Events as a table, with the names that the log does not hold. */
export const eventsAsCsv = (events: readonly AuditEvent[], known: TableNeeds): string =>
  csv([
    [
      'Number',
      'Time',
      'Who',
      'Did',
      'Change',
      'Name',
      'Folder',
      'Room',
      'Person',
      'Outcome',
      'Type',
      'Target',
      'Address',
      'E-mail',
    ],
    ...events.map((event) => [
      String(event.seq),
      event.occurred_at,
      actorOf(event, known),
      deedOf(event, known),
      event.type === 'folder.access_set' ? sightWords(event, known) : changeOf(event).replace(/^[,:] /u, ''),
      ...placeIn(known, event),
      personIn(event, known),
      event.outcome,
      event.type,
      `${event.target.type} ${event.target.id ?? ''}`,
      event.request?.ip ?? '',
      event.actor.type === 'user' && event.actor.id !== null ? known.emailOf(event.actor.id) : '',
    ]),
  ]);

/** As on the screen for a link to several files, whose name and number no other column has. */
function deedOf(event: AuditEvent, { links }: SentenceNeeds): string {
  const ofPackage = packageSentence([event], links);
  if (ofPackage !== undefined) return ofPackage.map(({ text }) => text).join('');
  const form = USES.has(event.type) ? formOf(event, links) : undefined;
  return form === undefined ? predicateOf(event) : `${form[0]} a file`;
}

/** The person whom an event concerns, such as a new member: not the one who acts. */
function personIn(event: AuditEvent, { person }: SentenceNeeds): string {
  const id = personOf(event);
  return id === null ? '' : person(id);
}

/** The name of what an event is about, of a link that of its file; its folder, and its room. The target of a group is its room. */
function placeIn(
  { names, about = '', links }: SentenceNeeds,
  { target: { type, id, room_id: roomId }, data }: AuditEvent,
): readonly [name: string, folder: string, room: string] {
  const link = links.get(id ?? '');
  const ids = [data['item_id'], data['group_id'], id, data['file_id'], link?.fileId, about];
  // A link to several files is not the room.
  if (type !== 'share') ids.push(roomId);
  const thing = ids.flatMap((one) => (typeof one === 'string' ? (names.get(one) ?? []) : []))[0];
  return [thing?.name ?? link?.name ?? '', thing?.folder ?? '', names.get(roomId ?? '')?.name ?? ''];
}
