import { Problem } from '../errors/problem.ts';
import type { Terminal } from '../terminal/terminal.ts';

const EMBEDDED = { STRONGROOM_DOCUMENTS: 'sqlite', STRONGROOM_BLOBS: 'files', STRONGROOM_KEYS: 'local' } as const;

type Asked = Pick<Terminal, 'variable'>;

/** Throws Problem if the service's settings name a store outside of the data folder. */
export function refuseOtherStores(terminal: Asked): void {
  refuseOtherDocuments(terminal);
  refuseOther(terminal, 'STRONGROOM_BLOBS');
}

/** Checks the documents only. */
export const refuseOtherDocuments = (terminal: Asked): void => refuseOther(terminal, 'STRONGROOM_DOCUMENTS');

/** Checks the keys only. */
export const refuseOtherKeys = (terminal: Asked): void => refuseOther(terminal, 'STRONGROOM_KEYS');

function refuseOther(terminal: Asked, name: keyof typeof EMBEDDED): void {
  const set = terminal.variable(name) ?? EMBEDDED[name];
  if (set !== EMBEDDED[name])
    throw new Problem(`${name} is ${set}: this works on the embedded store (${EMBEDDED[name]}) only.`);
}
