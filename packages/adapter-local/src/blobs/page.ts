import type { BlobKey } from '@strongroom/ports';

export type KeyPage = Readonly<{ keys: readonly BlobKey[]; next?: BlobKey }>;

/** The first `size` keys; `next` is the last of them if more follow. */
export async function pageOf(keys: AsyncIterable<BlobKey> | Iterable<BlobKey>, size: number): Promise<KeyPage> {
  const page: BlobKey[] = [];
  for await (const key of keys) {
    const last = page.at(-1);
    if (page.length === size && last !== undefined) return { keys: page, next: last };
    page.push(key);
  }
  return { keys: page };
}
