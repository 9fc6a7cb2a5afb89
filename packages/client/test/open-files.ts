import { readdir, readlink } from 'node:fs/promises';

/** Scratch files that this process has open; they have no name. Only Linux lists them: elsewhere the list is empty. */
export async function openScratchFiles(): Promise<readonly string[]> {
  const open = await readdir('/proc/self/fd').catch(() => []);
  const links = open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => /\/strongroom-[0-9a-f-]{36}\.tmp/.test(path));
}
