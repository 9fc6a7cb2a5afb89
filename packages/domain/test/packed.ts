import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = join(PACKAGE, '../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

type Outcome = Readonly<{ code: number; output: string }>;

/** Another project with only the packed package installed. */
export type Consumer = Readonly<{
  /** Paths of the files that were packed. */
  files: readonly string[];
  /** Folder of the installed package. */
  installed: string;
  /** Writes a file into the project and runs it with Node. */
  run: (name: string, program: string) => string;
  /** Writes a file into the project and compiles it. */
  compile: (name: string, program: string) => Outcome;
  remove: () => void;
}>;

/** Builds and packs a copy of the package, so that no other build is disturbed, and installs the tarball. */
export function packedAndInstalled(): Consumer {
  const folder = mkdtempSync(join(tmpdir(), 'packed-domain-'));
  const copy = join(folder, 'domain');
  for (const part of ['package.json', 'README.md', 'src'])
    cpSync(join(PACKAGE, part), join(copy, part), { recursive: true });
  cpSync(join(ROOT, 'LICENSE'), join(copy, 'LICENSE'));
  const tsconfig = readFileSync(join(PACKAGE, 'tsconfig.json'), 'utf8');
  writeFileSync(join(copy, 'tsconfig.json'), tsconfig.replace('../../', `${ROOT.replaceAll('\\', '/')}/`));
  execFileSync(process.execPath, [TSC, '-p', copy]);
  const npm = (cwd: string, ...rest: readonly string[]) =>
    execFileSync('npm', [...rest, '--offline', '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const [packed] = JSON.parse(npm(copy, 'pack', '--json')) as [{ filename: string; files: { path: string }[] }];

  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
  npm(project, 'install', join(copy, packed.filename));
  const write = (name: string, program: string): string => {
    const path = join(project, name);
    writeFileSync(path, program);
    return path;
  };
  return {
    files: packed.files.map((file) => file.path).sort(),
    installed: join(project, 'node_modules/@strongroom/domain'),
    run: (name, program) => execFileSync(process.execPath, [write(name, program)], { cwd: project, encoding: 'utf8' }),
    compile: (name, program) =>
      outcomeOf([TSC, '--noEmit', '--strict', '--module', 'nodenext', '--types', '', write(name, program)], project),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function outcomeOf(command: readonly string[], cwd: string): Outcome {
  try {
    return { code: 0, output: execFileSync(process.execPath, command, { cwd, encoding: 'utf8' }) };
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return { code: status, output: stdout };
  }
}
