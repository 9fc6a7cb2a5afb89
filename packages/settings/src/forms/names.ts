import { isAbsolute } from 'node:path';
import { type Form, InvalidSetting } from '../variable.ts';
import { matchingTextForm, splitList } from './form.ts';

/** A bucket of Cloud Storage. */
export const GCS_BUCKET_FORM = matchingTextForm(
  'name of a bucket',
  /^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/,
  'must be the name of a bucket, without gs:// before it',
);

export const HMAC_ID_FORM = matchingTextForm(
  'access id',
  /^GOOG[A-Z0-9]{4,120}$/,
  'must be the access id of an HMAC key, which begins with GOOG',
);

/** A bucket of an S3 server. */
export const S3_BUCKET_FORM = matchingTextForm(
  'name of a bucket',
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  'must be the name of a bucket, without s3:// before it',
);

export const S3_REGION_FORM = matchingTextForm(
  'region',
  /^[a-z0-9][a-z0-9-]{0,62}$/,
  'must be a region, such as eu-central-1',
);

export const S3_PREFIX_FORM = matchingTextForm(
  'beginning of names',
  /^(?=.{1,200}$)([a-z0-9][a-z0-9-]*\/)+$/,
  'must be names of a-z, 0-9 and "-", each followed by "/", such as strongroom/',
);

/** A key ring of Cloud KMS. */
export const KEY_RING_FORM = matchingTextForm(
  'full name of a key ring',
  /^projects\/[a-z][a-z0-9.:-]{4,61}[a-z0-9]\/locations\/[a-z0-9-]{1,63}\/keyRings\/[A-Za-z0-9_-]{1,63}$/,
  'must be the full name of a key ring, such as projects/rooms/locations/europe-west3/keyRings/strongroom',
);

/** Names that MongoDB takes on every system. */
export const MONGODB_DATABASE_FORM = matchingTextForm(
  'name of a database',
  /^(?!(admin|config|local)$)[a-z0-9_-]{1,38}$/i,
  'must be a name of letters, digits, "_" and "-", at most 38, and none of admin, config, local',
);

export const PKCS11_LIBRARY_FORM: Form<string> = {
  allowed: 'full path of a library',
  parse: (text) => {
    if (!isAbsolute(text))
      throw new InvalidSetting('must be the full path of a library, such as /usr/lib/softhsm/libsofthsm2.so');
    return text;
  },
};

/** A token's label has 32 bytes. */
const MAX_LABEL_BYTES = 32;

export const TOKEN_LABEL_FORM: Form<string> = {
  allowed: `label of a token, at most ${MAX_LABEL_BYTES} bytes`,
  parse: (text) => {
    if (Buffer.byteLength(text) > MAX_LABEL_BYTES)
      throw new InvalidSetting(`must be the label of a token, which has at most ${MAX_LABEL_BYTES} bytes`);
    return text;
  },
};

/** Claims with a value that providers give to another person in time. */
const PASSED_ON: ReadonlySet<string> = new Set(['email', 'preferred_username', 'upn']);

/** The claim that names a person for good. */
export const CLAIM_FORM: Form<string> = {
  allowed: 'name of a claim',
  parse: (text) => {
    if (PASSED_ON.has(text))
      throw new InvalidSetting(`must not be ${text}: another person may have it later; take sub or oid`);
    return text;
  },
};

/** Domains of e-mail addresses between commas, in lower case. */
export const DOMAINS_FORM: Form<readonly string[]> = {
  allowed: 'domains between commas',
  parse: (text) => {
    const domains = splitList(text).map((domain) => domain.toLowerCase());
    for (const domain of domains)
      if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))
        throw new InvalidSetting('must be domains between commas, such as example.com');
    return domains;
  },
};
