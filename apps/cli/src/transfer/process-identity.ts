import { readFileSync } from 'node:fs';

/** Identifies a process among all running ones, by default this one. A process id alone may be reused. */
export const processIdentity = (pid = process.pid): string => `${pid} ${startOf(pid)}`;

/** Whether the identified process still runs. */
export function isAlive(identity: string): boolean {
  const [id, start] = identity.split(' ');
  const pid = Number(id);
  try {
    process.kill(pid, 0);
  } catch (error) {
    // The process belongs to another user, but it exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM' && startOf(pid) === start;
  }
  return startOf(pid) === start;
}

/**
 * Start time of a process in clock ticks since boot, the 22nd field of its `stat` line. Empty on systems without /proc.
 */
function startOf(pid: number): string {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
