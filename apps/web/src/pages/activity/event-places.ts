import type { AuditEvent } from '@strongroom/client';
import { namePart, type SentenceNames, type SentencePart, textPart as text } from './sentence-parts.ts';

/** The room of an event, where its name is known. */
export function inRoom({ target }: AuditEvent, names: SentenceNames): readonly SentencePart[] {
  const room = names.get(target.room_id ?? '');
  return room === undefined ? [] : [text(' in '), namePart(room)];
}

const groupOf = ({ data }: AuditEvent): string | undefined =>
  typeof data['group_id'] === 'string' ? data['group_id'] : undefined;

/** The group or the org unit that an event about a person concerns, or the room. */
export function placeOf(event: AuditEvent, names: SentenceNames): readonly SentencePart[] {
  const { type, id, room_id: roomId } = event.target;
  const group = groupOf(event);
  const named = names.get(group ?? (type === 'org_unit' ? id : roomId) ?? '');
  if (group !== undefined) return named === undefined ? [text('a group')] : [text('the group '), namePart(named)];
  if (named !== undefined) return [namePart(named)];
  return [text(type === 'org_unit' ? 'an org unit' : 'the room')];
}

/** Words for a thing that its name follows. */
const UNNAMED_THING = / a (folder|group)\b/u;

/** Words about a folder, a group, an org unit or a room, with its name, or with that of the room it is in. */
export function thingOf(event: AuditEvent, names: SentenceNames, words: string): readonly SentencePart[] {
  const { target, type } = event;
  const thing = names.get(groupOf(event) ?? (target.type === 'folder' ? target.id : null) ?? '');
  const found = UNNAMED_THING.exec(words);
  if (thing !== undefined && found !== null) {
    const rest = words.slice(found.index + found[0].length);
    return [
      text(`${words.slice(0, found.index)} the ${found[1]} `),
      namePart(thing),
      ...(rest === '' ? [] : [text(rest)]),
    ];
  }
  const isThing = target.type === 'org_unit' || type.startsWith('room.');
  const place = names.get((target.type === 'org_unit' ? target.id : target.room_id) ?? '');
  return [text(words), ...(place === undefined ? [] : [text(isThing ? ': ' : ' in '), namePart(place)])];
}
