import type { Clock } from '@strongroom/ports';
import { deleteStaleTemporaryFiles, makeFolder } from '../disk/durable.ts';
import { withFileErrors } from '../disk/file-errors.ts';
import { DiskKeyFolder } from './disk-key-folder.ts';
import { MAX_GROUP } from './key-group.ts';
import { Keyring } from './keyring.ts';

const HOUR_MS = 3_600_000;

export type LocalKeyringOptions = Readonly<{
  folder: string;
  clock: Pick<Clock, 'now'>;
  /** Whether a process of version 0.2 may use the folder, which knows only keys with a file of their own. */
  sharedWithEarlier?: boolean;
}>;

/** Random key-encryption keys in files of mode 0600, in a folder of mode 0700. */
export class LocalKeyring extends Keyring {
  /** Opens the keyring and creates its folder if it is missing. Rejects with Unavailable. */
  static open(options: LocalKeyringOptions): Promise<LocalKeyring> {
    return withFileErrors('keys', async () => {
      await makeFolder(options.folder);
      await deleteStaleTemporaryFiles(options.folder, Date.now() - HOUR_MS);
      const maxGroup = options.sharedWithEarlier === true ? 1 : MAX_GROUP;
      return new LocalKeyring(new DiskKeyFolder(options.folder, { maxGroup }), options.clock);
    });
  }
}
