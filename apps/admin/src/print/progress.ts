import { formatBytes, formatCount, type Terminal } from '@strongroom/command-line';
import type { CopyProgress } from '../service/stores.ts';

/** Milliseconds between two reports: often enough to show that work continues. */
const EVERY = 200;

/** Shows progress on one line of a terminal; prints nothing elsewhere. */
export function progressOn(terminal: Terminal): Readonly<{ show: (progress: CopyProgress) => void; end: () => void }> {
  if (!terminal.isTerminal) return { show: () => undefined, end: () => undefined };
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    show: (progress) => {
      if (performance.now() - shownAt < EVERY) return;
      shownAt = performance.now();
      terminal.err(`\r${lineOf(progress)}\u001b[K`);
    },
    end: () => terminal.err('\r\u001b[K'),
  };
}

function lineOf(progress: CopyProgress): string {
  if (progress.step === 'database') return `database ${Math.floor(progress.share * 100)} %`;
  return `${progress.step === 'checking' ? 'checking: ' : ''}${formatCount(progress.objects, 'object')}, ${formatBytes(progress.bytes)}`;
}
