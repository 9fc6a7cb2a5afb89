import type { Clock } from '@strongroom/ports';
import { Keyring } from './keyring.ts';
import { MemoryKeyFolder } from './memory-key-folder.ts';

const KEY_FOLDERS = new WeakMap<MemoryKeyring, MemoryKeyFolder>();

/** Key-encryption keys in memory, for tests. */
export class MemoryKeyring extends Keyring {
  constructor(options: Readonly<{ clock: Pick<Clock, 'now'> }>) {
    const keyFolder = new MemoryKeyFolder();
    super(keyFolder, options.clock);
    KEY_FOLDERS.set(this, keyFolder);
  }
}

/** The keys of a memory keyring, for unwrapping only. Not exported from the package. */
export function keyFolderOf(keyring: MemoryKeyring): MemoryKeyFolder {
  const keyFolder = KEY_FOLDERS.get(keyring);
  if (keyFolder === undefined) throw new TypeError('this is not a memory keyring');
  return keyFolder;
}
