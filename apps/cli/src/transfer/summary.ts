import { cleanLine, formatBytes, formatCount, type Terminal } from '@strongroom/command-line';
import type { FileOutcome } from './outcome.ts';

type Done = 'uploaded' | 'downloaded' | 'unchanged';

type Transferred = Readonly<{
  outcomes: readonly FileOutcome<Done>[];
  files: number;
  /** Paths that could not be read. Each may contain any number of files. */
  unread?: number;
  size: number;
  seconds: number;
  /** Destination of downloads. */
  to?: string | undefined;
}>;

const SAID: Readonly<Record<Done, string>> = { uploaded: 'put', downloaded: 'downloaded', unchanged: 'unchanged' };

/** Counts of the outcomes. */
export const countsOf = <S extends Done>(outcomes: readonly FileOutcome<S>[], statuses: readonly S[]) =>
  Object.fromEntries(
    [...statuses, 'failed' as const].map((wanted) => [
      wanted,
      outcomes.filter(({ status }) => status === wanted).length,
    ]),
  );

/** One line for a person, also after an early end: finished files stay, and the next run continues from there. */
export function tellSummary(terminal: Terminal, done: 'uploaded' | 'downloaded', all: Transferred): void {
  if (!terminal.errIsTerminal) return;
  const { outcomes, files, unread = 0, size, seconds, to } = all;
  const counts = countsOf(outcomes, [done, 'unchanged']);
  const left = files - outcomes.length;
  const words = [
    `${formatCount(counts[done] ?? 0, 'file')} ${SAID[done]}${to !== undefined && counts[done] ? ` to ${cleanLine(to)}` : ''}`,
    ...(counts.unchanged ? [`${counts.unchanged} unchanged`] : []),
    ...(counts.failed ? [`${counts.failed} failed`] : []),
    ...(unread > 0 ? [`${unread} could not be read`] : []),
    ...(left > 0 ? [`${left} left for the next run`] : []),
  ];
  terminal.err(`${words.join(', ')} (${formatBytes(size)} in all, ${seconds.toFixed(1)} s).\n`);
}

/** A path, and the one that a file gets in its place. */
export type RenamedPath = Readonly<{ before: string; now: string }>;

const SHOWN = 10;

/** Tells which files get another name `where` they go, up to ten of them. */
export function tellRenamed(terminal: Terminal, where: string, renamed: readonly RenamedPath[]): void {
  if (renamed.length === 0) return;
  const lines = renamed.slice(0, SHOWN).map(({ before, now }) => `  ${cleanLine(before)} is ${cleanLine(now)}\n`);
  const more = renamed.length > SHOWN ? `  and ${renamed.length - SHOWN} more\n` : '';
  const verb = renamed.length === 1 ? 'has' : 'have';
  terminal.err(`${formatCount(renamed.length, 'file')} ${verb} another name ${where}:\n${lines.join('')}${more}`);
}
