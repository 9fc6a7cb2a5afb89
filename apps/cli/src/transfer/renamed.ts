import { clean, counted, type Terminal } from '@strongroom/command-line';

/** A path, and the one that a file gets in its place. */
export type Renamed = Readonly<{ before: string; now: string }>;

const SHOWN = 10;

/** Tells which files get another name `where` they go, up to ten of them. */
export function tellRenamed(terminal: Terminal, where: string, renamed: readonly Renamed[]): void {
  if (renamed.length === 0) return;
  const lines = renamed.slice(0, SHOWN).map(({ before, now }) => `  ${clean(before)} is ${clean(now)}\n`);
  const more = renamed.length > SHOWN ? `  and ${renamed.length - SHOWN} more\n` : '';
  const verb = renamed.length === 1 ? 'has' : 'have';
  terminal.err(`${counted(renamed.length, 'file')} ${verb} another name ${where}:\n${lines.join('')}${more}`);
}
