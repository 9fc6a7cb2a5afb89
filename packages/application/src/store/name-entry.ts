import {
  type AvailableFile,
  type FileId,
  type FolderPath,
  foldText,
  type IndexNumber,
  type Instant,
  type Label,
  type Mark,
  markOfFile,
  naturalKey,
  type UserId,
} from '@strongroom/domain';

/** An available file as lists find and sort it. A room of 100 000 files has about 40 MB of them. */
export type NameEntry = Readonly<{
  id: FileId;
  folder: FolderPath;
  /** Folder and name, folded, to be searched. */
  text: string;
  /** Sorts by name. */
  nameKey: string;
  size: number;
  confirmedAt: Instant;
  uploadedBy: UserId;
  /** The label of the file itself. */
  label: Label;
  mark: Mark;
  /** In a room with index numbers. */
  indexNumber?: IndexNumber;
}>;

export const entryOf = (file: AvailableFile): NameEntry => ({
  id: file.id,
  folder: file.folder,
  text: foldText(`${file.folder}/${file.name}`),
  nameKey: naturalKey(file.name),
  size: file.size,
  confirmedAt: file.confirmedAt,
  uploadedBy: file.uploadedBy,
  label: file.label,
  mark: markOfFile(file),
  ...(file.indexNumber && { indexNumber: file.indexNumber }),
});
