import type { QueuedFile, UploadState } from './queued-files.ts';

/** Of very many files, these are shown before others. */
const PREFERRED: readonly UploadState[] = ['failed', 'sending', 'waiting', 'done', 'there'];

/** Files for the panel of the uploads: those that failed first, then the others in the order in which they were added. */
export function panelRows<T extends Pick<QueuedFile, 'state'>>(files: readonly T[], most: number): readonly T[] {
  const inState = (state: UploadState): readonly T[] => files.filter((file) => file.state === state).slice(0, most);
  const chosen = new Set(PREFERRED.flatMap(inState).slice(0, most));
  return [...inState('failed'), ...files.filter((file) => file.state !== 'failed' && chosen.has(file))];
}
