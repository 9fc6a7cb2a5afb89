import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsDoNotFit } from '@strongroom/application';
import { type BearerSecret, bearerSecret, isBearerSecret } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';
import { errorCode } from '../http/kernel/error-code.ts';

type Options = Readonly<{ folder: string; given: BearerSecret | undefined; secrets: Pick<Secrets, 'random'> }>;

/** The first owner's API token: given, or made once and kept in a file for its reader only. */
export class OwnerToken {
  readonly #options: Options;
  #made: BearerSecret | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The token that was made by this process, if it made one. */
  get made(): BearerSecret | undefined {
    return this.#made;
  }

  get file(): string {
    return join(this.#options.folder, 'owner.token');
  }

  /**
   * The token of an empty store. When it resolves, the token is safe: given by the operator, or durably in its file. A
   * file that is there already is used as it is, so that of several processes that start at once all get the same.
   * Throws SettingsDoNotFit for a file that holds anything else.
   */
  async obtain(): Promise<BearerSecret> {
    const { folder, given, secrets } = this.#options;
    if (given !== undefined) return given;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const fresh = bearerSecret('apiToken', secrets.random(32));
    if (await createPrivately(folder, this.file, `${fresh}\n`)) this.#made = fresh;
    const kept = (await readFile(this.file, 'utf8')).trim();
    if (!isBearerSecret('apiToken', kept))
      throw new SettingsDoNotFit(`${this.file} does not hold an API token; move it away to have a new one made.`);
    return kept;
  }
}

/** Makes a file of mode 0600 with its content, all at once and durably. False when there is one already. */
async function createPrivately(folder: string, file: string, content: string): Promise<boolean> {
  const aside = join(folder, `.${randomUUID()}.tmp`);
  const handle = await open(aside, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
    await link(aside, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await handle.close();
    await rm(aside, { force: true });
    await syncFolder(folder);
  }
}

/** Makes the names in a folder durable. Windows cannot open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
