/** Bytes with a buffer of their own, as Web Crypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

export const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Undefined unless the text is strict base64 of exactly `length` bytes. */
export function fromBase64(text: string, length: number): Bytes | undefined {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length !== Math.ceil(length / 3) * 4) return undefined;
  const binary = atob(text);
  if (binary.length !== length || btoa(binary) !== text) return undefined;
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

/** Like `fromBase64`, without padding; for lengths that need none. */
export const fromBase64Url = (text: string, length: number): Bytes | undefined =>
  fromBase64(text.replaceAll('-', '+').replaceAll('_', '/'), length);

/** A copy with a buffer of its own. */
export const ownBytes = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);
