import type { RequestedUpload } from '@strongroom/client';
import { formatToMinute } from '../base/format.ts';
import { isolateNames } from '../base/isolating.ts';
import { formatSize } from '../base/size.ts';
import { elementWithId } from '../open/element.ts';

const write = (id: string, text: string): void => {
  elementWithId(id, HTMLElement).textContent = text;
};

/** Says who asks, until when, and for how much. */
export function describeUploadRequest({
  requested_by: who,
  organisation,
  room_name: room,
  message,
  ...terms
}: RequestedUpload): void {
  const names = [who?.name, organisation].filter(Boolean).join(', ');
  write('from', names === '' ? 'You are asked for files.' : isolateNames`${names} asks you for files.`);
  write('message', message ?? '');
  write('room', room ?? '');
  elementWithId('for-room', HTMLElement).hidden = room === null;
  write('until', formatToMinute(terms.expires_at));
  const files = terms.files_left === 1 ? 'one file' : `${terms.files_left} files`;
  write('left', `${files}, ${formatSize(terms.bytes_left)} in all`);
}
