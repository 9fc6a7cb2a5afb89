import { askService, OpenRefusal } from './ask.ts';
import { decryptObject } from './decrypted.ts';
import type { SharedFile } from './kept.ts';
import { decodeBase64url } from './link.ts';
import type { LinkView } from './link-view.ts';
import { receiveObject } from './receive.ts';

type Release = Readonly<{ download_url: string; iv: string; tag: string }>;
type Redeemed = Release & Readonly<{ redemption: string }>;

/** The verified content of the file of a link. Throws OpenRefusal. */
export async function readShared(view: LinkView<SharedFile>): Promise<ArrayBuffer> {
  const { download_url, iv, tag } = await released(view);
  const sealed = await receiveObject({
    address: download_url,
    again: async () => (await released(view)).download_url,
    size: view.shared.size,
    tag: decodeBase64url(tag),
    onProgress: view.onProgress,
    onWait: view.onWait,
  });
  return decryptObject(view.link.key, decodeBase64url(iv), sealed);
}

/** Counts a download, or continues the one that was counted. One that has ended is forgotten. */
async function released({ link: { token }, shared, kept, remember }: LinkView<SharedFile>): Promise<Release> {
  const { redemption, ...begun } = kept();
  if (redemption === undefined) {
    const redeemed = await askService<Redeemed>('POST', `shares/by-token/${token}/download`, { key: begun.attempt });
    remember({ ...begun, redemption: redeemed.redemption, file: shared });
    return redeemed;
  }
  try {
    return await askService<Release>('POST', `shares/by-token/${token}/resume`, { body: { redemption } });
  } catch (error) {
    if (error instanceof OpenRefusal && error.code === 'REDEMPTION_ENDED')
      remember({ fragment: begun.fragment, attempt: crypto.randomUUID() });
    throw error;
  }
}
