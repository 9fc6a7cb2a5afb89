const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** RFC 4648, without padding. */
export function base64url(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    const count = Math.min(4, bytes.length - at + 1);
    for (let digit = 0; digit < count; digit += 1) text += DIGITS[(bits >> (18 - 6 * digit)) & 63];
  }
  return text;
}
