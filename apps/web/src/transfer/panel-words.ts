import { formatNumber, plural } from '../base/format.ts';
import { isolateNames } from '../base/isolating.ts';
import { formatSize } from '../base/size.ts';
import type { QueuedFile } from './queued-files.ts';

type Counted = Pick<QueuedFile, 'roomId' | 'folder' | 'name' | 'state'>;
type Arrived = Counted & Pick<QueuedFile, 'replaces' | 'version'>;

/** The files of uploads that have ended or were stopped. */
export type Ended = Readonly<{ arrived: number; unsure: number; cancelled: number; failed: number }>;

const placesOf = (files: readonly Counted[]): number =>
  new Set(files.map(({ roomId, folder, name }) => JSON.stringify([roomId, folder, name]))).size;

/** The number of files that are in the room, each once, however often it was added. */
export const countInRoom = (files: readonly Counted[]): number =>
  placesOf(files.filter(({ state }) => state === 'done' || state === 'there'));

/** New versions of files: a single one has its name and number. */
function versionsSentence(files: readonly Arrived[]): string {
  const count = placesOf(files);
  const { name = '', version } = files.at(-1) ?? {};
  if (count > 1) return `${formatNumber(count)} files have a new version`;
  return version === undefined
    ? isolateNames`${name} has a new version`
    : isolateNames`${name} is now version ${version}`;
}

/** The summary of the panel once no file is on its way. */
export function endOfUploads(files: readonly Arrived[]): string {
  const failed = files.filter(({ state }) => state === 'failed').length;
  const versions = files.filter(({ state, replaces }) => state === 'done' && replaces !== undefined);
  const others = files.filter((file) => !versions.includes(file));
  const inRoom = countInRoom(others);
  const there = placesOf(others.filter(({ state }) => state === 'there'));
  const added = inRoom - there;
  const isMixed = versions.length > 0 || (there > 0 && added > 0);
  return [
    ...(failed > 0 ? [`${plural(failed, 'file')} failed`] : []),
    ...(isMixed
      ? [
          ...(added > 0 ? [`${plural(added, 'file')} added`] : []),
          ...(versions.length > 0 ? [versionsSentence(versions)] : []),
          ...(there > 0 ? [`${plural(there, 'was', 'were')} there already`] : []),
        ]
      : inRoom > 0 || failed === 0
        ? [`${plural(inRoom, 'file')} in the room${there > 0 ? ' already' : ''}`]
        : []),
  ].join(', ');
}

type Amount = Readonly<{ ended: number; finishing: number; sent: number; total: number }>;

/**
 * The files of an upload that have ended, those that are sent whole and not confirmed yet, and the bytes of all: those that
 * failed count for nothing.
 */
export function amountOf(files: readonly Pick<QueuedFile, 'state' | 'sent' | 'file'>[]): Amount {
  let [ended, finishing, sent, total] = [0, 0, 0, 0];
  for (const { state, sent: part, file } of files) {
    if (state === 'failed') continue;
    const isEnded = state === 'done' || state === 'there';
    if (isEnded) ended += 1;
    else if (state === 'sending' && part >= file.size) finishing += 1;
    sent += isEnded ? file.size : Math.min(part, file.size);
    total += file.size;
  }
  return { ended, finishing, sent, total };
}

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
    ...(cancelled > 0
      ? [arrived + unsure === 0 ? `${plural(cancelled, 'upload')} cancelled` : `${formatNumber(cancelled)} cancelled`]
      : []),
    ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
    ...(cancelled + unsure === 0 ? ['none cancelled'] : []),
  ].join(', ');
  if (unsure === 0) return parts;
  return `${parts}. The service did not answer: look in the room before you add ${unsure === 1 ? 'it' : 'them'} again.`;
}
