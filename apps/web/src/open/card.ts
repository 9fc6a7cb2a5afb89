import { formatToMinute } from '../base/format.ts';
import { formatSize } from '../base/size.ts';
import { elementWithId } from './element.ts';
import { isInApp } from './in-app.ts';
import type { SharedContent } from './kept.ts';
import { isViewable } from './viewable.ts';

const write = (id: string, text: string): void => {
  elementWithId(id, HTMLElement).textContent = text;
};

/** Describes one file, or several. */
export function describeLinkedFile(shared: SharedContent): void {
  const isPackage = shared.kind === 'package';
  const heading = isPackage ? 'Files for you' : 'A file for you';
  document.title = `${heading} · Strongroom`;
  write('title', heading);
  write('name-label', isPackage ? 'Files' : 'Name');
  write('name', isPackage ? `${shared.file_count}` : shared.name);
  write('submit', isPackage ? 'Download all as a zip' : 'Download');
  write('done', isPackage ? 'I have the files' : 'I have the file');
  const isViewed = !isPackage && isViewable(shared.name);
  elementWithId('view', HTMLElement).hidden = !isViewed;
  elementWithId('counts', HTMLElement).hidden = !isPackage && !isViewed;
  write('counts', `The first view or download counts, and covers ${isPackage ? 'all files' : 'both'} for 24 hours.`);
  const { shared_by: sender, organisation, message } = shared;
  const who = [sender?.name, organisation].filter(Boolean).join(', ');
  write('from', who && `From ${who}`);
  write('message', message ?? '');
  write('size', formatSize(shared.size));
  write('until', formatToMinute(shared.expires_at));
}

/** Says how many downloads are left, or that this one is counted. */
export function describeCount({ remaining }: SharedContent, isCounted: boolean): void {
  elementWithId('in-app', HTMLElement).hidden = !isInApp(navigator.userAgent) || isCounted;
  const left = remaining === null ? 'unlimited' : `${remaining}`;
  write('left', isCounted ? 'this one is counted, and can be finished' : left);
}
