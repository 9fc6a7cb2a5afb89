/** Base64 as Node.js writes it: the reference for strict decoding. */
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Forgiving: skips blanks, takes missing padding and both alphabets. */
export const bytesIn = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));
