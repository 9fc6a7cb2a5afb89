/** Base64 by Node.js, the reference for strict decoding. */
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Lenient: skips blanks, accepts missing padding and both alphabets. */
export const bytesIn = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));
