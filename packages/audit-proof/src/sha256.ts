/**
 * SHA-256 (FIPS 180-4), synchronous and the same everywhere: WebCrypto's digest is asynchronous, and a call of node:crypto costs
 * more than the two blocks of a tree node.
 */

/** The first `count` prime numbers. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}

/** The first 32 bits of the fraction of `value`. */
const fraction = (value: number): number => ((value % 1) * 0x1_0000_0000) | 0;

const ROUND_CONSTANTS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));
const INITIAL = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));

const BLOCK_BYTES = 64;
const state = new Int32Array(8);
const schedule = new Int32Array(64);
const lastBlocks = new Uint8Array(2 * BLOCK_BYTES);

/** The SHA-256 of `bytes`: 32 bytes of their own. */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  state.set(INITIAL);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  for (let offset = 0; offset < whole; offset += BLOCK_BYTES) compress(bytes, offset);
  compressEnd(bytes, whole);
  return digest();
}

/** The last bytes, the bit 1, zeros, and the length in bits: one block, or two when the length does not fit beside the bytes. */
function compressEnd(bytes: Uint8Array, whole: number): void {
  const rest = bytes.length - whole;
  const end = rest < BLOCK_BYTES - 8 ? BLOCK_BYTES : 2 * BLOCK_BYTES;
  for (let index = 0; index < rest; index++) lastBlocks[index] = bytes[whole + index] as number;
  lastBlocks[rest] = 0x80;
  lastBlocks.fill(0, rest + 1, end - 8);
  writeWord(lastBlocks, end - 8, Math.floor(bytes.length / 0x2000_0000));
  writeWord(lastBlocks, end - 4, bytes.length << 3);
  for (let offset = 0; offset < end; offset += BLOCK_BYTES) compress(lastBlocks, offset);
}

function digest(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(32);
  for (let index = 0; index < 8; index++) writeWord(bytes, 4 * index, state[index] as number);
  return bytes;
}

function writeWord(bytes: Uint8Array, offset: number, word: number): void {
  bytes[offset] = word >>> 24;
  bytes[offset + 1] = word >>> 16;
  bytes[offset + 2] = word >>> 8;
  bytes[offset + 3] = word;
}

/** One block; the names are those of the standard. */
function compress(block: Uint8Array, offset: number): void {
  const w = schedule;
  for (let t = 0, at = offset; t < 16; t++, at += 4) {
    w[t] =
      ((block[at] as number) << 24) |
      ((block[at + 1] as number) << 16) |
      ((block[at + 2] as number) << 8) |
      (block[at + 3] as number);
  }
  for (let t = 16; t < 64; t++) {
    const x = w[t - 15] as number;
    const y = w[t - 2] as number;
    const small0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const small1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = (small1 + (w[t - 7] as number) + small0 + (w[t - 16] as number)) | 0;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let t = 0; t < 64; t++) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + big1 + choice + (ROUND_CONSTANTS[t] as number) + (w[t] as number)) | 0;
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + big0 + majority) | 0;
  }
  state[0] = ((state[0] as number) + a) | 0;
  state[1] = ((state[1] as number) + b) | 0;
  state[2] = ((state[2] as number) + c) | 0;
  state[3] = ((state[3] as number) + d) | 0;
  state[4] = ((state[4] as number) + e) | 0;
  state[5] = ((state[5] as number) + f) | 0;
  state[6] = ((state[6] as number) + g) | 0;
  state[7] = ((state[7] as number) + h) | 0;
}
