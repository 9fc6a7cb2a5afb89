const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CHARACTERS = 8;

/** The first characters of a thumbprint in base32 (RFC 4648), for people who compare two: `ABCD-EFGH`. */
export function comparisonCode(thumbprint: string): string {
  const bits = [...Buffer.from(thumbprint, 'base64url')].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const code = Array.from(
    { length: CHARACTERS },
    (_, at) => ALPHABET[Number.parseInt(bits.slice(at * 5, at * 5 + 5), 2)],
  );
  return `${code.slice(0, 4).join('')}-${code.slice(4).join('')}`;
}
