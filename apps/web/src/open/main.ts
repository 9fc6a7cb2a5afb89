import { size } from '../base/size.ts';
import { ask, Refusal } from './ask.ts';
import { bytesOf, type Link, readLink } from './link.ts';
import { receive } from './receive.ts';

type Shared = Readonly<{ name: string; size: number; expires_at: string; remaining: number | null }>;
type Release = Readonly<{ download_url: string; iv: string; tag: string }>;

/** Throws TypeError when the page has no element of that type and id. */
function element<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new TypeError(`the page has no ${type.name} called ${id}`);
  return found;
}

const UNTIL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const form = element('open', HTMLFormElement);
const progress = element('progress', HTMLProgressElement);
const problem = element('problem', HTMLElement);
const status = element('status', HTMLElement);

/** The parts of the link, kept only in this variable. */
let link: Link | undefined;
let shared: Shared | undefined;
/** A repeated request with the same key continues an interrupted download and uses up no other. */
let attempt = '';

function showProblem(error: unknown): void {
  if (!(error instanceof Refusal)) reportError(error);
  problem.textContent = error instanceof Refusal ? error.message : 'This page failed. Reload it.';
  problem.focus();
}

/** Removes the secrets from the address bar, the history and bookmarks. */
async function takeLink(): Promise<void> {
  const fragment = location.hash;
  if (fragment !== '') history.replaceState(null, '', location.pathname + location.search);
  form.hidden = true;
  problem.textContent = '';
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
    show(await ask<Shared>('GET', `shares/by-token/${link.token}`));
  } catch (error) {
    showProblem(error);
  }
}

function show(file: Shared | undefined): void {
  shared = file;
  attempt = crypto.randomUUID();
  form.hidden = file === undefined;
  if (file === undefined) return;
  element('name', HTMLElement).textContent = file.name;
  element('size', HTMLElement).textContent = size(file.size);
  element('until', HTMLElement).textContent = UNTIL.format(new Date(file.expires_at));
  element('left', HTMLElement).textContent = file.remaining === null ? 'unlimited' : `${file.remaining}`;
}

async function download({ token, key }: Link, file: Shared): Promise<void> {
  if (key === undefined) return;
  try {
    const release = await ask<Release>('POST', `shares/by-token/${token}/download`, attempt);
    const sealed = await receive(release.download_url, file.size, bytesOf(release.tag), showProgress);
    save(file, await opened(key, bytesOf(release.iv), sealed));
    status.textContent = `“${file.name}” is decrypted, checked and saved.`;
    show(await ask<Shared>('GET', `shares/by-token/${token}`).catch(() => undefined));
  } finally {
    showProgress(undefined);
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

function save({ name }: Shared, content: ArrayBuffer): void {
  // Without a media type: the sender's type could make the browser show the file as a page of this service.
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser reads the object after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
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
// Opening a second link in the same tab changes only the fragment.
addEventListener('hashchange', () => location.hash !== '' && void takeLink());
void takeLink();
