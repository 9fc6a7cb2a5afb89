import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Subjects of the commits after `commit`; none where the history is not there, as in a shallow clone or an archive. */
export function subjectsSince(commit: string, folder: string): readonly string[] {
  if (!existsSync(join(folder, '.git'))) return [];
  if (spawnSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], { cwd: folder }).status !== 0) return [];
  const log = ['log', '--no-merges', '--format=%s', `${commit}..HEAD`];
  return execFileSync('git', log, { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
}
