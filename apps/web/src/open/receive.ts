import { Refusal } from './ask.ts';

const BROKEN = 'The download was interrupted. Try again: this uses up no further download.';

/**
 * Receives ciphertext of a known size and puts its tag behind it. `onProgress` is called with the received part, from 0
 * to 1. Throws Refusal.
 */
export async function receive(
  address: string,
  size: number,
  tag: Uint8Array,
  onProgress: (part: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const sealed = new Uint8Array(size + tag.length);
  let received = 0;
  for await (const piece of piecesOf(address)) {
    if (received + piece.length > size)
      throw new Refusal('The download is larger than the shared file. Nothing was saved.');
    sealed.set(piece, received);
    received += piece.length;
    onProgress(size === 0 ? 1 : received / size);
  }
  if (received < size) throw new Refusal(BROKEN);
  sealed.set(tag, size);
  return sealed;
}

async function* piecesOf(address: string): AsyncGenerator<Uint8Array> {
  try {
    const { ok, body } = await fetch(address, {
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    if (!ok || body === null) throw new Refusal(BROKEN);
    const reader = body.getReader();
    for (let next = await reader.read(); next.value !== undefined; next = await reader.read()) yield next.value;
  } catch {
    throw new Refusal(BROKEN);
  }
}
