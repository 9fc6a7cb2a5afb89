import { formatNumber, plural } from '../base/format.ts';
import { isolateNames } from '../base/isolating.ts';
import { splitName } from '../base/name-parts.ts';
import { formatSize } from '../base/size.ts';
import type { Download } from './downloads.ts';

/** Letters of a name in a sentence: a longer one would take the panel. */
const MAX_LETTERS = 60;

/** A long name without its middle. */
function shortened(name: string): string {
  const [start, end] = splitName(name);
  const letters = Array.from(start);
  const most = MAX_LETTERS - end.length;
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join('')}…${end}`;
}

type Described = Pick<Download, 'kind' | 'name' | 'state' | 'savedAs' | 'leftOut'>;

/** The state of a download in a sentence. */
export function downloadSentence(
  { kind, name: whole, state, savedAs, leftOut }: Described,
  isLineLost: boolean,
): string {
  const name = shortened(whole);
  if (state === 'failed') return isolateNames`${name} was not ${kind === 'zip' ? 'made' : 'downloaded'}.`;
  if (state === 'running')
    return isLineLost ? isolateNames`${name} waits for the connection.` : isolateNames`Downloading ${name}`;
  if (savedAs !== undefined) return isolateNames`“${name}” is downloaded as “${shortened(savedAs)}”.`;
  return leftOut.length === 0
    ? isolateNames`${name} is downloaded.`
    : isolateNames`${name} is downloaded, without ${plural(leftOut.length, 'file')} that could not be read:`;
}

type Counted = Pick<Download, 'kind' | 'files' | 'bytes' | 'ended' | 'endedBytes'>;

/** The part that has arrived; empty where the size is not known. */
export function downloadCount({ kind, files, bytes, ended, endedBytes }: Counted): string {
  const arrived = bytes === 0 && kind === 'file' ? '' : `${formatSize(endedBytes)} of ${formatSize(bytes)}`;
  return kind === 'file' ? arrived : `${formatNumber(ended)} of ${plural(files, 'file')}, ${arrived}`;
}
