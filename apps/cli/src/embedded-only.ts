import { Problem } from './problem.ts';
import type { Terminal } from './terminal.ts';

const EMBEDDED = { STRONGROOM_DOCUMENTS: 'sqlite', STRONGROOM_BLOBS: 'files' } as const;

/** Throws Problem where the settings of the service name a store that is not in the data folder. */
export function refuseOtherStores(terminal: Pick<Terminal, 'variable'>): void {
  for (const [name, word] of Object.entries(EMBEDDED)) {
    const set = terminal.variable(name) ?? word;
    if (set !== word) throw new Problem(`${name} is ${set}: this works on the embedded store (${word}) only.`);
  }
}
