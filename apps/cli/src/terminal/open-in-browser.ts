import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Terminal } from '@strongroom/command-line';

type Program = readonly [program: string, ...args: string[]];

const OTHER: Program = ['xdg-open'];
/** Programs that open an address in the browser. None is a shell: an address is never a command. */
const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, Program>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the browser of the user. Returns whether a program for it was started. */
export async function openInBrowser(url: string): Promise<boolean> {
  const [program, ...args] = PROGRAMS[process.platform] ?? OTHER;
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.unref();
  return once(child, 'spawn').then(
    () => true,
    () => false,
  );
}

/** Whether a browser of this machine can show a page to the person: not over SSH, nor without a display. */
export function hasBrowser({ variable }: Pick<Terminal, 'variable'>, platform = process.platform): boolean {
  if (variable('DISPLAY') !== undefined || variable('WAYLAND_DISPLAY') !== undefined) return true;
  const isRemote = variable('SSH_CONNECTION') !== undefined || variable('SSH_TTY') !== undefined;
  return !isRemote && platform in PROGRAMS;
}
