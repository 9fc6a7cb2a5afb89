import { MAX_FILE_BYTES, type RequestedUpload } from '@strongroom/client';
import { formatEnd } from '../base/format.ts';
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
  write('until', formatEnd(terms.expires_at));
  write('left', limitsOf(terms));
}

/** Says what fits before a file is chosen: how many, how much, and how much of one. */
export function limitsOf({ files_left: files, bytes_left: bytes }: Pick<RequestedUpload, 'files_left' | 'bytes_left'>) {
  const most = formatSize(Math.min(bytes, MAX_FILE_BYTES));
  return files === 1
    ? `one file of up to ${most}`
    : `${files} files of up to ${most} each, ${formatSize(bytes)} in all`;
}
