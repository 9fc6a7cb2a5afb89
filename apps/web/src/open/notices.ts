import { sentOf, type TransferPace, withSample } from '../transfer/pace.ts';
import { OpenRefusal } from './ask.ts';
import { elementWithId } from './element.ts';
import { headingOf, stepAfter } from './refused-link.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

const progress = elementWithId('progress', HTMLProgressElement);
const problem = elementWithId('problem', HTMLElement);
const status = elementWithId('status', HTMLElement);
const amount = elementWithId('amount', HTMLElement);
const stop = elementWithId('stop', HTMLButtonElement);

export function showStatus(text: string): void {
  status.textContent = text;
}

export function writeProblem(text: string): void {
  problem.textContent = text;
}

export function writeHeading(text: string): void {
  document.title = `${text} · Strongroom`;
  elementWithId('title', HTMLElement).textContent = text;
}

/** Returns whether the link cannot be used any more: then the heading says so. */
export function showProblem(error: unknown): boolean {
  const heading = error instanceof OpenRefusal ? headingOf(error) : undefined;
  if (!(error instanceof OpenRefusal)) reportError(error);
  if (heading !== undefined) writeHeading(heading);
  problem.classList.toggle('ended', heading !== undefined);
  writeProblem(error instanceof OpenRefusal ? (stepAfter(error) ?? error.message) : 'This page failed. Reload it.');
  problem.focus();
  return heading !== undefined;
}

/** The person pressed Stop. */
class StoppedTransfer extends OpenRefusal {}

let size = 0;
let pace: TransferPace = [];
let isStopped = false;

/** Begins to show how much of this number of bytes has arrived. */
export function beginProgress(bytes: number): void {
  [size, pace, isStopped] = [bytes, [], false];
  showProgress(0);
}

/** `part` of the whole, from 0 to 1. Throws StoppedTransfer. */
export function showProgress(part: number): void {
  if (isStopped) throw new StoppedTransfer('');
  elementWithId('running', HTMLElement).hidden = false;
  progress.value = part;
  const sent = part * size;
  pace = withSample(pace, { at: performance.now(), sent });
  amount.textContent = sentOf(pace, Math.round(sent), size);
}

/** Returns whether the person stopped it. */
export function endProgress(): boolean {
  elementWithId('running', HTMLElement).hidden = true;
  const wasStopped = isStopped;
  isStopped = false;
  return wasStopped;
}

stop.addEventListener('click', () => {
  isStopped = true;
  showStatus('Stopping…');
});

export function showWait(until: Date, reason = 'The connection broke.'): void {
  showStatus(`${reason} The download continues at ${TIME.format(until)}.`);
}
