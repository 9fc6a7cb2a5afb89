import { plural } from '../../../base/format.ts';

/** "3 files and 1 folder"; without the part of which there is none. */
export const formatCounts = (files: number, folders: number): string =>
  [...(files > 0 ? [plural(files, 'file')] : []), ...(folders > 0 ? [plural(folders, 'folder')] : [])].join(' and ');
