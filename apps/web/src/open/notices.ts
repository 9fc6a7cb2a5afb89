import { OpenRefusal } from './ask.ts';
import { elementWithId } from './element.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

const progress = elementWithId('progress', HTMLProgressElement);
const problem = elementWithId('problem', HTMLElement);
const status = elementWithId('status', HTMLElement);

export function showStatus(text: string): void {
  status.textContent = text;
}

export function writeProblem(text: string): void {
  problem.textContent = text;
}

export function showProblem(error: unknown): void {
  if (!(error instanceof OpenRefusal)) reportError(error);
  writeProblem(error instanceof OpenRefusal ? error.message : 'This page failed. Reload it.');
  problem.focus();
}

/** `part` of the whole, from 0 to 1. */
export function showProgress(part: number | undefined): void {
  progress.hidden = part === undefined;
  progress.value = part ?? 0;
}

export function showWait(until: Date, reason = 'The connection broke.'): void {
  showStatus(`${reason} The download continues at ${TIME.format(until)}.`);
}
