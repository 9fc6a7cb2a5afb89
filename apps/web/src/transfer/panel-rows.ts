import { plural } from '../base/format.ts';
import type { QueuedFile, UploadState } from './queued-files.ts';

const ORDER: readonly UploadState[] = ['failed', 'sending', 'waiting', 'done', 'there'];

/** Files for the panel of the uploads: those that failed, then those at work, and those that are done last. */
export const panelRows = <T extends Pick<QueuedFile, 'state'>>(files: readonly T[], most: number): readonly T[] =>
  ORDER.flatMap((state) => files.filter((file) => file.state === state)).slice(0, most);

/** The sentences about files that failed, by their ids: one that holds for several files stands at the first of them. */
export function panelErrors(files: readonly Pick<QueuedFile, 'id' | 'error'>[]): ReadonlyMap<number, string> {
  const alike = new Map<string, number[]>();
  for (const { id, error } of files) {
    if (error === undefined) continue;
    const ids = alike.get(error);
    if (ids === undefined) alike.set(error, [id]);
    else ids.push(id);
  }
  return new Map(
    [...alike].flatMap(([error, [first, ...others]]) =>
      first === undefined
        ? []
        : [[first, others.length === 0 ? error : `${plural(others.length + 1, 'file')}: ${error}`]],
    ),
  );
}
