import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnce } from '@strongroom/adapter-local';
import { SettingsUnfit } from '@strongroom/application';
import { type BearerSecret, bearerSecret, isBearerSecret } from '@strongroom/domain';
import type { Secrets } from '@strongroom/ports';

type Options = Readonly<{ folder: string; given: BearerSecret | undefined; secrets: Pick<Secrets, 'random'> }>;

/** The first owner's API token: given, or generated once and kept in a file readable only by its owner. */
export class OwnerToken {
  readonly #options: Options;
  #made: BearerSecret | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** The token that this process generated, if any. */
  get made(): BearerSecret | undefined {
    return this.#made;
  }

  get file(): string {
    return join(this.#options.folder, 'owner.token');
  }

  /**
   * The token of an empty store. When it resolves, the token is safe: given by the operator, or stored durably in its
   * file. An existing file is used unchanged, so that processes that start at once get the same token. Throws
   * SettingsUnfit for a file that holds anything else.
   */
  async obtain(): Promise<BearerSecret> {
    const { folder, given, secrets } = this.#options;
    if (given !== undefined) return given;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const fresh = bearerSecret('apiToken', secrets.random(32));
    if (await createOnce(folder, 'owner.token', Buffer.from(`${fresh}\n`))) this.#made = fresh;
    const kept = (await readFile(this.file, 'utf8')).trim();
    if (!isBearerSecret('apiToken', kept))
      throw new SettingsUnfit(`${this.file} does not hold an API token; move it away to have a new one made.`);
    return kept;
  }
}
