import { formatNumber, plural } from '../base/format.ts';
import { formatSize } from '../base/size.ts';
import type { QueuedFile } from './queued-files.ts';

type Counted = Pick<QueuedFile, 'roomId' | 'folder' | 'name' | 'state'>;

/** The files of uploads that have ended or were stopped. */
export type Ended = Readonly<{ arrived: number; unsure: number; cancelled: number; failed: number }>;

const placesOf = (files: readonly Counted[]): number =>
  new Set(files.map(({ roomId, folder, name }) => JSON.stringify([roomId, folder, name]))).size;

/** The number of files that are in the room, each once, however often it was added. */
export const countInRoom = (files: readonly Counted[]): number =>
  placesOf(files.filter(({ state }) => state === 'done' || state === 'there'));

/** The summary of the panel once no file is on its way. */
export function endOfUploads(files: readonly Counted[]): string {
  const failed = files.filter(({ state }) => state === 'failed').length;
  const inRoom = countInRoom(files);
  const there = placesOf(files.filter(({ state }) => state === 'there'));
  return [
    ...(failed > 0 ? [`${plural(failed, 'file')} failed`] : []),
    ...(there > 0 && there < inRoom
      ? [`${plural(inRoom - there, 'file')} added`, `${plural(there, 'was', 'were')} there already`]
      : [`${plural(inRoom, 'file')} in the room${there > 0 ? ' already' : ''}`]),
  ].join(', ');
}

/** The number of files that ended well, and of those that are sent and wait for the service to confirm them. */
export const countSent = (files: readonly Pick<QueuedFile, 'state' | 'sent' | 'file'>[]): number =>
  files.filter(
    ({ state, sent, file }) => state === 'done' || state === 'there' || (state === 'sending' && sent >= file.size),
  ).length;

/** The folder that all files go to; empty for the top of the room, and where they go to several. */
export const commonFolder = (files: readonly Counted[]): string => {
  const [first] = files;
  return first !== undefined && files.every(({ folder, roomId }) => folder === first.folder && roomId === first.roomId)
    ? first.folder
    : '';
};

/** A percent of these says little. */
const LARGE_BYTES = 10 * 2 ** 20;

/** The part of a file that is sent. Once all of it is, the service confirms it. */
export function sentPart({ sent, size }: Readonly<{ sent: number; size: number }>): string {
  if (sent >= size) return 'finishing';
  return size >= LARGE_BYTES ? `${formatSize(sent)} of ${formatSize(size)}` : `${Math.floor((sent / size) * 100)} %`;
}

/** The summary after uploads were cancelled. `unsure`: the service gave no answer to their confirmation. */
export function endOfCancelled({ arrived, unsure, cancelled, failed }: Ended): string {
  const parts = [
    ...(arrived > 0 ? [`${plural(arrived, 'file')} arrived`] : []),
    ...(unsure > 0 ? [`${plural(unsure, 'file')} may have arrived`] : []),
    ...(arrived + unsure === 0 ? ['No file arrived'] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
    ...(cancelled > 0 ? [`${formatNumber(cancelled)} cancelled`] : []),
    ...(cancelled + unsure === 0 ? ['none cancelled'] : []),
  ].join(', ');
  if (unsure === 0) return parts;
  return `${parts}. The service did not answer: look in the room before you add ${unsure === 1 ? 'it' : 'them'} again.`;
}
