import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import type { DataFolder } from '../service/data-folder.ts';
import { type Finding, fail, ok, quoted, warn } from './finding.ts';
import { isOpenToOthers, modeText } from './modes.ts';

const KEK_BYTES = 32;
const SHOWN = 3;

type KeyFile = Readonly<{ name: string; mode: number; size: number }>;

/**
 * Checks that the keyring exists, that every key is complete, and that only its owner can read it. `hasDatabase`: a
 * service has run here.
 */
export async function checkKeys({ keys }: DataFolder, hasDatabase: boolean): Promise<readonly Finding[]> {
  try {
    const { mode } = await stat(keys);
    const files = await filesIn(keys);
    return [wholeness(files), ...(process.platform === 'win32' ? [] : [modesFinding(keys, mode, files)])];
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    if (code !== 'ENOENT')
      return [fail('keys', `${keys} cannot be read (${code})`, 'run the doctor as the user of the service')];
    return hasDatabase
      ? [
          fail(
            'keys',
            `${keys} is not there`,
            'restore it from a backup before the service starts, which would begin a new one',
          ),
        ]
      : [ok('keys', 'none yet, the service makes them')];
  }
}

async function filesIn(folder: string): Promise<readonly KeyFile[]> {
  const files: KeyFile[] = [];
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined); // a running service may delete files meanwhile
    if (found?.isFile()) files.push({ name, mode: found.mode, size: found.size });
  }
  return files;
}

function wholeness(files: readonly KeyFile[]): Finding {
  const keks = files.filter(({ name }) => name.endsWith('.kek'));
  const broken = keks.filter(({ size }) => size !== KEK_BYTES).map(({ name }) => name);
  if (broken.length === 0) return ok('keys', `${keks.length} of ${keks.length} are whole`);
  const named = `${broken.slice(0, SHOWN).join(', ')}${broken.length > SHOWN ? ', …' : ''}`;
  return fail('keys', `${broken.length} of ${keks.length} are damaged: ${named}`, 'restore them from a backup');
}

function modesFinding(folder: string, mode: number, files: readonly KeyFile[]): Finding {
  const open = files.filter((file) => isOpenToOthers(file.mode));
  const folderIsOpen = isOpenToOthers(mode);
  if (!folderIsOpen && open.length === 0) return ok('key modes', 'for the owner only');
  const found = [
    ...(folderIsOpen ? [`${folder} has mode ${modeText(mode)}`] : []),
    ...(open.length > 0 ? [`${open.length} of ${files.length} files are open to other users`] : []),
  ];
  const todo = [
    ...(folderIsOpen ? [`chmod 700 ${quoted(folder)}`] : []),
    ...(open.length > 0 ? [`chmod 600 ${quoted(folder)}/*`] : []),
  ];
  return warn('key modes', found.join(', '), todo.join(' && '));
}
