import { access, constants, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Email } from '@strongroom/domain';
import { type Clock, type Mailer, type Message, systemErrorCode, Unavailable } from '@strongroom/ports';
import { deleteStaleTemporaryFiles, makeFolder, replaceFile } from '../disk/durable.ts';
import { emailText, nameOf, namesAddress, readableEmail } from './email-text.ts';

const HOUR_MS = 3_600_000;

export type FolderMailerOptions = Readonly<{
  folder: string;
  clock: Pick<Clock, 'now'>;
  /** Sender; `strongroom@localhost` by default. */
  from?: string;
}>;

/** Writes each message to a file `<id>.eml`, for this user only, because it may contain an activation link. */
export class FolderMailer implements Mailer {
  readonly #folder: string;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #from: string;

  private constructor(options: FolderMailerOptions) {
    this.#folder = options.folder;
    this.#clock = options.clock;
    this.#from = Email.parse(options.from ?? 'strongroom@localhost');
  }

  /** Opens the folder, and creates it if it is missing. Rejects with Unavailable. */
  static open(options: FolderMailerOptions): Promise<FolderMailer> {
    return delivering(async () => {
      await makeFolder(options.folder);
      await deleteStaleTemporaryFiles(options.folder, Date.now() - HOUR_MS);
      return new FolderMailer(options);
    });
  }

  /** A message with the same id replaces the file. */
  async send(message: Message): Promise<void> {
    const text = emailText(message, { from: this.#from, at: this.#clock.now() });
    await delivering(() => replaceFile(this.#folder, `${nameOf(message)}.eml`, Buffer.from(text)));
  }

  /** Reads every file: the folder is for trying the service out. */
  async forget(address: Email): Promise<void> {
    await delivering(async () => {
      for (const name of await readdir(this.#folder)) {
        if (!name.endsWith('.eml')) continue;
        const path = join(this.#folder, name);
        // Another process may have removed it.
        const text = await readFile(path, 'utf8').catch(() => '');
        if (namesAddress(readableEmail(text), address)) await rm(path, { force: true });
      }
    });
  }

  async check(): Promise<void> {
    await delivering(() => access(this.#folder, constants.W_OK | constants.X_OK));
  }
}

async function delivering<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw systemErrorCode(error) === undefined ? error : new Unavailable('mail', { cause: error });
  }
}
