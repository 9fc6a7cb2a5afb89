import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../support/built.ts';

/** A unit with another folder for the installation and another Node. */
export async function unitFor(folder: string, node: string, name = 'strongroom.service'): Promise<string> {
  const text = await readFile(join(ROOT, 'apps/api/deploy', name), 'utf8');
  return text.replaceAll('/opt/strongroom', folder).replaceAll('/usr/local/bin/node', node);
}

type Started = Readonly<{
  directory: string;
  command: readonly string[];
  environment: Readonly<Record<string, string>>;
  umask: string;
}>;

/** The command of the unit and its surroundings. */
export function startedBy(unit: string): Started {
  const settingOf = (name: string): string => new RegExp(`^${name}=(.+)$`, 'm').exec(unit)?.[1] ?? '';
  const assignments = Array.from(unit.matchAll(/^Environment=(.+)$/gm), ([, line = '']) => line.split(' ')).flat();
  return {
    directory: settingOf('WorkingDirectory'),
    command: settingOf('ExecStart').split(' '),
    environment: Object.fromEntries(assignments.map((one) => one.split(/=(.*)/s).slice(0, 2))),
    umask: settingOf('UMask'),
  };
}
