/** Milliseconds that somebody waits without a word. */
const SILENCE = 3_000;

/** To be told of the process that a transfer waits for, again and again while it does. */
export type Patience = (process: string, since: number) => void;

/** Says once of each process that it is waited for, where that takes longer than a moment. */
export function patience(tell: (text: string) => void, now = () => performance.now()): Patience {
  const named = new Set<string>();
  return (process, since) => {
    if (named.has(process) || now() - since < SILENCE) return;
    named.add(process);
    tell(`waiting for process ${process}, which is putting the same file; Ctrl-C ends the wait.`);
  };
}
