import { crc32c } from '../src/crc32c.ts';

/** Response of `encrypt`, as in the protos. */
export type Answer = {
  name: string;
  ciphertext: Buffer;
  ciphertextCrc32c: { value: string } | undefined;
  verifiedPlaintextCrc32c: boolean;
  verifiedAdditionalAuthenticatedDataCrc32c: boolean;
};

export type Corruption = (answer: Answer, plaintext: Buffer, dice: () => number) => Partial<Answer>;

const whole = (ciphertext: Buffer): Partial<Answer> => ({
  ciphertext,
  ciphertextCrc32c: { value: `${crc32c(ciphertext)}` },
});

function flipped(bytes: Buffer, dice: () => number): Buffer {
  const changed = Buffer.from(bytes);
  const at = Math.floor(dice() * bytes.length);
  changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(dice() * 8));
  return changed;
}

/** All corruptions of a response that the client can detect. */
export const CORRUPTIONS: Readonly<Record<string, Corruption>> = {
  'a bit of the ciphertext is flipped': ({ ciphertext }, _, dice) => ({ ciphertext: flipped(ciphertext, dice) }),
  'the ciphertext is cut': ({ ciphertext }, _, dice) => ({
    ciphertext: ciphertext.subarray(0, Math.floor(dice() * ciphertext.length)),
  }),
  'bytes were added to the ciphertext': ({ ciphertext }) => ({ ciphertext: Buffer.concat([ciphertext, Buffer.of(0)]) }),
  'there is no ciphertext, and its checksum is right': () => whole(Buffer.alloc(0)),
  'the ciphertext is too short for a key, and its checksum is right': ({ ciphertext }) =>
    whole(ciphertext.subarray(0, 40)),
  'the ciphertext is far too long, and its checksum is right': ({ ciphertext }) =>
    whole(Buffer.concat([ciphertext, Buffer.alloc(5000)])),
  'the data key comes back in clear, and its checksum is right': (_, plaintext) => whole(plaintext),
  'the data key stands within the ciphertext, and its checksum is right': ({ ciphertext }, plaintext) =>
    whole(Buffer.concat([ciphertext.subarray(0, 20), plaintext, ciphertext.subarray(20)])),
  'the checksum is another': ({ ciphertextCrc32c }, _, dice) => ({
    ciphertextCrc32c: { value: `${(Number(ciphertextCrc32c?.value) ^ (1 << Math.floor(dice() * 31))) >>> 0}` },
  }),
  'the checksum is nothing': () => ({ ciphertextCrc32c: { value: '0' } }),
  'the checksum is missing': () => ({ ciphertextCrc32c: undefined }),
  'the checksum is negative': ({ ciphertextCrc32c }) => ({
    ciphertextCrc32c: { value: `-${ciphertextCrc32c?.value}` },
  }),
  'the plaintext was not verified': () => ({ verifiedPlaintextCrc32c: false }),
  'the additional data was not verified': () => ({ verifiedAdditionalAuthenticatedDataCrc32c: false }),
  'another key has wrapped': ({ name }) => ({ name: name.replace(/room-./, 'room-x') }),
  'a longer name has wrapped': ({ name }) => ({ name: name.replace('/cryptoKeyVersions', 'x/cryptoKeyVersions') }),
  'no version is named': ({ name }) => ({ name: name.replace(/\/cryptoKeyVersions.*$/, '') }),
  'a version that cannot be is named': ({ name }) => ({ name: `${name}/../2` }),
  'no name is given': () => ({ name: '' }),
};
