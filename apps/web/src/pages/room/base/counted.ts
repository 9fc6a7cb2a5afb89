import { plural } from '../../../base/format.ts';

/** "3 files and 1 folder"; without the part of which there is none. */
export const formatCounts = (files: number, folders: number): string =>
  [...(files > 0 ? [plural(files, 'file')] : []), ...(folders > 0 ? [plural(folders, 'folder')] : [])].join(' and ');

/** The number of hits of a search. */
export const formatFound = (files: number, folders: number): string =>
  `${files + folders === 0 ? plural(0, 'file') : formatCounts(files, folders)} found`;
