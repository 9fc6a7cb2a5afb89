import { spawn } from 'node:child_process';
import { once } from 'node:events';

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
