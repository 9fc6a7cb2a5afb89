import { DomainError, type Instant, plus, SECOND } from '@strongroom/domain';
import { type BlobKey, blobKey } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';

/** Addresses of sealed objects that were signed before it is decided whether the caller gets them. */
export type ObjectAddresses = Readonly<{
  /** Throws NeedsAddresses once all that an answer needs are known. */
  of: (sealed: readonly string[]) => ReadonlyMap<string, ObjectAddress>;
}>;

export type ObjectAddress = Readonly<{ url: string; expiresAt: Instant }>;

/** The decision needs addresses that were not signed yet. */
class NeedsAddresses extends Error {
  readonly sealed: readonly string[];

  constructor(sealed: readonly string[]) {
    super('an answer needs addresses that were not signed yet');
    this.sealed = sealed;
  }
}

/** Number of times that files may be replaced while one answer is decided. */
const ATTEMPTS = 10;

/** Decides, signs the addresses that the answer needs, and decides again with them: a failing store costs no download. */
export async function withAddresses<T>(
  { blobs, clock, downloadUrlTtl }: Pick<Deps, 'blobs' | 'clock' | 'downloadUrlTtl'>,
  use: (addresses: ObjectAddresses) => Promise<T>,
): Promise<T> {
  const signed = new Map<string, ObjectAddress>();
  const of = (sealed: readonly string[]): ReadonlyMap<string, ObjectAddress> => {
    const missing = sealed.filter((one) => !signed.has(one));
    if (missing.length > 0) throw new NeedsAddresses(missing);
    return signed;
  };
  const sign = async (sealed: BlobKey): Promise<void> => {
    const expiresAt = plus(clock.now(), downloadUrlTtl * SECOND);
    signed.set(sealed, { url: await blobs.signDownload({ key: sealed, expiresAt }), expiresAt });
  };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      return await use({ of });
    } catch (error) {
      if (!(error instanceof NeedsAddresses)) throw error;
      await Promise.all(error.sealed.map((one) => sign(blobKey(one))));
    }
  }
  throw new DomainError('SERVICE_UNAVAILABLE');
}
