import type { RequestedUpload } from '@strongroom/client';
import { untilMinute } from '../base/format.ts';
import { isolating } from '../base/isolating.ts';
import { size } from '../base/size.ts';
import { element } from '../open/element.ts';

const write = (id: string, text: string): void => {
  element(id, HTMLElement).textContent = text;
};

/** Says who asks, until when, and for how much. */
export function describe({
  requested_by: who,
  organisation,
  room_name: room,
  message,
  ...terms
}: RequestedUpload): void {
  const names = [who?.name, organisation].filter(Boolean).join(', ');
  write('from', names === '' ? 'You are asked for files.' : isolating`${names} asks you for files.`);
  write('message', message ?? '');
  write('room', room ?? '');
  for (const id of ['room', 'room-label']) element(id, HTMLElement).hidden = room === null;
  write('until', untilMinute(terms.expires_at));
  const files = terms.files_left === 1 ? 'one file' : `${terms.files_left} files`;
  write('left', `${files}, ${size(terms.bytes_left)} in all`);
}
