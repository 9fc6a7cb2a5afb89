import { FileId, FolderId, lineOf, OrgUnitId, RoomId, ShareLinkId } from '@strongroom/domain';
import type { ReadAnswer } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';
import { idOrRandom } from '../../kernel/ids.ts';
import { refBy, refTo, stateOf } from '../../store/collection.ts';
import { files } from '../../store/files.ts';
import { folderKey, folders } from '../../store/folders.ts';
import { orgUnits } from '../../store/organisation.ts';
import { shareLinks } from '../../store/share-links.ts';
import type { AccessQuestion } from './question.ts';

export type QuestionPlace = Readonly<{
  roomId: RoomId;
  fileId: FileId;
  folderId: FolderId;
  shareId: ShareLinkId | undefined;
  /** The line of the org unit from the root; one absent unit if there is no such unit. */
  line: readonly OrgUnitId[] | undefined;
  /** The answer of the store. */
  read: ReadAnswer;
}>;

/** The place of a question in one read: a file or folder sent without its room is located, and so are a link and a unit. */
export async function placeOfQuestion(
  { documents, ids }: Pick<Deps, 'documents' | 'ids'>,
  { roomId, fileId, folderId, shareId, orgUnitId }: AccessQuestion,
): Promise<QuestionPlace> {
  const named = {
    file: idOrRandom(FileId, fileId ?? '', ids),
    folder: idOrRandom(FolderId, folderId ?? '', ids),
    share: shareId === undefined ? undefined : idOrRandom(ShareLinkId, shareId, ids),
    unit: orgUnitId === undefined ? undefined : idOrRandom(OrgUnitId, orgUnitId, ids),
  };
  const read = await documents.read([
    refTo(files, named.file),
    refTo(shareLinks, named.share ?? ids.uuid()),
    refTo(orgUnits, named.unit ?? ids.uuid()),
    refBy(folders, folderKey(named.folder)),
  ]);
  const [file, share, unit, folder] = read;
  const link = share && stateOf(shareLinks, share);
  const located =
    (file && stateOf(files, file).roomId) ??
    link?.roomId ??
    (folder && stateOf(folders, folder).roomId) ??
    ids.uuid<RoomId>();
  return {
    roomId: roomId === undefined ? located : idOrRandom(RoomId, roomId, ids),
    fileId: fileId === undefined ? (link?.fileId ?? named.file) : named.file,
    folderId: named.folder,
    shareId: named.share,
    line: named.unit === undefined ? undefined : unit ? lineOf(stateOf(orgUnits, unit)) : [named.unit],
    read,
  };
}
