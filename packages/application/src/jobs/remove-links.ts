import { removeLinks as removeListed } from '../steps/rooms/remove-listed.ts';
import { refTo, stateOf } from '../store/collection.ts';
import { files } from '../store/files.ts';
import { everyLinkOf } from '../store/share-links.ts';
import type { Handler } from './handler.ts';

/** Removes the links of a file in the bin. A file that was restored since may have new ones, and has none of before. */
export const removeLinks: Handler<'remove-links'> = async (deps, { fileId }) => {
  const [document] = await deps.documents.read([refTo(files, fileId)]);
  if (document !== undefined && stateOf(files, document).status === 'binned')
    await removeListed(deps, everyLinkOf(fileId));
  return undefined;
};
