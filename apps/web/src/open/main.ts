import { portableName } from '@strongroom/client';
import { isolating } from '../base/isolating.ts';
import { size } from '../base/size.ts';
import { ask, Refusal } from './ask.ts';
import { isInApp } from './in-app.ts';
import { type Kept, keep, readKept, type Shared } from './kept.ts';
import { bytesOf, type Link, readLink } from './link.ts';
import { receive } from './receive.ts';

type Release = Readonly<{ download_url: string; iv: string; tag: string }>;
type Redeemed = Release & Readonly<{ redemption: string }>;

/** Throws TypeError when the page has no element of that type and id. */
function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new TypeError(`the page has no ${type.name} called ${id}`);
  return found;
}

const UNTIL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const TIME = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

const form = element('open', HTMLFormElement);
const progress = element('progress', HTMLProgressElement);
const problem = element('problem', HTMLElement);
const status = element('status', HTMLElement);

/** The parts of the link. */
let link: Link | undefined;
let shared: Shared | undefined;
let kept: Kept | undefined;
/** The decrypted file, to be saved again: a browser does not tell whether it was saved. */
let given: Readonly<{ name: string; content: Blob }> | undefined;

function remember(next: Kept | undefined): void {
  kept = next;
  keep(next);
}

function showProblem(error: unknown): void {
  if (!(error instanceof Refusal)) reportError(error);
  problem.textContent = error instanceof Refusal ? error.message : 'This page failed. Reload it.';
  problem.focus();
}

/** Removes the secrets from the address bar, the history and bookmarks; they stay in the storage of this tab. */
async function takeLink(): Promise<void> {
  const before = readKept();
  const fragment = location.hash === '' ? (before?.fragment ?? '') : location.hash;
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  form.hidden = true;
  problem.textContent = '';
  give(undefined);
  try {
    if (!isSecureContext)
      throw new Refusal(
        'This page needs HTTPS: over plain HTTP browsers do not decrypt. Ask the sender or the operator of this service for an address that begins with https.',
      );
    if (fragment === '') throw new Refusal('Open this page with the link that you were given.');
    link = await readLink(fragment);
    if (link === undefined)
      throw new Refusal('The link is incomplete. Copy all of it, or ask the sender for it again.');
    element('keyless', HTMLElement).hidden = link.key !== undefined;
    element('with-key', HTMLElement).hidden = link.key === undefined;
    remember(before?.fragment === fragment ? before : { fragment, attempt: crypto.randomUUID() });
    const found = kept?.file ?? (await ask<Shared>('GET', `shares/by-token/${link.token}`));
    if (found.kind === 'package')
      throw new Refusal('This link leads to several files, and this page opens links to one. Nothing was counted.');
    show(found);
  } catch (error) {
    showProblem(error);
  }
}

function show(file: Shared | undefined): void {
  shared = file;
  form.hidden = file === undefined;
  if (file === undefined) return;
  element('name', HTMLElement).textContent = file.name;
  const { shared_by: sender, organisation, message } = file;
  const who = [sender?.name, organisation].filter(Boolean).join(', ');
  element('from', HTMLElement).textContent = who && `From ${who}`;
  element('message', HTMLElement).textContent = message ?? '';
  element('in-app', HTMLElement).hidden = !isInApp(navigator.userAgent) || kept?.redemption !== undefined;
  element('size', HTMLElement).textContent = size(file.size);
  element('until', HTMLElement).textContent = UNTIL.format(new Date(file.expires_at));
  const left = file.remaining === null ? 'unlimited' : `${file.remaining}`;
  element('left', HTMLElement).textContent =
    kept?.redemption === undefined ? left : 'this one is counted, and can be finished';
}

async function download({ token, key }: Link, file: Shared): Promise<void> {
  if (key === undefined) return;
  try {
    const release = await released(token, file);
    const sealed = await receive({
      address: release.download_url,
      again: async () => (await released(token, file)).download_url,
      size: file.size,
      tag: bytesOf(release.tag),
      onProgress: showProgress,
      onWait: (until) => {
        status.textContent = `The connection broke. The download continues at ${TIME.format(until)}.`;
      },
    });
    const content = await opened(key, bytesOf(release.iv), sealed);
    give({ name: file.name, content: new Blob([content], { type: 'application/octet-stream' }) });
    show(undefined);
  } finally {
    showProgress(undefined);
  }
}

/** Counts a download, or continues the one that was counted. */
async function released(token: string, file: Shared): Promise<Release> {
  const { attempt, redemption } = kept ?? { attempt: crypto.randomUUID() };
  if (redemption === undefined) {
    const redeemed = await ask<Redeemed>('POST', `shares/by-token/${token}/download`, attempt);
    if (kept) remember({ ...kept, redemption: redeemed.redemption, file });
    return redeemed;
  }
  try {
    return await ask<Release>('POST', `shares/by-token/${token}/resume`, undefined, { redemption });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'REDEMPTION_ENDED' && kept)
      remember({ fragment: kept.fragment, attempt: crypto.randomUUID() });
    throw error;
  }
}

/** Returns nothing before all of it is verified. `sealed`: ciphertext and tag. */
async function opened(
  key: CryptoKey,
  iv: Uint8Array<ArrayBuffer>,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> {
  try {
    return await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed);
  } catch {
    throw new Refusal(
      'The file cannot be verified: it was altered on the way, or the key is wrong. Nothing was saved.',
    );
  }
}

/** Hands the file to the browser, and offers to do so again. */
function give(file: typeof given): void {
  given = file;
  element('given', HTMLElement).hidden = file === undefined;
  status.textContent = '';
  if (file === undefined) return;
  // Without a media type: the sender's type could make the browser show the file as a page of this service.
  const address = URL.createObjectURL(file.content);
  const anchor = document.createElement('a');
  anchor.href = address;
  const name = portableName(file.name);
  anchor.download = name;
  anchor.click();
  // The browser reads the object after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  const as = name === file.name.normalize('NFC') ? '' : isolating` as “${name}”`;
  status.textContent = isolating`“${file.name}” is decrypted, checked and given to your browser${as}. If it was not saved, save it again: this uses up no further download.`;
}

/** The person has the file: nothing of the link is kept any more. */
async function done(): Promise<void> {
  remember(undefined);
  give(undefined);
  status.textContent = 'This page keeps nothing of the link any more.';
  show(link && (await ask<Shared>('GET', `shares/by-token/${link.token}`).catch(() => undefined)));
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

form.addEventListener('submit', (event) => {
  event.preventDefault();
  // The button is not disabled, because a disabled button loses the focus.
  if (link === undefined || shared === undefined || form.ariaBusy === 'true') return;
  problem.textContent = '';
  status.textContent = '';
  form.ariaBusy = 'true';
  void download(link, shared)
    .catch(showProblem)
    .finally(() => {
      form.ariaBusy = null;
    });
});
element('again', HTMLButtonElement).addEventListener('click', () => give(given));
element('done', HTMLButtonElement).addEventListener('click', () => void done());
element('copy', HTMLButtonElement).addEventListener('click', () => void copyLink());
const KEY_LETTERS = 48;
const keyField = element('key', HTMLInputElement);
keyField.addEventListener('input', () => {
  const key = keyField.value.trim();
  if (link === undefined || key.length !== KEY_LETTERS) return;
  keyField.value = '';
  location.hash = `token=${link.token}&k=${key}`;
});
// Opening a second link in the same tab changes only the fragment.
addEventListener('hashchange', () => location.hash !== '' && void takeLink());
void takeLink();
