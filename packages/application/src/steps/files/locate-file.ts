import { FileId } from '@strongroom/domain';
import type { Ref, StoredDocument } from '@strongroom/ports';
import type { FoundLocation, SignedIn } from '../../kernel/context.ts';
import type { Deps } from '../../kernel/deps.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';

export const refToFile = (id: string): Ref => refTo(files, id);

/** The location of a stored file, for round two. */
export function locatedFile(document: StoredDocument): FoundLocation {
  const file = stateOf(files, document);
  return { fileId: file.id, roomId: file.roomId, ...(file.status === 'available' && { sealed: file.sealed }) };
}

/**
 * Round one for a file that an item of a bulk request names, not the path. Returns its id and the context for the
 * operation on it. An absent file costs the same read.
 */
export const locateFile =
  (deps: Pick<Deps, 'documents' | 'ids'>) =>
  async (ctx: SignedIn, asked: string): Promise<Readonly<{ ctx: SignedIn; fileId: FileId }>> => {
    const fileId = idOrRandom(FileId, asked, deps.ids);
    const firstRead = await deps.documents.read([refToFile(fileId)]);
    const [document] = firstRead;
    return { ctx: { ...ctx, located: document === undefined ? {} : locatedFile(document), firstRead }, fileId };
  };
