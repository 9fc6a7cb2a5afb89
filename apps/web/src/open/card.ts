import { countFolders, folderTree } from '../base/folder-tree.ts';
import { formatTimeAgo, formatToMinute, plural } from '../base/format.ts';
import { formatSize } from '../base/size.ts';
import { kindOfFile } from '../pages/viewer/file-kind.ts';
import { elementWithId } from './element.ts';
import { drawIcon } from './icon.ts';
import { isInApp } from './in-app.ts';
import type { SharedContent, SharedFile, SharedPackage } from './kept.ts';
import { nameOfKind } from './kind-names.ts';
import { writeHeading } from './notices.ts';
import { isViewable } from './viewable.ts';

const write = (id: string, text: string): void => {
  elementWithId(id, HTMLElement).textContent = text;
};

/** The sender stays in view when the file is saved. */
export const writeSender = (sentence: string): void => write('from', sentence);

/** Describes one file, or several. */
export function describeLinkedFile(shared: SharedContent): void {
  const isPackage = shared.kind === 'package';
  writeHeading(isPackage ? `${plural(shared.file_count, 'file')} for you` : 'A file for you');
  const { icon, name, kind } = isPackage ? aboutFiles(shared) : aboutFile(shared);
  elementWithId('icon', HTMLElement).replaceChildren(drawIcon(icon));
  elementWithId('icon', HTMLElement).dataset['kind'] = icon;
  write('name', name);
  write('kind', kind);
  write('submit', isPackage ? 'Download all as a zip' : 'Download');
  const isViewed = !isPackage && isViewable(shared.name);
  elementWithId('view', HTMLElement).hidden = !isViewed;
  elementWithId('counts', HTMLElement).hidden = !isPackage && !isViewed;
  write('counts', `The first view or download counts, and covers ${isPackage ? 'all files' : 'both'} for 24 hours.`);
  const { shared_by: sender, organisation, message } = shared;
  const who = [sender?.name, organisation].filter(Boolean).join(', ');
  writeSender(who && `From ${who}`);
  write('message', message ?? '');
  write('size', formatSize(shared.size));
  write('until', `${formatToMinute(shared.expires_at)}${soon(shared.expires_at)}`);
}

function aboutFile({ name, content_type: type = '' }: SharedFile) {
  const icon = kindOfFile({ name, content_type: type });
  return { icon, name, kind: `${nameOfKind(name, icon)},` };
}

function aboutFiles({ files, file_count: count }: SharedPackage) {
  const folders = countFolders(folderTree(files));
  const name = folders === 0 ? plural(count, 'file') : `${plural(count, 'file')} in ${plural(folders, 'folder')}`;
  return { icon: folders === 0 ? ('file' as const) : ('folder' as const), name, kind: '' };
}

const A_WEEK_MS = 7 * 86_400_000;
/** An end within a week, as a person counts. */
const soon = (end: string): string => (Date.parse(end) - Date.now() < A_WEEK_MS ? `, ${formatTimeAgo(end)}` : '');

/** Says how many downloads are left, or that this one is counted. */
export function describeCount({ remaining }: SharedContent, isCounted: boolean): void {
  elementWithId('in-app', HTMLElement).hidden = !isInApp(navigator.userAgent) || isCounted;
  const left = remaining === null ? 'unlimited' : `${remaining}`;
  if (isCounted) {
    elementWithId('counts', HTMLElement).hidden = false;
    write('counts', 'For 24 hours you can finish and repeat it here: this uses up no further download.');
  }
  write('left', isCounted ? 'this one is counted' : left);
}
