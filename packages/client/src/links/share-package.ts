import { StrongroomError } from '../base/error.ts';
import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { fileCalls, shareCalls } from '../calls/files.ts';
import type { Bytes } from '../content/bytes.ts';
import { withDataKey } from '../content/data-key.ts';
import type { CreatePackageBody } from '../generated/operations.ts';
import { linkWithKey } from './link.ts';
import { newPackageKey, sealToPackage } from './package-key.ts';
import { releasedKey, type SharedWithKey } from './share.ts';

type Sharing = Readonly<{
  files: ReturnType<typeof fileCalls>;
  shares: ReturnType<typeof shareCalls>;
  unwrap: KeyUnwrapper;
}>;

export type PackageTerms = Omit<CreatePackageBody, 'items' | 'folder_id'>;

/** A file for a package, with the folder in which holders of the link see it; without one it is at the top. */
export type PackagedFile = Readonly<{ id: string; folder?: string | undefined }>;

/**
 * One link to several files of a room. Each data key is encrypted to a key of the package, which only the address of the link
 * holds. All keys are unwrapped first, so that a failure creates no link.
 */
export async function sharePackageWithKey(
  { files, shares, unwrap }: Sharing,
  roomId: string,
  shared: readonly PackagedFile[],
  terms: PackageTerms,
  signal: AbortSignal | undefined,
): Promise<SharedWithKey> {
  const packageKey = newPackageKey();
  try {
    const items = [];
    for (const one of shared) items.push(await itemOf({ files, unwrap }, one, packageKey, signal));
    const body = { ...terms, items };
    const made = await shares.createPackage(roomId, body, { signal });
    // A link whose answer was lost cannot be read again.
    if (made.url === null) await shares.revoke(made.id, { signal });
    const share = made.url === null ? await shares.createPackage(roomId, body, { signal }) : made;
    if (share.url === null) throw new StrongroomError('UNEXPECTED_ANSWER');
    return { share, url: await linkWithKey(share.url, packageKey) };
  } finally {
    packageKey.fill(0);
  }
}

async function itemOf(
  { files, unwrap }: Pick<Sharing, 'files' | 'unwrap'>,
  { id: fileId, folder }: PackagedFile,
  packageKey: Bytes,
  signal: AbortSignal | undefined,
) {
  const { wrapped, version, op } = await releasedKey({ files, unwrap }, fileId, undefined, signal);
  return withDataKey(unwrap, wrapped, { fileId, version, op, signal }, async (dek) => ({
    file_id: fileId,
    version,
    ...(folder !== undefined && { folder }),
    key: await sealToPackage(packageKey, dek, { fileId, version }),
  }));
}
