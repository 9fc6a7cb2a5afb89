/** Milliseconds without a notice. */
const SILENCE_MS = 3_000;

/** Called repeatedly while a transfer waits for another process. */
export type WaitNotice = (process: string, since: number) => void;

/** Names each process once, if the wait for it is long enough to notice. */
export function waitNotice(tell: (text: string) => void, now = () => performance.now()): WaitNotice {
  const named = new Set<string>();
  return (process, since) => {
    if (named.has(process) || now() - since < SILENCE_MS) return;
    named.add(process);
    tell(`waiting for process ${process}, which is putting the same file; Ctrl-C ends the wait.`);
  };
}
