import { DomainError, type Instant, plus, SECOND } from '@strongroom/domain';
import { type BlobKey, blobKey } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';

/** An address of a sealed object, signed before it is decided whether the caller gets it. */
export type ContentAddress = Readonly<{ sealed: BlobKey; url: string; expiresAt: Instant }>;

/** The decision found other content than the one that the address is of: the file was replaced meanwhile. */
export class OtherContent extends Error {
  readonly sealed: string;

  constructor(sealed: string) {
    super('the content of a file changed after its address was signed');
    this.sealed = sealed;
  }
}

/** Number of times that a file may be replaced while one download is decided. */
const ATTEMPTS = 10;

/** Signs an address of the content and decides with it, again with another address if `use` throws OtherContent. */
export async function withAddress<T>(
  { blobs, clock, downloadUrlTtl }: Pick<Deps, 'blobs' | 'clock' | 'downloadUrlTtl'>,
  first: BlobKey,
  use: (address: ContentAddress) => Promise<T>,
): Promise<T> {
  for (let attempt = 0, sealed = first; attempt < ATTEMPTS; attempt++) {
    const expiresAt = plus(clock.now(), downloadUrlTtl * SECOND);
    const url = await blobs.signDownload({ key: sealed, expiresAt });
    try {
      return await use({ sealed, url, expiresAt });
    } catch (error) {
      if (!(error instanceof OtherContent)) throw error;
      sealed = blobKey(error.sealed);
    }
  }
  throw new DomainError('SERVICE_UNAVAILABLE');
}
