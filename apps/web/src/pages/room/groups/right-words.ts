import { folderRole, isFolderRole } from './folder-roles.ts';
import type { FolderRight } from './group-rights.ts';

/** A right in a cell of the table of folders and groups. */
export function rightWords({ right }: Pick<FolderRight, 'right'>): string {
  if (isFolderRole(right)) return folderRole(right).verb;
  if (right === 'open') return 'everyone';
  return right === 'unknown' ? 'not known' : 'does not see it';
}
