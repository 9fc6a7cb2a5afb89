import { Refusal } from './api.mjs';

const BROKEN = 'The download was interrupted. Try again: this uses up no further download.';

/**
 * Receives ciphertext of a known size, with room for its tag behind it, which is put there.
 *
 * @param {string} address
 * @param {number} size bytes
 * @param {Uint8Array} tag
 * @param {(share: number) => void} progress called with the received share, from 0 to 1
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 * @throws {Refusal}
 */
export async function receive(address, size, tag, progress) {
  const sealed = new Uint8Array(size + tag.length);
  let received = 0;
  for await (const piece of piecesOf(address)) {
    if (received + piece.length > size)
      throw new Refusal('The download is larger than the shared file. Nothing was saved.');
    sealed.set(piece, received);
    received += piece.length;
    progress(size === 0 ? 1 : received / size);
  }
  if (received < size) throw new Refusal(BROKEN);
  sealed.set(tag, size);
  return sealed;
}

/** @param {string} address */
async function* piecesOf(address) {
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
