import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks on standard error and shows nothing of what is typed. Rejects with the reason of the signal. */
export async function hiddenLine(question: string, signal: AbortSignal): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // The reader takes Ctrl-C for itself while the terminal is raw.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await reader.question('', { signal });
  } finally {
    reader.close();
    process.stderr.write('\n');
  }
}
