import { NotAuthentic, Unavailable } from '@strongroom/ports';

/** Transit writes `vault:v<version>:<base64>`. A wrapped key of Strongroom is bytes: four with the version, then the rest. */
const CIPHERTEXT = /^vault:v(?<version>\d{1,9}):(?<data>[A-Za-z0-9+/]+={0,2})$/;
const VERSION_BYTES = 4;

/** @param {string | undefined} ciphertext */
export function wrappedOf(ciphertext) {
  const { version, data } = CIPHERTEXT.exec(ciphertext ?? '')?.groups ?? {};
  if (version === undefined || data === undefined)
    throw new Unavailable('keys', { cause: new Error('Vault answered without a wrapped key') });
  const head = Buffer.alloc(VERSION_BYTES);
  head.writeUInt32BE(Number(version));
  return Buffer.concat([head, Buffer.from(data, 'base64')]).toString('base64');
}

/** @param {string} wrapped */
export function ciphertextOf(wrapped) {
  const bytes = Buffer.from(wrapped, 'base64');
  // Transit takes version 0 for version 1, so a changed bit would not be noticed.
  if (bytes.length <= VERSION_BYTES || bytes.readUInt32BE(0) === 0) throw new NotAuthentic();
  return `vault:v${bytes.readUInt32BE(0)}:${bytes.subarray(VERSION_BYTES).toString('base64')}`;
}
