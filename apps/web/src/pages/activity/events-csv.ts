import type { AuditEvent } from '@strongroom/client';
import { csv } from '@strongroom/client';
import { actorOf } from './event-actor.ts';
import { changeOf } from './event-changes.ts';
import { packageSentence } from './event-packages.ts';
import { personOf, type SentenceNeeds } from './event-sentence.ts';
import { predicateOf } from './event-words.ts';

/** Events as a table, with the names that the log does not hold. */
export const eventsAsCsv = (events: readonly AuditEvent[], known: SentenceNeeds): string =>
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
    ],
    ...events.map((event) => [
      String(event.seq),
      event.occurred_at,
      actorOf(event, known),
      deedOf(event, known),
      changeOf(event),
      ...placeIn(known, event),
      personIn(event, known),
      event.outcome,
      event.type,
      `${event.target.type} ${event.target.id ?? ''}`,
      event.request?.ip ?? '',
    ]),
  ]);

/** As on the screen for a link to several files, whose name and number no other column has. */
const deedOf = (event: AuditEvent, { links }: SentenceNeeds): string =>
  packageSentence([event], links)
    ?.map(({ text }) => text)
    .join('') ?? predicateOf(event);

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
