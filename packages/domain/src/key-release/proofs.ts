/** Protected header of a device's proof, beside `kid`, which is the id of the device. */
export const DEVICE_HEADER = { alg: 'ES256', typ: 'strongroom-device+jwt' } as const;
/** Longest life of a device's proof in seconds. */
export const DEVICE_LIFE = 60;
/** Seconds by which the clock of a person's device may differ: some are never set. */
export const DEVICE_CLOCK_SKEW = 300;

/** Protected header of a person's proof after a sign-in, beside `kid`, the thumbprint of the key service's key. */
export const PERSON_HEADER = { alg: 'Ed25519', typ: 'strongroom-person+jwt' } as const;
/** Longest life of a person's proof in seconds. */
export const PERSON_LIFE = 900;
/** Seconds for which proofs are made after one sign-in. */
export const SIGN_IN_LIFE = 3600;

/** Protected header of a link between a user and a person, beside `kid`, the thumbprint of the key service's key. */
export const LINK_HEADER = { alg: 'Ed25519', typ: 'strongroom-link+jwt' } as const;
/** Life of a link in seconds. */
export const LINK_LIFE = 60;

/** Begins every enrolment string: base64url of the JSON `{url, key, code}` follows. */
export const ENROLMENT_PREFIX = 'srk_';
