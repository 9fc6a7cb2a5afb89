import { StrongroomError } from '../base/error.ts';
import { linkCalls } from '../calls/files.ts';
import type { Bytes } from '../content/bytes.ts';
import { downloadWith, type ReceiveMethod, type ReleasedDownload } from '../content/download.ts';
import { receiveInMemory, type TransferOptions } from '../content/in-memory.ts';
import { type NetworkOptions, networkOf, publicCaller } from '../content/settings.ts';
import type { SharedFile } from '../generated/operations.ts';
import { readLink } from './link.ts';

export type LinkOptions = NetworkOptions &
  TransferOptions &
  Readonly<{
    /**
     * Identifies this download: calls with the same key continue it within ten minutes, three times at most, and use up
     * no other. Random by default, and it must be random: anyone who knows it and the link can repeat the download.
     */
    idempotencyKey?: string | undefined;
    /** The answer of `describeLink`, which is then not requested again: a used-up link has no description. */
    file?: SharedFile | undefined;
    /**
     * The secret of a counted download, as `onRedeemed` got it: finishes that download, within 24 hours, and uses up no
     * other.
     */
    redemption?: string | undefined;
    /** Called once a download is counted, with the secret that finishes it later. Keep it like the link. */
    onRedeemed?: ((redemption: string) => void) | undefined;
  }>;

/** The file of a link and its content. */
export type Opened<T> = Readonly<{ file: SharedFile; content: T }>;

/** The file of a link, its expiry and remaining downloads. Uses up no download. Throws LINK_MALFORMED. */
export async function describeLink(
  link: string,
  options: NetworkOptions & Pick<TransferOptions, 'signal'> = {},
): Promise<SharedFile> {
  const { base, token, dek } = await readLink(link);
  dek.fill(0);
  return ofOneFile(await linkCalls(publicCaller(base, networkOf(options))).describe(token, { signal: options.signal }));
}

/**
 * Uses up one download; decrypts and verifies in memory. Sends the key of the link to no server. Throws LINK_MALFORMED.
 */
export const openLink = (link: string, options: LinkOptions = {}): Promise<Opened<Bytes>> =>
  openLinkAs(link, options, ({ size }) => receiveInMemory(networkOf(options), { ...options, size }));

/** A package has files, and is not a file. Throws LINK_MALFORMED. */
function ofOneFile(file: SharedFile): SharedFile {
  if (!('files' in file)) return file;
  throw new StrongroomError('LINK_MALFORMED', { message: 'This link leads to several files: use openPackage.' });
}

/** The key is in the link, so that a resumed download needs none of the service. */
const NO_KEY = { wrapped_dek: '', kms_key_id: '', wrapped_dek_aad: null, key_grant: null, key_grant_missing: null };

/**
 * A download whose answer is lost is requested again with the same key, and one that is interrupted is resumed, so that it
 * uses up only one.
 */
export async function openLinkAs<T, K>(
  link: string,
  options: LinkOptions,
  receiving: (file: SharedFile) => ReceiveMethod<T, K>,
): Promise<Opened<T>> {
  const { signal, idempotencyKey = crypto.randomUUID(), onRedeemed } = options;
  const { base, token, dek } = await readLink(link);
  try {
    const calls = linkCalls(publicCaller(base, networkOf(options)));
    const file = options.file ?? ofOneFile(await calls.describe(token, { signal }));
    let { redemption } = options;
    const again = async (): Promise<ReleasedDownload> => {
      if (redemption !== undefined) return { ...NO_KEY, ...(await calls.resume(token, redemption, { signal })) };
      const redeemed = await calls.redeem(token, { idempotencyKey, signal });
      // A service of an earlier version has none.
      if (redeemed.redemption !== undefined) onRedeemed?.(redeemed.redemption);
      redemption = redeemed.redemption;
      return redeemed;
    };
    const content = await downloadWith({
      unwrap: { unwrap: async () => dek },
      download: again,
      ...receiving(file),
      signal,
    });
    return { file, content };
  } finally {
    dek.fill(0);
  }
}
