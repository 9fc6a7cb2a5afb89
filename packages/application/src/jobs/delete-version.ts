import { blobKey } from '@strongroom/ports';
import { removeLinks } from '../steps/rooms/remove-listed.ts';
import { linksToVersion } from '../store/share-links.ts';
import type { Handler } from './handler.ts';

/**
 * Removes the object of a deleted version, and the links that lead to it. Anything else that was uploaded under its id is swept with
 * the upload: the first version has the id of its file, whose other objects stay.
 */
export const deleteVersion: Handler<'delete-version'> = async (deps, { fileId, version, sealed }) => {
  await deps.blobs.delete(blobKey(sealed));
  await removeLinks(deps, [linksToVersion(fileId, version)]);
  return undefined;
};
