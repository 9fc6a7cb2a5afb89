import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import { type Finding, fail, ok, quoteForShell, warn } from '@strongroom/settings';
import type { DataFolder } from '../service/data-folder.ts';
import type { KeysSeen } from '../service/stores.ts';
import { isOpenToOthers, modeText } from './modes.ts';

const SHOWN = 3;

type KeyFile = Readonly<{ name: string; mode: number }>;

/** Findings about a keyring, and its keys; without them if it cannot be read. */
type Checked = Readonly<{ findings: readonly Finding[]; keys?: KeysSeen }>;

/**
 * Checks that the keyring exists, that every key is complete, and that only its owner can read it. `hasDatabase`: a
 * service has run here.
 */
export async function checkKeys(
  { keys: folder }: DataFolder,
  hasDatabase: boolean,
  inspectKeys: (keysFolder: string) => Promise<KeysSeen>,
): Promise<Checked> {
  try {
    const { mode } = await stat(folder);
    const files = await filesIn(folder);
    const keys = await inspectKeys(folder);
    return {
      findings: [wholeness(keys), ...(process.platform === 'win32' ? [] : [modesFinding(folder, mode, files)])],
      keys,
    };
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === undefined) throw error;
    return { findings: [missingOf(folder, code, hasDatabase)] };
  }
}

function missingOf(folder: string, code: string, hasDatabase: boolean): Finding {
  if (code !== 'ENOENT')
    return fail('keys', `${folder} cannot be read (${code})`, 'run the doctor as the user of the service');
  return hasDatabase
    ? fail(
        'keys',
        `${folder} is not there`,
        'restore it from a backup before the service starts, which would begin a new one',
      )
    : ok('keys', 'none yet, the service makes them');
}

async function filesIn(folder: string): Promise<readonly KeyFile[]> {
  const files: KeyFile[] = [];
  for (const name of await readdir(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined); // a running service may delete files meanwhile
    if (found?.isFile()) files.push({ name, mode: found.mode });
  }
  return files;
}

function wholeness({ uuids, damaged }: KeysSeen): Finding {
  if (damaged.length === 0) return ok('keys', `${uuids.length} of ${uuids.length} are whole`);
  const named = `${damaged.slice(0, SHOWN).join(', ')}${damaged.length > SHOWN ? ', …' : ''}`;
  return fail('keys', `${damaged.length} files of keys are damaged: ${named}`, 'restore them from a backup');
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
    ...(folderIsOpen ? [`chmod 700 ${quoteForShell(folder)}`] : []),
    ...(open.length > 0 ? [`chmod 600 ${quoteForShell(folder)}/*`] : []),
  ];
  return warn('key modes', found.join(', '), todo.join(' && '));
}
