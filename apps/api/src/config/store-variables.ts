import { driver } from './drivers.ts';
import { parseBucket, parseGcsEndpoint, parseHmacId, parseHmacSecret } from './gcs.ts';
import { parseKeyRing, parseKmsEndpoint } from './kms.ts';
import { parseMongodbDatabase, parseMongodbUrl } from './mongodb.ts';
import { parseLibrary, parseTokenLabel } from './pkcs11.ts';
import { parsePostgresqlUrl } from './postgresql.ts';
import { parseS3Bucket, parseS3Endpoint, parseS3Prefix, parseS3Region } from './s3.ts';
import { asText, oneOf, optionalSetting, setting, wholeNumber } from './setting.ts';

/** Variables of documents, objects and keys. */
export const STORE_VARIABLES = {
  documents: setting(
    {
      name: 'STRONGROOM_DOCUMENTS',
      default: 'sqlite',
      meaning: 'The store of documents: sqlite, memory, mongodb or postgresql.',
    },
    driver('documents'),
  ),
  mongodbUrl: optionalSetting(
    {
      name: 'STRONGROOM_MONGODB_URL',
      shown: 'none',
      meaning: 'With mongodb, required: the replica set, mongodb://USER:PASSWORD@HOST,HOST/?replicaSet=NAME.',
    },
    parseMongodbUrl,
  ),
  mongodbDatabase: setting(
    {
      name: 'STRONGROOM_MONGODB_DATABASE',
      default: 'strongroom',
      meaning: 'With mongodb: the database, used by this service only.',
    },
    parseMongodbDatabase,
  ),
  postgresqlUrl: optionalSetting(
    {
      name: 'STRONGROOM_POSTGRESQL_URL',
      shown: 'none',
      meaning:
        'With postgresql, required: the database, used by this service only, postgresql://USER:PASSWORD@HOST,HOST/DATABASE. Several hosts are a primary and its standbys. The certificate of a server on another machine is checked.',
    },
    parsePostgresqlUrl,
  ),
  blobs: setting(
    { name: 'STRONGROOM_BLOBS', default: 'files', meaning: 'The store of ciphertext: files, memory, s3 or gcs.' },
    driver('blobs'),
  ),
  diskReserve: optionalSetting(
    {
      name: 'STRONGROOM_DISK_RESERVE',
      shown: '1 GiB or 5 % of the disk, the smaller',
      meaning:
        'With files: bytes of free space below which uploads are refused (507), so that the database can still write.',
    },
    wholeNumber(0, Number.MAX_SAFE_INTEGER),
  ),
  gcsBucket: optionalSetting(
    {
      name: 'STRONGROOM_GCS_BUCKET',
      shown: 'none',
      meaning: 'With gcs, required: the bucket, used by this service only. Credentials come from the environment.',
    },
    parseBucket,
  ),
  gcsHmacId: optionalSetting(
    {
      name: 'STRONGROOM_GCS_HMAC_ID',
      shown: 'none',
      meaning: 'With gcs: the access id of an HMAC key of the service account; addresses signed with it cost least.',
    },
    parseHmacId,
  ),
  gcsHmacSecret: optionalSetting(
    { name: 'STRONGROOM_GCS_HMAC_SECRET', shown: 'none', meaning: 'With gcs: the secret of that HMAC key.' },
    parseHmacSecret,
  ),
  gcsWeakerDeletion: setting(
    {
      name: 'STRONGROOM_GCS_WEAKER_DELETION',
      default: 'refuse',
      meaning:
        'With gcs: allow accepts a bucket that keeps deleted objects for a while (soft delete, versioning), which /readyz then reports; refuse does not start with one.',
    },
    oneOf('refuse', 'allow'),
  ),
  gcsEndpoint: optionalSetting(
    {
      name: 'STRONGROOM_GCS_ENDPOINT',
      shown: "Google's",
      meaning: 'With gcs: another endpoint, https://HOST, for clients too; http:// on this machine only.',
    },
    parseGcsEndpoint,
  ),
  s3Bucket: optionalSetting(
    {
      name: 'STRONGROOM_S3_BUCKET',
      shown: 'none',
      meaning:
        'With s3, required: the bucket. Credentials come from the environment: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the role of the machine.',
    },
    parseS3Bucket,
  ),
  s3Endpoint: optionalSetting(
    {
      name: 'STRONGROOM_S3_ENDPOINT',
      shown: 'that of AWS in the region',
      meaning: 'With s3: the server, https://HOST:PORT; http:// on this machine only.',
    },
    parseS3Endpoint,
  ),
  s3Region: setting(
    {
      name: 'STRONGROOM_S3_REGION',
      default: 'us-east-1',
      meaning: 'With s3: the region of the bucket; servers without regions take the default.',
    },
    parseS3Region,
  ),
  s3PathStyle: optionalSetting(
    {
      name: 'STRONGROOM_S3_PATH_STYLE',
      shown: 'yes with STRONGROOM_S3_ENDPOINT, otherwise no',
      meaning: 'With s3: yes for https://HOST/BUCKET, no for https://BUCKET.HOST.',
    },
    oneOf('yes', 'no'),
  ),
  s3Prefix: optionalSetting(
    {
      name: 'STRONGROOM_S3_PREFIX',
      shown: 'none',
      meaning: 'With s3: beginning of all names in a bucket that is shared, such as strongroom/. Never changed later.',
    },
    parseS3Prefix,
  ),
  s3Way: setting(
    {
      name: 'STRONGROOM_S3_WAY',
      default: 'through-service',
      meaning:
        'With s3: through-service moves all bytes through the service; direct gives out addresses of the S3 server, and needs a bucket with versioning.',
    },
    oneOf('through-service', 'direct'),
  ),
  s3PublicEndpoint: optionalSetting(
    {
      name: 'STRONGROOM_S3_PUBLIC_ENDPOINT',
      shown: 'that of STRONGROOM_S3_ENDPOINT',
      meaning: 'With s3 and direct: the server as clients reach it, https://HOST:PORT. The service must reach it too.',
    },
    parseS3Endpoint,
  ),
  s3CutUploads: setting(
    {
      name: 'STRONGROOM_S3_CUT_UPLOADS',
      default: 'refuse',
      meaning:
        'With s3 and direct: allow accepts a server that stores the beginning of an upload that was cut off, as versitygw up to 1.8.0 does; confirming it is then answered UPLOAD_SIZE_MISMATCH.',
    },
    oneOf('refuse', 'allow'),
  ),
  keys: setting(
    {
      name: 'STRONGROOM_KEYS',
      default: 'local',
      meaning:
        'The key vault that wraps data keys: local is a keyring of files, cloud-kms is Google Cloud KMS, pkcs11 is a hardware security module.',
    },
    driver('keys'),
  ),
  kmsKeyRing: optionalSetting(
    {
      name: 'STRONGROOM_KMS_KEY_RING',
      shown: 'none',
      meaning:
        'With cloud-kms, required: the key ring, projects/PROJECT/locations/LOCATION/keyRings/RING; used by this service only, never changed later.',
    },
    parseKeyRing,
  ),
  kmsKeyPer: setting(
    {
      name: 'STRONGROOM_KMS_KEY_PER',
      default: 'room',
      meaning:
        'With cloud-kms: room is one key-encryption key per room, destroyed with it; organisation is one for all rooms, never destroyed. Never changed later.',
    },
    oneOf('room', 'organisation'),
  ),
  kmsBinding: setting(
    {
      name: 'STRONGROOM_KMS_BINDING',
      default: 'none',
      meaning:
        'With cloud-kms: file binds each wrapped key to its file by additional authenticated data, which is needed to unwrap it (wrapped_dek_aad).',
    },
    oneOf('none', 'file'),
  ),
  kmsDestroyAfter: optionalSetting(
    {
      name: 'STRONGROOM_KMS_DESTROY_AFTER',
      shown: '30, as Google has it',
      meaning:
        'With cloud-kms: days from the deletion of a room to the end of its key, from 1 to 120, for keys made from now on.',
    },
    wholeNumber(1, 120),
  ),
  kmsEndpoint: optionalSetting(
    {
      name: 'STRONGROOM_KMS_ENDPOINT',
      shown: "Google's",
      meaning:
        'With cloud-kms: another endpoint, https://HOST; http:// on this machine only, unencrypted and without credentials.',
    },
    parseKmsEndpoint,
  ),
  pkcs11Library: optionalSetting(
    {
      name: 'STRONGROOM_PKCS11_LIBRARY',
      shown: 'none',
      meaning: 'With pkcs11, required: the full path of the PKCS#11 library of the HSM.',
    },
    parseLibrary,
  ),
  pkcs11Token: optionalSetting(
    {
      name: 'STRONGROOM_PKCS11_TOKEN',
      shown: 'none',
      meaning: 'With pkcs11, required: the label of the token; used by this service only, never changed later.',
    },
    parseTokenLabel,
  ),
  pkcs11PinFile: optionalSetting(
    {
      name: 'STRONGROOM_PKCS11_PIN_FILE',
      shown: 'none',
      meaning: "With pkcs11, required: a file that holds the PIN of the token's user.",
    },
    asText,
  ),
  keysOuter: optionalSetting(
    {
      name: 'STRONGROOM_KEYS_OUTER',
      shown: 'none',
      meaning:
        'With local or pkcs11: a file with a public RSA key in PEM. Wrapped keys are encrypted to it once more, and unwrapping needs its private key, which is elsewhere. Required with pkcs11, where none accepts that the PIN of this service can decrypt.',
    },
    asText,
  ),
  keysOuterHash: setting(
    {
      name: 'STRONGROOM_KEYS_OUTER_HASH',
      default: 'sha256',
      meaning:
        'The hash of RSA-OAEP in the outer layer: sha256, or sha1 where the token with the private key knows no other.',
    },
    oneOf('sha256', 'sha1'),
  ),
};
