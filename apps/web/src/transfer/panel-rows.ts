import type { QueuedFile, UploadState } from './queued-files.ts';

const ORDER: readonly UploadState[] = ['failed', 'sending', 'waiting', 'done', 'there'];

/** Files for the panel of the uploads: those that failed, then those at work, and those that are done last. */
export const panelRows = <T extends Pick<QueuedFile, 'state'>>(files: readonly T[], most: number): readonly T[] =>
  ORDER.flatMap((state) => files.filter((file) => file.state === state)).slice(0, most);
