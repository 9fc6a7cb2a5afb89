const TIME_BYTES = 8;
const ED25519_BYTES = 64;

/**
 * The text that a witness signed, by the bytes of its cosignature: a time in seconds since 1970 and an Ed25519 signature. C2SP
 * tlog-cosignature. Undefined for other bytes.
 */
export function cosignedText(
  text: string,
  cosignature: Uint8Array<ArrayBuffer>,
): Readonly<{ text: string; time: number; signature: Uint8Array<ArrayBuffer> }> | undefined {
  if (cosignature.length !== TIME_BYTES + ED25519_BYTES) return undefined;
  const time = Number(new DataView(cosignature.buffer, cosignature.byteOffset).getBigUint64(0));
  if (!Number.isSafeInteger(time)) return undefined;
  return { text: textAt(text, time), time, signature: cosignature.slice(TIME_BYTES) };
}

/** The bytes of a cosignature. */
export function cosignatureOf(time: number, signature: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(TIME_BYTES + signature.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(time));
  bytes.set(signature, TIME_BYTES);
  return bytes;
}

export const textAt = (text: string, time: number): string => `cosignature/v1\ntime ${time}\n${text}`;
