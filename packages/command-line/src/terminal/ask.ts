import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Problem } from '../errors/problem.ts';

/**
 * Asks on standard error; `isHidden` hides the answer. Rejects with the reason of the signal, and with Problem if the
 * input ends.
 */
export async function askUser(question: string, isHidden: boolean, signal: AbortSignal): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = isHidden ? nowhere : process.stderr;
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  // The reader captures Ctrl-C while the terminal is raw.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  if (isHidden) process.stderr.write(question);
  try {
    return await new Promise<string>((resolve, reject) => {
      reader.once('close', () => reject(new Problem('nothing was typed: nothing was done.')));
      reader.question(isHidden ? '' : question, { signal }).then(resolve, () => reject(signal.reason));
    });
  } finally {
    reader.close();
    if (isHidden) process.stderr.write('\n');
  }
}
