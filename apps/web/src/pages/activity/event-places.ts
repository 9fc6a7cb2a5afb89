import type { AuditEvent } from '@strongroom/client';
import { namePart, type SentenceNames, type SentencePart, textPart as text } from './sentence-parts.ts';

type Places = Readonly<{
  names: SentenceNames;
  /** Whether sentences name the room: in a list of all rooms. */
  saysRoom?: boolean;
}>;

/** A room that the reader is not in, by the address of its activity. */
const otherRoom = (id: string): SentencePart => ({
  text: 'a room that you are not in',
  isName: true,
  to: `/rooms/${id}/activity`,
});

/** The room of an event. One without a name stands in a list of all rooms alone. */
function roomOf(
  { target: { room_id: id } }: AuditEvent,
  { names, saysRoom = false }: Places,
): SentencePart | undefined {
  const room = names.get(id ?? '');
  if (room !== undefined) return namePart(room);
  return saysRoom && id !== null ? otherRoom(id) : undefined;
}

export function inRoom(event: AuditEvent, places: Places): readonly SentencePart[] {
  const room = roomOf(event, places);
  return room === undefined ? [] : [text(' in '), room];
}

/** The folder of a file, with its room in a list of all rooms. */
export function inFolder(folder: string, event: AuditEvent, places: Places): readonly SentencePart[] {
  const room = places.saysRoom === true ? inRoom(event, places) : [];
  if (folder === '') return room;
  const [, name] = room;
  return [text(' in '), { text: folder, isName: true }, ...(name === undefined ? [] : [text(' of '), name])];
}

const groupOf = ({ data }: AuditEvent): string | undefined =>
  typeof data['group_id'] === 'string' ? data['group_id'] : undefined;

/** The group or the org unit that an event about a person concerns, or the room. */
export function placeOf(event: AuditEvent, places: Places): readonly SentencePart[] {
  const { names } = places;
  const { type, id } = event.target;
  const group = groupOf(event);
  const named = names.get(group ?? (type === 'org_unit' ? id : null) ?? '');
  if (group !== undefined) {
    const words = named === undefined ? [text('a group')] : [text('the group '), namePart(named)];
    return [...words, ...inFolder('', event, places)];
  }
  if (type === 'org_unit') return [named === undefined ? text('an org unit') : namePart(named)];
  return [roomOf(event, places) ?? text('the room')];
}

/** The file or folder whose rights were looked up, or the room. */
export function placeOfRights(event: AuditEvent, places: Places): readonly SentencePart[] {
  const { type, id, room_id: roomId } = event.target;
  if (roomId === null) return [text(' may do')];
  if (type !== 'file' && type !== 'folder') return [text(' may do in '), ...placeOf(event, places)];
  const thing = places.names.get(id ?? '');
  return [
    text(` may do with ${thing === undefined ? `a ${type}` : type === 'folder' ? 'the folder ' : ''}`),
    ...(thing === undefined
      ? inRoom(event, places)
      : [namePart(thing), ...inFolder(thing.folder ?? '', event, places)]),
  ];
}

/** Words for a thing that its name follows. */
const UNNAMED_THING = / a (folder|group)\b/u;

/** Words about a folder, a group, an org unit or a room, with its name, or with that of the room it is in. */
export function thingOf(event: AuditEvent, places: Places, words: string): readonly SentencePart[] {
  const { target, type } = event;
  const { names } = places;
  const thing = names.get(groupOf(event) ?? (target.type === 'folder' ? target.id : null) ?? '');
  const found = UNNAMED_THING.exec(words);
  if (thing !== undefined && found !== null) {
    const rest = words.slice(found.index + found[0].length);
    return [
      text(`${words.slice(0, found.index)} the ${found[1]} `),
      namePart(thing),
      ...(rest === '' ? [] : [text(rest)]),
      ...inFolder('', event, places),
    ];
  }
  const isThing = target.type === 'org_unit' || type.startsWith('room.');
  const unit = target.type === 'org_unit' ? names.get(target.id ?? '') : undefined;
  const place = unit === undefined ? roomOf(event, places) : namePart(unit);
  return [text(words), ...(place === undefined ? [] : [text(isThing ? ': ' : ' in '), place])];
}
