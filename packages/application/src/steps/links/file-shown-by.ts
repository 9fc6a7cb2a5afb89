import {
  type AvailableFile,
  allows,
  deepestAbove,
  type File,
  type FolderPath,
  fileOfLink,
  versionRead,
} from '@strongroom/domain';
import type { ShareSeen } from '../../kernel/answers.ts';
import type { AtLiveRoom } from '../../kernel/views.ts';

/** A file of a link as a reader of its room sees it, with the version that the link names as its content. */
export type FileShown = Readonly<{
  /** Its place in the link, which it keeps when others go. */
  index: number;
  file: AvailableFile;
  /** The folder in which holders see it. */
  folder: FolderPath;
  /** Whether holders get it while the link works. */
  isGiven: boolean;
}>;

/**
 * The file as a link shows it; undefined for one that is deleted, or was since the link was made, or that the caller does not
 * see in this version.
 */
export function fileShownBy(
  at: AtLiveRoom,
  file: File | undefined,
  link: Readonly<{ version?: number; restored?: number }>,
): AvailableFile | undefined {
  const { version } = link;
  const shown = fileOfLink(at.labelRules.scheme, file, link);
  if (shown?.status !== 'available' || !allows('file.see', { ...at, file: shown })) return undefined;
  if (version === undefined) return shown;
  return allows('version.see', { ...at, file, version: versionRead(file, version) }) ? shown : undefined;
}

/** The name of the first of the files that a reader of a link sees, and the folder that holds them. */
export function namesOfShown(
  files: readonly Pick<AvailableFile, 'name' | 'folder'>[],
): Pick<ShareSeen, 'fileName' | 'folder'> {
  const [first] = files;
  return first === undefined ? {} : { fileName: first.name, folder: deepestAbove(files.map(({ folder }) => folder)) };
}
