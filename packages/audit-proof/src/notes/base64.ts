import { Malformed } from './malformed.ts';

/** Standard base64, RFC 4648 §4. */
export const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Throws Malformed for a text that `toBase64` does not write: spaces, missing padding, surplus bits. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decoded(text);
  if (bytes === undefined || toBase64(bytes) !== text)
    throw new Malformed(`not base64: ${JSON.stringify(text.slice(0, 60))}`);
  return bytes;
}

function decoded(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
