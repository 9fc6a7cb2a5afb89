import { isAbsolute } from 'node:path';
import { InvalidSetting } from './setting.ts';

/** Path of a PKCS#11 library. Throws InvalidSetting. */
export function parseLibrary(text: string): string {
  if (!isAbsolute(text))
    throw new InvalidSetting('must be the full path of a library, such as /usr/lib/softhsm/libsofthsm2.so');
  return text;
}

/** A token's label has 32 bytes. */
const MAX_LABEL_BYTES = 32;

/** Label of a token. Throws InvalidSetting. */
export function parseTokenLabel(text: string): string {
  if (Buffer.byteLength(text) > MAX_LABEL_BYTES)
    throw new InvalidSetting(`must be the label of a token, which has at most ${MAX_LABEL_BYTES} bytes`);
  return text;
}

/** The word that leaves the outer layer out. */
export const NO_OUTER_LAYER = 'none';

type Chosen = Readonly<{
  keys: string;
  pkcs11Library: unknown;
  pkcs11Token: unknown;
  pkcs11PinFile: unknown;
  keysOuter: string | undefined;
}>;

/** Missing settings of a token, as sentences. */
export function pkcs11Problems({ keys, pkcs11Library, pkcs11Token, pkcs11PinFile }: Chosen): readonly string[] {
  if (keys !== 'pkcs11') return [];
  const needed: readonly (readonly [name: string, value: unknown, what: string])[] = [
    ['STRONGROOM_PKCS11_LIBRARY', pkcs11Library, 'the library of the HSM'],
    ['STRONGROOM_PKCS11_TOKEN', pkcs11Token, 'the label of a token'],
    ['STRONGROOM_PKCS11_PIN_FILE', pkcs11PinFile, 'a file with the PIN of the token'],
  ];
  return needed
    .filter(([, value]) => value === undefined)
    .map(([name, , what]) => `${name} is missing: STRONGROOM_KEYS=pkcs11 needs ${what}.`);
}

/** Keys whose vault an outer layer fits. Cloud KMS separates the rights itself, and its wrapped keys are longer. */
const LAYERED: readonly string[] = ['local', 'pkcs11'];

/** Problems with the outer layer, as sentences. */
export function outerProblems({ keys, keysOuter }: Chosen): readonly string[] {
  if (keysOuter === undefined)
    return keys === 'pkcs11'
      ? [
          'STRONGROOM_KEYS_OUTER is missing: with STRONGROOM_KEYS=pkcs11 name the public key of another token, so that the PIN of this service cannot decrypt; none accepts that it can.',
        ]
      : [];
  return keysOuter === NO_OUTER_LAYER || LAYERED.includes(keys)
    ? []
    : [`STRONGROOM_KEYS_OUTER is set: STRONGROOM_KEYS=${keys} takes no outer layer; leave it out.`];
}
