import { allows, decide, type File, fileAtVersion, versionRead } from '@strongroom/domain';
import { permit } from '../../kernel/denied.ts';
import type { AtFile, InFile } from '../../kernel/in-file.ts';
import { fileTarget } from '../../kernel/targets.ts';

/**
 * The file with the version that a request names as its content; with the current one without a number. Throws VERSION_NOT_FOUND for
 * a version that the caller does not see.
 */
export function atVersion(seen: InFile, number: number | undefined): InFile['file'] {
  const { file, labelRules } = seen;
  if (number === undefined || file.status !== 'available') return file;
  permit(decide('version.see', { ...seen, version: versionRead(file, number) }), fileTarget(file.id, file));
  return fileAtVersion(labelRules.scheme, file, number) ?? file;
}

/** Like `atVersion`, for a decision that comes before: the current version in place of one that the caller does not see. */
export function shownVersion(at: AtFile, number: number | undefined): File | undefined {
  const { file, labelRules } = at;
  if (number === undefined || file?.status !== 'available') return file;
  const isSeen = allows('version.see', { ...at, version: versionRead(file, number) });
  return isSeen ? fileAtVersion(labelRules.scheme, file, number) : file;
}
