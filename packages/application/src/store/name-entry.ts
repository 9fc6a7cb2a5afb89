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
  siblingKey,
  type UserId,
} from '@strongroom/domain';

/** An available file as lists find and sort it. A room of 100 000 files has about 40 MB of them. */
export type NameEntry = Readonly<{
  id: FileId;
  folder: FolderPath;
  /** Folder and name, folded, to be searched. */
  text: string;
  /** Tells names apart, where it is not the end of `text`. */
  siblingName?: string;
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

export function entryOf(file: AvailableFile): NameEntry {
  const text = foldText(`${file.folder}/${file.name}`);
  const siblingName = siblingKey(file.name);
  return {
    id: file.id,
    folder: file.folder,
    text,
    ...(siblingName !== lastName(text) && { siblingName }),
    nameKey: naturalKey(file.name),
    size: file.size,
    confirmedAt: file.confirmedAt,
    uploadedBy: file.uploadedBy,
    label: file.label,
    mark: markOfFile(file),
    ...(file.indexNumber && { indexNumber: file.indexNumber }),
  };
}

/** The name, folded, to be searched. */
export const nameTextOf = ({ text }: NameEntry): string => lastName(text);

/** Equal for files whose names are the same but for letter case and Unicode normalisation. */
export const siblingNameOf = ({ text, siblingName }: NameEntry): string => siblingName ?? lastName(text);

const lastName = (text: string): string => text.slice(text.lastIndexOf('/') + 1);
