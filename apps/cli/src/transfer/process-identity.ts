import { readFileSync } from 'node:fs';

/** Names a process, this one where none is given, among all that are there; a number alone comes again. */
export const processIdentity = (pid = process.pid): string => `${pid} ${startOf(pid)}`;

/** Is the process that this names still there? */
export function isAlive(identity: string): boolean {
  const [id, start] = identity.split(' ');
  const pid = Number(id);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Somebody else's: there all the same.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' && startOf(pid) === start;
  }
  return startOf(pid) === start;
}

/** When it was started, in ticks since the machine was; the 22nd word of its line. Empty where the system does not say. */
function startOf(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
