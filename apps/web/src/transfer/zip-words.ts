import { formatNumber, plural } from '../base/format.ts';
import { isolateNames } from '../base/isolating.ts';
import { formatSize } from '../base/size.ts';
import type { ZipDownload } from './zip-downloads.ts';

/** The state of a zip in a sentence. */
export function zipSentence(
  { name, state, leftOut }: Pick<ZipDownload, 'name' | 'state' | 'leftOut'>,
  isLineLost: boolean,
): string {
  if (state === 'failed') return isolateNames`${name} was not made.`;
  if (state === 'running') return isolateNames`${isLineLost ? 'Waiting for the connection' : 'Downloading'}: ${name}`;
  return leftOut.length === 0
    ? isolateNames`${name} is downloaded.`
    : isolateNames`${name} is downloaded, without ${plural(leftOut.length, 'file')} that could not be read:`;
}

/** The part of a zip that has ended. */
export const zipCount = ({
  files,
  bytes,
  ended,
  endedBytes,
}: Pick<ZipDownload, 'files' | 'bytes' | 'ended' | 'endedBytes'>): string =>
  `${formatNumber(ended)} of ${plural(files, 'file')}, ${formatSize(endedBytes)} of ${formatSize(bytes)}`;
