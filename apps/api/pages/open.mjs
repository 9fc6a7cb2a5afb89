import { ask, Refusal } from './api.mjs';
import { bytesOf, readLink } from './link.mjs';
import { clearProblems, element, onSubmit, showProblem, tell } from './page.mjs';
import { receive } from './receive.mjs';

/** @typedef {{ name: string, size: number, content_type: string, expires_at: string, remaining: number | null }} Shared */
/** @typedef {{ download_url: string, iv: string, tag: string }} Release */

const form = element('open', HTMLFormElement);
const progress = element('progress', HTMLProgressElement);

/** The parts of the link, kept only in this variable. @type {import('./link.mjs').Link | undefined} */
let link;
/** @type {Shared | undefined} */
let shared;
/** A repeated request with the same key continues an interrupted download and uses up no other. */
let attempt = '';

/** Removes the secrets from the address bar, the history and bookmarks. */
async function takeLink() {
  const fragment = location.hash;
  if (fragment !== '') history.replaceState(null, '', location.pathname + location.search);
  show(undefined);
  clearProblems(form);
  try {
    if (!isSecureContext)
      throw new Refusal('Browsers decrypt only on pages loaded over HTTPS. Ask the operator of this service.');
    if (fragment === '') throw new Refusal('Open this page with the link that you were given.');
    link = await readLink(fragment);
    if (link === undefined)
      throw new Refusal('The link is incomplete. Copy all of it, or ask the sender for it again.');
    show((await ask('GET', `shares/by-token/${link.token}`)).data);
  } catch (error) {
    showProblem(form, error);
  }
}

/** @param {Shared | undefined} file */
function show(file) {
  shared = file;
  attempt = crypto.randomUUID();
  element('shared', HTMLElement).hidden = file === undefined;
  if (file === undefined) return;
  element('name', HTMLElement).textContent = file.name;
  element('size', HTMLElement).textContent = sizeOf(file.size);
  element('until', HTMLElement).textContent = new Date(file.expires_at).toLocaleString();
  element('left', HTMLElement).textContent = file.remaining === null ? 'unlimited' : `${file.remaining}`;
}

/** @param {number} bytes */
function sizeOf(bytes) {
  const units = ['bytes', 'kB', 'MB'];
  const unit = bytes < 1000 ? 0 : bytes < 1_000_000 ? 1 : 2;
  return `${(bytes / 1000 ** unit).toLocaleString(undefined, { maximumFractionDigits: 1 })} ${units[unit]}`;
}

async function download() {
  if (link === undefined || shared === undefined) return;
  const file = shared;
  try {
    /** @type {{ data: Release }} */
    const { data } = await ask('POST', `shares/by-token/${link.token}/download`, { key: attempt });
    const sealed = await receive(data.download_url, file.size, bytesOf(data.tag), showProgress);
    save(file, await opened(link.key, bytesOf(data.iv), sealed));
    tell(`“${file.name}” is decrypted, checked and saved.`);
    show((await ask('GET', `shares/by-token/${link.token}`).catch(() => ({ data: undefined }))).data);
  } finally {
    showProgress(undefined);
  }
}

/**
 * Returns nothing before all of it is verified. @param {CryptoKey} key @param {Uint8Array<ArrayBuffer>} iv @param
 * {Uint8Array<ArrayBuffer>} sealed ciphertext and tag
 */
async function opened(key, iv, sealed) {
  try {
    return await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed);
  } catch {
    throw new Refusal(
      'The file cannot be verified: it was altered on the way, or the key is wrong. Nothing was saved.',
    );
  }
}

/**
 * @param {Shared} file
 * @param {ArrayBuffer} content
 */
function save({ name }, content) {
  // Without a media type: the sender's type could make the browser show the file as a page of this service.
  const address = URL.createObjectURL(new Blob([content], { type: 'application/octet-stream' }));
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser reads the object after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @param {number | undefined} share of the whole, from 0 to 1 */
function showProgress(share) {
  progress.hidden = share === undefined;
  progress.value = share ?? 0;
}

onSubmit(form, download);
// Opening a second link in the same tab changes only the fragment.
addEventListener('hashchange', () => location.hash !== '' && void takeLink());
void takeLink();
