import { countFolders, folderTree, wholeOf } from '../base/folder-tree.ts';
import { formatEnd, formatTimeAgo, plural } from '../base/format.ts';
import { isolateNames } from '../base/isolating.ts';
import { formatSize } from '../base/size.ts';
import { kindOfFile } from '../pages/viewer/file-kind.ts';
import { nameOfKind } from '../pages/viewer/kind-names.ts';
import { elementWithId } from './element.ts';
import { drawIcon } from './icon.ts';
import { isInApp } from './in-app.ts';
import type { SharedContent, SharedFile, SharedPackage } from './kept.ts';
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
  const { heading, icon, name, kind } = isPackage ? aboutFiles(shared) : aboutFile(shared);
  writeHeading(isolateNames`${heading} for you`);
  elementWithId('icon', HTMLElement).replaceChildren(drawIcon(icon));
  elementWithId('icon', HTMLElement).dataset['kind'] = icon;
  write('name', name);
  write('kind', kind);
  write('submit', isPackage ? 'Download all as a zip' : 'Download');
  const isViewed = !isPackage && isViewable(shared.name);
  elementWithId('view', HTMLElement).hidden = !isViewed;
  elementWithId('counts', HTMLElement).hidden = shared.remaining === null || (!isPackage && !isViewed);
  write('counts', `The first view or download counts, and covers ${isPackage ? 'all files' : 'both'} for 24 hours.`);
  const { shared_by: sender, organisation, message } = shared;
  const who = [sender?.name, organisation].filter(Boolean).join(', ');
  writeSender(who && `From ${who}`);
  write('message', message ?? '');
  write('size', formatSize(shared.size));
  write('until', `${formatEnd(shared.expires_at)}${soon(shared.expires_at)}`);
}

function aboutFile({ name, content_type: type = '' }: SharedFile) {
  const icon = kindOfFile({ name, content_type: type });
  return { heading: 'A file', icon, name, kind: `${nameOfKind(name, icon)},` };
}

function aboutFiles({ files, file_count: count }: SharedPackage) {
  const top = folderTree(files);
  const folders = countFolders(top);
  const number = plural(count, 'file');
  const heading = wholeOf(top).name || number;
  if (folders === 0) return { heading, icon: 'file' as const, name: number, kind: '' };
  return { heading, icon: 'folder' as const, name: `${number} in ${plural(folders, 'folder')}`, kind: '' };
}

const A_WEEK_MS = 7 * 86_400_000;
/** An end within a week, as a person counts. */
const soon = (end: string): string => (Date.parse(end) - Date.now() < A_WEEK_MS ? `, ${formatTimeAgo(end)}` : '');

/** Says how many downloads are left, without one that is counted. */
export function describeCount({ remaining }: SharedContent, isCounted: boolean): void {
  elementWithId('in-app', HTMLElement).hidden = !isInApp(navigator.userAgent) || isCounted;
  elementWithId('downloads', HTMLElement).hidden = remaining === null;
  if (remaining === null) return;
  if (isCounted) {
    elementWithId('counts', HTMLElement).hidden = false;
    write('counts', 'For 24 hours you can get it again here: this uses up no further download.');
  }
  const left = isCounted ? `${remaining - 1} after this one` : `${remaining}`;
  write('left', left);
}
