import { chmod, mkdir, readFile, rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { Problem, type Terminal, type World } from '@strongroom/command-line';
import { systemErrorCode } from '@strongroom/ports/system-error-code';
import {
  reasonUnusable,
  replacePrivateFile,
  throwUnreadable,
  throwUnwritable,
  unwritableProblem,
} from '../container/private-file.ts';
import { isKeyChoice, type KeyChoice } from './key-choice.ts';
import { configPlace } from './places.ts';

export { reasonUnusable, unwritableProblem };

/** Settings kept between commands. */
export type Config = Readonly<{
  url?: string;
  token?: string;
  /** Send the token over plain HTTP to another machine. */
  insecure?: boolean;
  keys?: KeyChoice;
}>;

/** Advice for a file of the user that cannot be written. */
export const ELSEWHERE = '; STRONGROOM_CONFIG names another place';

type VariableReader = Pick<Terminal, 'variable'>;

/** The stored settings, or none. Throws Problem if the file is damaged or others may read it. */
export async function readConfig(terminal: VariableReader): Promise<Config> {
  const { path } = configPlace(terminal);
  try {
    const { mode } = await stat(path);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      throw new Problem(`${path} holds a token and others can read it: run \`chmod 600\` on it, or sign in again.`);
    return understood(await readFile(path, 'utf8'), path);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    return throwUnreadable(path, error);
  }
}

/** Replaces the stored settings; only this user may read them. Throws Problem. */
export async function writeConfig({ terminal }: World, config: Config): Promise<void> {
  const { path, folder } = configPlace(terminal);
  try {
    await makePrivateFolder(folder);
    await replacePrivateFile(folder, basename(path), `${JSON.stringify(config, undefined, 2)}\n`);
  } catch (error) {
    await throwUnwritable(path, error, ELSEWHERE);
  }
}

/** Removes all settings. Returns whether there were any. */
export async function removeConfig(terminal: VariableReader): Promise<boolean> {
  const { path } = configPlace(terminal);
  const wasThere = await stat(path).then(
    () => true,
    () => false,
  );
  await rm(path, { force: true });
  return wasThere;
}

/** A folder for this user only. An existing folder stays as it is. */
export async function makePrivateFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await chmod(folder, 0o700);
}

function understood(text: string, path: string): Config {
  const damaged = new Problem(`${path} is damaged: remove it and sign in with \`strongroom login\`.`);
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw damaged;
  }
  if (!isConfig(read)) throw damaged;
  return read;
}

/** A token with any other character cannot be sent. */
const IN_A_HEADER = /^[!-~]*$/u;

function isConfig(read: unknown): read is Config {
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return false;
  const { url = '', token = '', insecure = false, keys }: Readonly<Record<string, unknown>> = { ...read };
  return (
    typeof url === 'string' &&
    typeof token === 'string' &&
    IN_A_HEADER.test(token) &&
    typeof insecure === 'boolean' &&
    (keys === undefined || isKeyChoice(keys))
  );
}
