import { StrongroomError } from '../base/error.ts';
import type { KeyUnwrapper } from '../base/key-unwrapper.ts';
import type { fileCalls, shareCalls } from '../calls/files.ts';
import { withDataKey } from '../content/data-key.ts';
import type { CreateShareBody, NewShare } from '../generated/operations.ts';
import { linkWithKey } from './link.ts';

/** A link as the service describes it, and its address with the key, which only this result holds. */
export type SharedWithKey = Readonly<{ share: NewShare; url: string }>;

type Sharing = Readonly<{
  files: ReturnType<typeof fileCalls>;
  shares: ReturnType<typeof shareCalls>;
  unwrap: KeyUnwrapper;
}>;

/**
 * Unwraps the key first, so that a failure creates no link. The key opens one version only, so the link leads to that one: the
 * current one, unless the terms name another.
 */
export async function shareWithKey(
  { files, shares, unwrap }: Sharing,
  fileId: string,
  terms: CreateShareBody,
  signal: AbortSignal | undefined,
): Promise<SharedWithKey> {
  const { wrapped, version, op } = await releasedKey({ files, unwrap }, fileId, terms.version, signal);
  return withDataKey(unwrap, wrapped, { fileId, version, op, signal }, async (dek) => {
    const share = await madeOnce(shares, fileId, { ...terms, version }, signal);
    if (share.url === null) throw new StrongroomError('UNEXPECTED_ANSWER');
    return { share, url: await linkWithKey(share.url, dek) };
  });
}

/** The wrapped key of a version, for a link: without the address of its content, so that the log tells of no opening. */
export async function releasedKey(
  { files, unwrap }: Pick<Sharing, 'files' | 'unwrap'>,
  fileId: string,
  named: number | undefined,
  signal: AbortSignal | undefined,
) {
  const op = 'export';
  const client = await unwrap.client?.();
  const version = named ?? (await files.get(fileId, { signal })).version;
  const jkt = client !== undefined && { client_jkt: client };
  const wrapped = await files.grantKey(fileId, { ...jkt, op, version }, { signal });
  return { wrapped, version, op } as const;
}

/** A link whose answer was lost cannot be read again, so it is revoked and replaced. */
async function madeOnce(
  shares: Sharing['shares'],
  fileId: string,
  terms: CreateShareBody,
  signal: AbortSignal | undefined,
): Promise<NewShare> {
  const share = await shares.create(fileId, terms, { signal });
  if (share.url !== null) return share;
  await shares.revoke(share.id, { signal });
  return shares.create(fileId, terms, { signal });
}
