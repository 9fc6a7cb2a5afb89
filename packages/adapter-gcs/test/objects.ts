import { type Instant, plus } from '@strongroom/domain';
import { type BlobKey, blobKey } from '@strongroom/ports';
import type { Strict } from './setting.ts';

export const keyOf = (name: string): BlobKey => blobKey(name);

const soon = ({ now }: Strict): Instant => plus(now(), 60_000);

/** PUTs a text to a signed address and returns its generation. */
export async function putUnder(strict: Strict, key: BlobKey, text: string): Promise<string> {
  const url = await strict.store.signUpload({ key, size: text.length, expiresAt: soon(strict) });
  const { status } = await strict.send(url, { method: 'PUT', body: new TextEncoder().encode(text) });
  if (status !== 200) throw new Error(`a PUT was answered ${status}`);
  return (await strict.store.stat(key))?.generation ?? '';
}

/** The content at a signed address. */
export async function bytesOf(strict: Strict, key: BlobKey): Promise<string> {
  const url = await strict.store.signDownload({ key, expiresAt: soon(strict) });
  return Buffer.from((await strict.send(url, { method: 'GET' })).bytes).toString();
}
