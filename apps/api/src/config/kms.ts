import { InvalidSetting } from './setting.ts';

const KEY_RING =
  /^projects\/[a-z][a-z0-9.:-]{4,61}[a-z0-9]\/locations\/[a-z0-9-]{1,63}\/keyRings\/[A-Za-z0-9_-]{1,63}$/;

/** The full name of a key ring of Cloud KMS. Throws InvalidSetting. */
export function parseKeyRing(text: string): string {
  if (!KEY_RING.test(text))
    throw new InvalidSetting(
      'must be the full name of a key ring, such as projects/rooms/locations/europe-west3/keyRings/strongroom',
    );
  return text;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Endpoint of Cloud KMS. Throws InvalidSetting. */
export function parseKmsEndpoint(text: string): string {
  const url = URL.parse(text);
  const isBare = url !== null && url.username === '' && /^\/?$/.test(url.pathname + url.search + url.hash);
  if (!isBare || !/^https?:$/.test(url.protocol))
    throw new InvalidSetting('must be an address such as https://cloudkms.example.com');
  // It carries data keys in the clear.
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    throw new InvalidSetting('must begin with https:, unless it is on this machine');
  return url.origin;
}

type Chosen = Readonly<{ keys: string; kmsKeyRing: unknown }>;

/** Missing settings of Cloud KMS, as sentences. */
export const kmsProblems = ({ keys, kmsKeyRing }: Chosen): readonly string[] =>
  keys === 'cloud-kms' && kmsKeyRing === undefined
    ? ['STRONGROOM_KMS_KEY_RING is missing: STRONGROOM_KEYS=cloud-kms needs a key ring.']
    : [];
