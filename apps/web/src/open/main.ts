import { isolateNames } from '../base/isolating.ts';
import { askService, OpenRefusal } from './ask.ts';
import { describeCount, describeLinkedFile } from './card.ts';
import { decryptObject } from './decrypted.ts';
import { elementWithId } from './element.ts';
import { showRows } from './file-rows.ts';
import { type GivenFile, handOver, UNTYPED_MEDIA } from './hand-over.ts';
import { type KeptLink, keep, readKept, type SharedContent, type SharedFile } from './kept.ts';
import { bytesOf, type OpenedLink, readLink } from './link.ts';
import { lookAtPackage, WITHOUT_KEYS } from './package.ts';
import { receiveObject } from './receive.ts';
import { type PackageView, readOne, saveAll } from './several.ts';

type Release = Readonly<{ download_url: string; iv: string; tag: string }>;
type Redeemed = Release & Readonly<{ redemption: string }>;

const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

const form = elementWithId('open', HTMLFormElement);
const progress = elementWithId('progress', HTMLProgressElement);
const problem = elementWithId('problem', HTMLElement);
const status = elementWithId('status', HTMLElement);

/** The parts of the link. */
let link: OpenedLink | undefined;
let shared: SharedContent | undefined;
let kept: KeptLink | undefined;
/** The decrypted file, to be saved again: a browser does not tell whether it was saved. */
let given: GivenFile | undefined;

function remember(next: KeptLink | undefined): void {
  kept = next;
  keep(next);
}

function showProblem(error: unknown): void {
  if (!(error instanceof OpenRefusal)) reportError(error);
  problem.textContent = error instanceof OpenRefusal ? error.message : 'This page failed. Reload it.';
  problem.focus();
}

/** Number of links that were taken. What is found out about an earlier one is not shown. */
let taken = 0;

/** Removes the secrets from the address bar, the history and bookmarks; they stay in the storage of this tab. */
async function takeLink(): Promise<void> {
  const take = ++taken;
  const isEarlier = (): boolean => taken !== take;
  const before = readKept();
  const fragment = location.hash === '' ? (before?.fragment ?? '') : location.hash;
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  form.hidden = true;
  problem.textContent = '';
  give(undefined);
  try {
    if (!isSecureContext)
      throw new OpenRefusal(
        'This page needs HTTPS: over plain HTTP browsers do not decrypt. Ask the sender or the operator of this service for an address that begins with https.',
      );
    if (fragment === '') throw new OpenRefusal('Open this page with the link that you were given.');
    const read = await readLink(fragment);
    if (isEarlier()) return;
    link = read;
    if (link === undefined)
      throw new OpenRefusal('The link is incomplete. Copy all of it, or ask the sender for it again.');
    elementWithId('keyless', HTMLElement).hidden = link.key !== undefined;
    elementWithId('with-key', HTMLElement).hidden = link.key === undefined;
    remember(before?.fragment === fragment ? before : { fragment, attempt: crypto.randomUUID() });
    const found = kept?.file ?? (await described(link));
    if (!isEarlier()) show(found);
  } catch (error) {
    if (!isEarlier()) showProblem(error);
  }
}

/** Refuses several files without keys before a download of them is counted. */
async function described({ token, key }: OpenedLink): Promise<SharedContent> {
  const found = await lookAtPackage(token);
  if (key !== undefined && found.kind === 'package' && found.has_keys === false) throw new OpenRefusal(WITHOUT_KEYS);
  return found;
}

function show(found: SharedContent | undefined): void {
  shared = found;
  form.hidden = found === undefined;
  if (found === undefined) return;
  describeLinkedFile(found);
  describeCount(found, kept?.redemption !== undefined);
  const files = found.kind === 'package' ? found.files : [];
  showRows(files, (index) => pressed((several) => readOne(several, index)));
}

async function download({ token, key }: OpenedLink, file: SharedFile): Promise<void> {
  if (key === undefined) return;
  try {
    const release = await released(token, file);
    const sealed = await receiveObject({
      address: release.download_url,
      again: async () => (await released(token, file)).download_url,
      size: file.size,
      tag: bytesOf(release.tag),
      onProgress: showProgress,
      onWait: showWait,
    });
    const content = await decryptObject(key, bytesOf(release.iv), sealed);
    give({ name: file.name, content: new Blob([content], UNTYPED_MEDIA) });
    show(undefined);
  } finally {
    showProgress(undefined);
  }
}

/** Counts a download, or continues the one that was counted. */
async function released(token: string, file: SharedFile): Promise<Release> {
  const { attempt, redemption } = kept ?? { attempt: crypto.randomUUID() };
  if (redemption === undefined) {
    const redeemed = await askService<Redeemed>('POST', `shares/by-token/${token}/download`, { key: attempt });
    if (kept) remember({ ...kept, redemption: redeemed.redemption, file });
    return redeemed;
  }
  try {
    return await askService<Release>('POST', `shares/by-token/${token}/resume`, { body: { redemption } });
  } catch (error) {
    if (error instanceof OpenRefusal && error.code === 'REDEMPTION_ENDED' && kept)
      remember({ fragment: kept.fragment, attempt: crypto.randomUUID() });
    throw error;
  }
}

/** Hands the file to the browser, and offers to do so again. */
function give(file: GivenFile | undefined): void {
  given = file;
  elementWithId('given', HTMLElement).hidden = file === undefined;
  elementWithId('again', HTMLElement).hidden = false;
  status.textContent = '';
  if (file === undefined) return;
  const name = handOver(file);
  const as = name === file.name.normalize('NFC') ? '' : isolateNames` as “${name}”`;
  status.textContent = isolateNames`“${file.name}” is decrypted, checked and given to your browser${as}. If it was not saved, save it again: this uses up no further download.`;
}

/** One file of several, or all: the list stays, and offers each of them again. */
async function getSeveral(work: (several: PackageView) => ReturnType<typeof readOne>): Promise<void> {
  if (link?.key === undefined || shared?.kind !== 'package') return;
  const { token, key } = link;
  try {
    const { name, content, count, leftOut } = await work({
      link: { token, key },
      shared,
      kept: () => kept ?? { fragment: '', attempt: crypto.randomUUID() },
      remember,
      onProgress: showProgress,
      onWait: showWait,
    });
    if (content !== undefined) handOver({ name, content });
    const held = count === 1 ? 'One file is' : `${count} files are`;
    status.textContent = isolateNames`${held} decrypted, checked and ${content === undefined ? 'saved' : 'given to your browser'} as “${name}”. For 24 hours you can get each file again: this uses up no further download.`;
    if (leftOut.length > 0)
      problem.textContent = leftOut
        .map(({ name: left, reason }) => isolateNames`“${left}” is left out: ${reason}`)
        .join(' ');
  } finally {
    showProgress(undefined);
    // The list stays as it is, and keeps the focus.
    const isCounted = kept?.redemption !== undefined;
    describeCount(shared, isCounted);
    elementWithId('given', HTMLElement).hidden = !isCounted;
    elementWithId('again', HTMLElement).hidden = true;
  }
}

/** The person has the file: nothing of the link is kept any more. */
async function done(): Promise<void> {
  remember(undefined);
  give(undefined);
  status.textContent = 'This page keeps nothing of the link any more.';
  const of = link;
  const found = of && (await lookAtPackage(of.token).catch(() => undefined));
  if (link === of) show(found);
}

/** The address bar does not have the whole link any more. */
async function copyLink(): Promise<void> {
  const whole = `${location.origin}${location.pathname}${kept?.fragment ?? ''}`;
  status.textContent = await navigator.clipboard.writeText(whole).then(
    () => 'The link is copied. Paste it into your own browser.',
    () => 'This app does not let the link be copied. Open the message again and copy the link there.',
  );
}

/** `part` of the whole, from 0 to 1. */
function showProgress(part: number | undefined): void {
  progress.hidden = part === undefined;
  progress.value = part ?? 0;
}

function showWait(until: Date, reason = 'The connection broke.'): void {
  status.textContent = `${reason} The download continues at ${TIME.format(until)}.`;
}

function during(work: () => Promise<void>): void {
  // The button is not disabled, because a disabled button loses the focus.
  if (form.ariaBusy === 'true') return;
  problem.textContent = '';
  status.textContent = '';
  form.ariaBusy = 'true';
  void work()
    .catch((error: unknown) => {
      // The person closed the dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError')) showProblem(error);
    })
    .finally(() => {
      form.ariaBusy = null;
    });
}
const pressed = (work: Parameters<typeof getSeveral>[0]): void => during(() => getSeveral(work));

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const [of, file] = [link, shared];
  if (of === undefined || file === undefined) return;
  if (file.kind === 'package') pressed(saveAll);
  else during(() => download(of, file));
});
elementWithId('again', HTMLButtonElement).addEventListener('click', () => give(given));
elementWithId('done', HTMLButtonElement).addEventListener('click', () => void done());
elementWithId('copy', HTMLButtonElement).addEventListener('click', () => void copyLink());
const KEY_LETTERS = 48;
const keyField = elementWithId('key', HTMLInputElement);
keyField.addEventListener('input', () => {
  const key = keyField.value.trim();
  if (link === undefined || key.length !== KEY_LETTERS) return;
  keyField.value = '';
  location.hash = `token=${link.token}&k=${key}`;
});
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
