import { folderTree, wholeOf } from '../base/folder-tree.ts';
import { isolateNames } from '../base/isolating.ts';
import { OpenRefusal, RateLimited, ServiceUnreachable } from './ask.ts';
import { describeCount, describeLinkedFile, writeSender } from './card.ts';
import { elementWithId } from './element.ts';
import { showRows } from './file-rows.ts';
import { copyLink, handOver, UNTYPED_MEDIA } from './hand-over.ts';
import { type KeptLink, keep, readKept, type SharedContent, type SharedFile } from './kept.ts';
import { takeKey, takePastedKey } from './key-field.ts';
import { type OpenedLink, readLink } from './link.ts';
import type { LinkView } from './link-view.ts';
import {
  beginProgress,
  endProgress,
  showProblem,
  showProgress,
  showStatus,
  showWait,
  writeHeading,
  writeProblem,
} from './notices.ts';
import { lookAtPackage, NO_KEYS_SENTENCE } from './package.ts';
import { type PackageView, readOne, type Saved, saveFolder } from './several.ts';
import { readShared } from './single.ts';
import type { ViewedFile } from './view.tsx';
import { viewableOf, viewer } from './viewable.ts';

const form = elementWithId('open', HTMLFormElement);
const retry = elementWithId('retry', HTMLButtonElement);

/** The parts of the link. */
let link: OpenedLink | undefined;
let shared: SharedContent | undefined;
let kept: KeptLink | undefined;
/** Kept so that saving again needs no second download: a browser does not tell whether it saved. */
let decrypted: Readonly<{ of: SharedFile; content: Blob }> | undefined;

function remember(next: KeptLink | undefined): void {
  kept = next;
  keep(next);
  elementWithId('given', HTMLElement).hidden = next === undefined;
}

/** Number of links that were taken. What is found out about an earlier one is not shown. */
let taken = 0;

/** Removes the secrets from the address bar, the history and bookmarks; they stay in the storage of this tab. */
async function takeLink(): Promise<void> {
  const take = ++taken;
  const isEarlier = (): boolean => taken !== take;
  const before = readKept();
  remember(before);
  const fragment = location.hash === '' ? (before?.fragment ?? '') : location.hash;
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  form.hidden = true;
  retry.hidden = true;
  writeSender('');
  writeProblem('');
  link = undefined;
  decrypted = undefined;
  showStatus('');
  try {
    if (!isSecureContext)
      throw new OpenRefusal(
        'This page needs HTTPS: over plain HTTP browsers do not decrypt. Ask the sender or the operator of this service for an address that begins with https.',
      );
    if (fragment === '') throw new OpenRefusal('Open this page with the link that you were given.', 'LINK_MISSING');
    const read = await readLink(fragment);
    if (isEarlier()) return;
    link = read;
    elementWithId('keyless', HTMLElement).hidden = link.key !== undefined;
    elementWithId('with-key', HTMLElement).hidden = link.key === undefined;
    remember(before?.fragment === fragment ? before : { fragment, attempt: crypto.randomUUID() });
    const found = kept?.file ?? (await described(link));
    if (!isEarlier()) show(found);
  } catch (error) {
    if (isEarlier()) return;
    if (!showEnd(error)) writeHeading('The link cannot be opened now');
    retry.hidden = !(error instanceof ServiceUnreachable || error instanceof RateLimited);
  }
}

/** Refuses several files without keys before a download of them is counted. */
async function described({ token, key }: OpenedLink): Promise<SharedContent> {
  const found = await lookAtPackage(token);
  if (key !== undefined && found.kind === 'package' && found.has_keys === false)
    throw new OpenRefusal(NO_KEYS_SENTENCE);
  return found;
}

function show(found: SharedContent | undefined): void {
  shared = found;
  form.hidden = found === undefined;
  if (found === undefined) return;
  describeLinkedFile(found);
  showCounted(found);
  showRows(folderTree(found.kind === 'package' ? found.files : []), {
    download: ({ index, size }) => during(() => getSeveral((several) => readOne(several, index), size)),
    downloadFolder: (folder) => during(() => getSeveral((several) => saveFolder(several, folder), folder.size)),
    view: (file, opener) => during(() => viewFile(found, { ...file, id: `${file.index}` }, opener)),
  });
}

/** The content of the link, with its key, for those who read it. */
function viewOf<Content extends SharedContent>(content: Content): LinkView<Content> {
  if (link?.key === undefined) throw new OpenRefusal('The link has no key.');
  const { token, key } = link;
  return {
    link: { token, key },
    shared: content,
    kept: () => kept ?? { fragment: '', attempt: crypto.randomUUID() },
    remember,
    onProgress: showProgress,
    onWait: showWait,
  };
}

async function contentOf(file: SharedFile, view: LinkView<SharedFile>): Promise<Blob> {
  if (decrypted?.of !== file) {
    const content = new Blob([await readShared(view)], UNTYPED_MEDIA);
    decrypted = { of: file, content };
  }
  return decrypted.content;
}

/** Hands the file to the browser, and offers to do so again. */
async function download(file: SharedFile): Promise<void> {
  beginProgress(file.size);
  const name = handOver({ name: file.name, content: await contentOf(file, viewOf(file)) });
  showStatus(name === file.name.normalize('NFC') ? 'Downloaded.' : isolateNames`Downloaded as “${name}”.`);
  showCounted(file);
  elementWithId('submit', HTMLElement).textContent = 'Save again';
}

/** Shows a file in the viewer of the rooms. It is there before the download is counted. */
async function viewFile(content: SharedContent, first: ViewedFile, opener: HTMLElement): Promise<void> {
  showStatus('Opening the viewer…');
  const { view } = await viewer();
  showStatus('');
  await view({
    files: viewableOf(content),
    first,
    read: async (file, watching) => {
      if (content.kind === 'package') {
        const several = { ...viewOf(content), ...watching };
        return (await readOne(several, Number(file.id))).content.arrayBuffer();
      }
      return (await contentOf(content, { ...viewOf(content), ...watching })).arrayBuffer();
    },
  });
  showCounted(content);
  opener.focus();
}

/** One file of several, or all: the list stays, and offers each of them again. */
async function getSeveral(work: (several: PackageView) => Promise<Saved>, size: number): Promise<void> {
  if (shared?.kind !== 'package') return;
  beginProgress(size);
  try {
    const { name, content, count, leftOut } = await work(viewOf(shared));
    if (content !== undefined) handOver({ name, content });
    const held = count === 1 ? 'One file' : `${count} files`;
    showStatus(isolateNames`${held} ${content === undefined ? 'saved' : 'downloaded'} as “${name}”.`);
    if (leftOut.length > 0)
      writeProblem(leftOut.map(({ name: left, reason }) => isolateNames`“${left}” is left out: ${reason}`).join(' '));
  } finally {
    showCounted(shared);
  }
}

/** The card stays as it is, and keeps the focus. */
const showCounted = (content: SharedContent): void => describeCount(content, kept?.redemption !== undefined);

/** Returns whether the link cannot be used any more. One that the service ended is not kept. */
function showEnd(error: unknown): boolean {
  const isEnded = showProblem(error);
  if (isEnded && error instanceof OpenRefusal && error.code?.startsWith('SHARE_') === true) remember(undefined);
  return isEnded;
}

/** Keeps nothing of the link any more, and shows nothing of it. */
function forget(): void {
  remember(undefined);
  link = undefined;
  decrypted = undefined;
  show(undefined);
  writeSender('');
  writeProblem('');
  writeHeading('You can close this page');
  showStatus('This page keeps nothing of the link any more.');
  elementWithId('status', HTMLElement).focus();
}

const STOPPED = 'Stopped. For 24 hours you can begin again here: this uses up no further download.';

function during(work: () => Promise<void>): void {
  // The button is not disabled, because a disabled button loses the focus.
  if (form.ariaBusy === 'true') return;
  writeProblem('');
  showStatus('');
  form.ariaBusy = 'true';
  void work()
    .then(
      () => void endProgress(),
      (error: unknown) => {
        // Some browsers give another error than the one that ended a stream.
        if (endProgress()) showStatus(STOPPED);
        // The person closed the dialog.
        else if (error instanceof DOMException && error.name === 'AbortError') showStatus('');
        else if (showEnd(error)) show(undefined);
      },
    )
    .finally(() => {
      form.ariaBusy = null;
    });
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const file = shared;
  if (link !== undefined && link.key === undefined) {
    void takeKey(link.token);
    return;
  }
  if (file?.kind === 'package') {
    const top = wholeOf(folderTree(file.files));
    during(() => getSeveral((several) => saveFolder(several, top), file.size));
  } else if (file !== undefined) during(() => download(file));
});
const viewButton = elementWithId('view', HTMLButtonElement);
viewButton.addEventListener('click', () => {
  const file = shared;
  const [first] = file === undefined ? [] : viewableOf(file);
  if (file !== undefined && first !== undefined) during(() => viewFile(file, first, viewButton));
});
elementWithId('forget', HTMLButtonElement).addEventListener('click', () => {
  if (form.ariaBusy !== 'true') forget();
});
retry.addEventListener('click', () => void takeLink());
elementWithId('copy', HTMLButtonElement).addEventListener(
  'click',
  () => void copyLink(kept?.fragment).then(showStatus),
);
takePastedKey(() => link?.token);
// Opening a second link in the same tab changes only the fragment.
addEventListener('hashchange', () => {
  if (location.hash === '') return;
  if (form.ariaBusy !== 'true') {
    void takeLink();
    return;
  }
  history.replaceState(null, '', location.pathname + location.search);
  showProblem(new OpenRefusal('This tab is getting files of another link. Open the new link in another tab.'));
});
void takeLink();
