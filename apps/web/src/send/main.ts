import { describeRequest, MAX_FILE_BYTES, type RequestedUpload, StrongroomError, type Wait } from '@strongroom/client';
import { copyText, NOT_COPIED } from '../base/copy-text.ts';
import { localDay } from '../base/format.ts';
import { isolateNames } from '../base/isolating.ts';
import { elementWithId } from '../open/element.ts';
import { saveFile } from '../save/save.ts';
import { droppedFiles, type GatheredFiles, pickedFiles } from '../transfer/dropped.ts';
import { sentOf, type TransferPace, withSample } from '../transfer/pace.ts';
import { describeUploadRequest } from './card.ts';
import { type ChosenFile, chosenFile, fittingFiles } from './chosen.ts';
import { type Delivered, deliverFiles } from './deliver.ts';
import { identityOf, type KeptSending, keep, readKept } from './kept.ts';
import { fragmentOfAddress, linkOf } from './link.ts';
import { receiptText, showReceipt } from './receipt.ts';
import { senderWords } from './sender-words.ts';
import { endsAllUploads, sentenceFor } from './words.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

const form = elementWithId('send', HTMLFormElement);
const drop = elementWithId('drop', HTMLElement);
const input = elementWithId('input', HTMLInputElement);
const list = elementWithId('files', HTMLUListElement);
const amount = elementWithId('amount', HTMLElement);
const progress = elementWithId('progress', HTMLProgressElement);
const problem = elementWithId('problem', HTMLElement);
const status = elementWithId('status', HTMLElement);
const senderName = elementWithId('sender-name', HTMLInputElement);
const note = elementWithId('note', HTMLTextAreaElement);
const submit = elementWithId('submit', HTMLButtonElement);
const stop = elementWithId('stop', HTMLButtonElement);

let kept: KeptSending | undefined;
let request: RequestedUpload | undefined;
let chosen: readonly ChosenFile[] = [];
let pace: TransferPace = [];
/** Files of the last sending that did not arrive. */
let missing = 0;
/** Whether the receipt was copied, saved or printed since the last file arrived. */
let isReceiptKept = false;
/** Ends what is being sent. */
let sending: AbortController | undefined;

function remember(next: KeptSending | undefined): void {
  kept = next;
  keep(next);
}

function showProblem(text: string): void {
  problem.textContent = text;
  if (text !== '') problem.focus();
}

/** Removes the secrets from the address bar, the history and bookmarks; they stay in the storage of this tab. */
async function takeLink(): Promise<void> {
  const before = readKept();
  const given = fragmentOfAddress();
  if (given !== '') history.replaceState(null, '', location.pathname);
  const fragment = given === '' ? (before?.fragment ?? '') : given;
  show(undefined);
  showProblem('');
  // Files that were chosen for one link are not meant for another.
  if (fragment !== kept?.fragment) dropChosen();
  if (!isSecureContext) return showProblem(INSECURE);
  if (fragment === '') return showProblem('Open this page with the link that you were given.');
  remember(before?.fragment === fragment ? before : { fragment, sent: [], begun: {} });
  senderName.value = kept?.words?.name ?? '';
  note.value = kept?.words?.note ?? '';
  showSent();
  placeReceipt();
  await look();
}

const INSECURE =
  'This page needs HTTPS: over plain HTTP browsers do not encrypt. Ask the person who gave you the link, or the operator of this service, for an address that begins with https.';

const FULL_TITLE = 'This link has taken all its files';
const FULL = 'If you sent them, the receipt is in the tab in which you did. To send others, ask for another link.';

/** Reads what may still be sent. An answer about an earlier link is ignored. */
async function look(): Promise<void> {
  if (kept === undefined) return;
  const { fragment } = kept;
  const isEarlier = (): boolean => kept?.fragment !== fragment;
  try {
    const found = await describeRequest(linkOf(fragment), { onWait: showWait });
    if (isEarlier()) return;
    const { id, requested_by, organisation, room_name } = found;
    remember({ ...kept, request: { id, requested_by, organisation, room_name } });
    show(found);
    status.textContent = '';
  } catch (error) {
    if (isEarlier()) return;
    show(undefined);
    const isFull = error instanceof StrongroomError && error.code === 'REQUEST_FULL';
    if (isFull && kept.sent.length === 0) elementWithId('title', HTMLElement).textContent = FULL_TITLE;
    if (isFull) status.textContent = kept.sent.length > 0 ? 'This link takes no more files.' : FULL;
    else showProblem(sentenceFor(error));
  }
}

function show(found: RequestedUpload | undefined): void {
  request = found;
  form.hidden = found === undefined;
  showWays();
  if (found === undefined) return;
  describeUploadRequest(found);
  showSent();
  showChosen();
}

/** The ways on from the receipt: none while files are on their way. */
function showWays(): void {
  elementWithId('more', HTMLButtonElement).hidden = sending !== undefined || request === undefined;
  elementWithId('done', HTMLButtonElement).hidden = sending !== undefined;
}

const showSent = (): void => showReceipt(kept ?? { sent: [] }, missing);

/** Offers what fits. Returns it. */
function showChosen(): readonly ChosenFile[] {
  const { files_left: files = 0, bytes_left: bytes = 0 } = request ?? {};
  const hasPlace = (file: File): boolean => kept?.begun[identityOf(file)] !== undefined;
  const limits = { files, bytes, ofOne: MAX_FILE_BYTES, isFirst: kept?.sent.length === 0, hasPlace };
  const fits = sending === undefined ? fittingFiles(chosen, limits) : [];
  list.hidden = chosen.length === 0;
  for (const part of [drop, elementWithId('words', HTMLElement)]) part.hidden = sending !== undefined;
  stop.hidden = sending === undefined;
  showWays();
  submit.hidden = fits.length === 0;
  submit.textContent = fits.length === 1 ? 'Send one file' : `Send ${fits.length} files`;
  return fits;
}

function take({ files, unread }: GatheredFiles): void {
  if (sending !== undefined || request === undefined) return;
  const there = new Set([...chosen.map(({ file }) => identityOf(file)), ...(kept?.sent ?? []).map(({ file }) => file)]);
  const fresh = files.map(({ file }) => file).filter((file) => !there.has(identityOf(file)));
  const added = fresh.map((file) => chosenFile(file, remove));
  chosen = [...chosen, ...added];
  list.append(...added.map(({ row }) => row));
  const left = files.length - added.length;
  status.textContent =
    left === 0 ? '' : left === 1 ? 'One file was chosen or sent before.' : `${left} files were chosen or sent before.`;
  showProblem(unread.length === 0 ? '' : isolateNames`“${unread.join('”, “')}” cannot be read. Choose it again.`);
  if (showChosen().length > 0) submit.focus();
}

function dropChosen(): void {
  chosen = [];
  missing = 0;
  list.replaceChildren();
}

function remove(gone: ChosenFile): void {
  const next = gone.row.nextElementSibling ?? gone.row.previousElementSibling;
  chosen = chosen.filter((one) => one !== gone);
  missing = Math.min(missing, chosen.length);
  showSent();
  gone.row.remove();
  showChosen();
  (next?.querySelector('button') ?? elementWithId('choose', HTMLButtonElement)).focus();
}

/** Sends one file after the other, so that few places are taken at a time. */
async function sendAll(): Promise<void> {
  const files = showChosen();
  const ending = new AbortController();
  sending = ending;
  missing = 0;
  showProblem('');
  showChosen();
  stop.focus();
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let done = 0;
  pace = [];
  let number = 0;
  let failed: unknown;
  for (const one of files) {
    number += 1;
    status.textContent = isolateNames`Encrypting and sending “${one.file.name}”, ${number} of ${files.length}.`;
    one.show('sending');
    try {
      arrived(one, await delivered(one, ending.signal, (part) => showProgress(done + part * one.file.size, total)));
    } catch (error) {
      one.show('failed', ending.signal.aborted ? 'Stopped.' : sentenceFor(error));
      failed ??= error;
      if (ending.signal.aborted || endsAllUploads(error)) break;
    }
    done += one.file.size;
  }
  sending = undefined;
  missing = files.filter((one) => chosen.includes(one)).length;
  placeReceipt();
  progress.hidden = true;
  amount.textContent = '';
  status.textContent = '';
  await look();
  const isStopped = ending.signal.aborted;
  if (failed !== undefined && !isStopped && problem.textContent === '')
    showProblem('Some files were not sent. The reason is below each; send them again.');
  else if (!isStopped && failed === undefined) elementWithId('receipt-title', HTMLElement).focus();
  else if (isStopped) submit.focus();
}

/** Above the form once all arrived; what is left to send comes first. */
function placeReceipt(): void {
  const receipt = elementWithId('receipt', HTMLElement);
  if (missing === 0) form.before(receipt);
  else status.after(receipt);
}

async function delivered({ file }: ChosenFile, signal: AbortSignal, onProgress: (part: number) => void) {
  const { fragment = '', sent = [], begun = {}, ...others } = kept ?? {};
  const identity = identityOf(file);
  const key = begun[identity] ?? crypto.randomUUID();
  remember({ ...others, fragment, sent, begun: { ...begun, [identity]: key } });
  const words = senderWords(senderName.value, note.value);
  return deliverFiles({ link: linkOf(fragment), file, words, key, signal, onProgress, onWait: showWait });
}

function arrived(one: ChosenFile, { received, digest }: Delivered): void {
  const { fragment = '', sent = [], begun = {}, ...others } = kept ?? {};
  const file = identityOf(one.file);
  const { [file]: _done, ...left } = begun;
  remember({ ...others, fragment, sent: [...sent, { ...received, file, digest }], begun: left });
  chosen = chosen.filter((other) => other !== one);
  one.row.remove();
  noteKept(false, '');
  showSent();
}

/** Bytes that are on their way or arrived, of all. */
function showProgress(sent: number, total: number): void {
  progress.hidden = false;
  progress.value = total === 0 ? 1 : sent / total;
  pace = withSample(pace, { at: performance.now(), sent });
  amount.textContent = sentOf(pace, Math.round(sent), total);
}

function showWait({ until, milliseconds }: Wait): void {
  if (milliseconds > LONG_MS)
    status.textContent = `The service cannot be reached, or asks to wait. This goes on at ${TIME.format(until)}.`;
}
const LONG_MS = 1000;

for (const field of [senderName, note])
  field.addEventListener('input', () => {
    if (kept !== undefined) remember({ ...kept, words: { name: senderName.value, note: note.value } });
  });
form.addEventListener('submit', (event) => {
  event.preventDefault();
  if (sending === undefined) void sendAll();
});
stop.addEventListener('click', () => sending?.abort());
for (const [button, picker] of [
  ['choose', input],
  ['choose-folder', elementWithId('folder', HTMLInputElement)],
] as const) {
  elementWithId(button, HTMLButtonElement).addEventListener('click', () => picker.click());
  picker.addEventListener('change', () => {
    take(pickedFiles(picker.files ?? []));
    picker.value = '';
  });
}
for (const type of ['dragenter', 'dragover'] as const)
  addEventListener(type, (event) => {
    event.preventDefault();
    drop.dataset['over'] = '';
  });
addEventListener('dragleave', (event) => {
  if (event.relatedTarget === null) delete drop.dataset['over'];
});
addEventListener('drop', (event) => {
  event.preventDefault();
  delete drop.dataset['over'];
  if (event.dataTransfer !== null) void droppedFiles(event.dataTransfer).then(take);
});
function noteKept(isKept: boolean, says: string): void {
  isReceiptKept = isKept;
  elementWithId('receipt-kept', HTMLElement).textContent = says;
}

/** Forgets link and receipt. */
function leave(): void {
  remember(undefined);
  dropChosen();
  show(undefined);
  showSent();
  noteKept(false, '');
  showProblem('');
  elementWithId('title', HTMLElement).textContent = 'You can close this page';
  status.textContent = 'This page keeps nothing of the link any more. To send more files, open the link again.';
}

const leaving = elementWithId('leaving', HTMLDialogElement);
const onPress = (id: string, act: () => void): void =>
  elementWithId(id, HTMLButtonElement).addEventListener('click', act);
onPress('copy', () => {
  void copyText(receiptText(kept ?? { sent: [] })).then((isCopied) => {
    if (!isCopied) getSelection()?.selectAllChildren(elementWithId('sent', HTMLElement));
    noteKept(isCopied || isReceiptKept, isCopied ? 'The receipt is copied.' : NOT_COPIED);
  });
});
onPress('save', () => {
  const name = saveFile(receiptText(kept ?? { sent: [] }), `Receipt ${localDay(new Date())}.txt`);
  noteKept(true, `The receipt is saved as “${name}”.`);
});
onPress('print', () => {
  print();
  noteKept(true, '');
});
onPress('more', () => input.click());
onPress('done', () => (isReceiptKept ? leave() : leaving.showModal()));
onPress('stay', () => leaving.close());
onPress('leave', () => {
  leaving.close();
  leave();
});
addEventListener('beforeunload', (event) => {
  if (sending !== undefined) event.preventDefault();
});
// Opening a second link in the same tab changes only the fragment.
addEventListener('hashchange', () => {
  if (location.hash === '') return;
  if (sending === undefined) {
    void takeLink();
    return;
  }
  history.replaceState(null, '', location.pathname);
  showProblem('This tab is sending files by another link. Open the new link in another tab.');
});
void takeLink();
