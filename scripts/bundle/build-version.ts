import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** No program holds it, and a run of slow suites changes it. */
const RECORD = ':(exclude)scripts/slow/passed.json';

/**
 * The version of what is built from a checkout. It is that of its package.json where the changelog has nothing unreleased.
 * Otherwise it is a version between that one and the next minor one: `0.3.0-dev.COMMIT`, with `-modified` where files differ
 * from the commit. Without git, as in an archive of the sources, BUILD_VERSION says it, or the commit is left out.
 */
export async function buildVersionOf(root: string, given: string | undefined): Promise<string> {
  if (given !== undefined && given !== '') return given;
  const [manifest, changelog] = await Promise.all(
    ['package.json', 'CHANGELOG.md'].map((file) => readFile(join(root, file), 'utf8')),
  );
  const { version } = JSON.parse(manifest ?? '') as { version: string };
  return isReleased(changelog ?? '') ? version : `${nextMinor(version)}-dev${await commitOf(root)}`;
}

/** Whether the section of unreleased changes is empty. */
function isReleased(changelog: string): boolean {
  const [, unreleased = ''] = /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[)/m.exec(changelog) ?? [];
  return !/^- /m.test(unreleased);
}

function nextMinor(version: string): string {
  const [major = '0', minor = '0'] = version.split('.');
  return `${major}.${Number(minor) + 1}.0`;
}

/** `.COMMIT`, or nothing outside a repository. */
async function commitOf(root: string): Promise<string> {
  try {
    const git = (...args: readonly string[]) => run('git', args, { cwd: root });
    const { stdout } = await git('rev-parse', '--short=12', 'HEAD');
    const isModified = await git('diff', '--quiet', 'HEAD', '--', '.', RECORD).then(
      () => false,
      () => true,
    );
    return `.${stdout.trim()}${isModified ? '-modified' : ''}`;
  } catch {
    return '';
  }
}
