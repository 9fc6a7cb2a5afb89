import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';

const PIECE = 256 * 1024;

/** Seconds that AES-256-GCM of `node:crypto` alone takes to encrypt and decrypt a file in pieces. */
export async function measureCipher(path: string): Promise<Readonly<{ encrypting: number; decrypting: number }>> {
  const [key, iv] = [randomBytes(32), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const encrypting = await through(path, (piece) => cipher.update(piece));
  cipher.final();
  const decipher = createDecipheriv('aes-256-gcm', key, iv);
  // The input is not real ciphertext: it takes as long, and only the tag would differ.
  const decrypting = await through(path, (piece) => decipher.update(piece));
  return { encrypting, decrypting };
}

async function through(path: string, work: (piece: Buffer) => unknown): Promise<number> {
  const handle = await open(path);
  try {
    const began = performance.now();
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(PIECE));
      if (bytesRead === 0) return (performance.now() - began) / 1000;
      work(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}
