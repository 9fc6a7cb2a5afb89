import { networkOf } from '../content/settings.ts';
import type { OpenedPackage, PackageEntry } from '../links/open-package.ts';
import { destinationAt } from './destination.ts';
import type { SaveOptions } from './strongroom.ts';

/** Saves one file of a package. It appears once it is complete and verified. */
export async function savePackageFile(
  opened: OpenedPackage,
  entry: PackageEntry,
  path: string,
  options: Omit<SaveOptions, 'size'> = {},
): Promise<void> {
  const destination = await destinationAt(path, options);
  try {
    const receiving = destination.receiving(networkOf({}), { ...options, size: entry.size });
    await opened.receive(entry, receiving, options.signal);
  } finally {
    await destination.discard();
  }
}
