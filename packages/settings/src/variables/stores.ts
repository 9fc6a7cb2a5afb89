import { driverForm } from '../drivers.ts';
import { GCS_ENDPOINT_FORM, S3_ENDPOINT_FORM } from '../forms/addresses.ts';
import { wholeNumberForm, wordForm } from '../forms/form.ts';
import {
  GCS_BUCKET_FORM,
  HMAC_ID_FORM,
  MONGODB_DATABASE_FORM,
  S3_BUCKET_FORM,
  S3_PREFIX_FORM,
  S3_REGION_FORM,
} from '../forms/names.ts';
import { HMAC_SECRET_FORM, MONGODB_URL_FORM, POSTGRESQL_URL_FORM } from '../forms/secrets.ts';
import { optionalVariable, requiredWithSetting, requiredWithWord, variable } from '../variable.ts';

/** Variables of documents and objects. */
export const STORE_VARIABLES = {
  documents: variable(
    'STRONGROOM_DOCUMENTS',
    driverForm('documents'),
    'sqlite',
    'The store of documents: sqlite, memory, mongodb or postgresql.',
  ),
  mongodbUrl: optionalVariable(
    'STRONGROOM_MONGODB_URL',
    MONGODB_URL_FORM,
    'none',
    'With mongodb, required: the replica set, mongodb://USER:PASSWORD@HOST,HOST/?replicaSet=NAME.',
    requiredWithWord('STRONGROOM_DOCUMENTS', 'mongodb', 'needs an address'),
  ),
  mongodbDatabase: variable(
    'STRONGROOM_MONGODB_DATABASE',
    MONGODB_DATABASE_FORM,
    'strongroom',
    'With mongodb: the database, used by this service only.',
  ),
  postgresqlUrl: optionalVariable(
    'STRONGROOM_POSTGRESQL_URL',
    POSTGRESQL_URL_FORM,
    'none',
    'With postgresql, required: the database, used by this service only, postgresql://USER:PASSWORD@HOST,HOST/DATABASE. Several hosts are a primary and its standbys. The certificate of a server on another machine is checked.',
    requiredWithWord('STRONGROOM_DOCUMENTS', 'postgresql', 'needs an address'),
  ),
  blobs: variable(
    'STRONGROOM_BLOBS',
    driverForm('blobs'),
    'files',
    'The store of ciphertext: files, memory, s3 or gcs.',
  ),
  diskReserve: optionalVariable(
    'STRONGROOM_DISK_RESERVE',
    wholeNumberForm(0, Number.MAX_SAFE_INTEGER, 'bytes'),
    '1 GiB or 5 % of the disk, the smaller',
    'With files: bytes of free space below which uploads are refused (507), so that the database can still write.',
  ),
  gcsBucket: optionalVariable(
    'STRONGROOM_GCS_BUCKET',
    GCS_BUCKET_FORM,
    'none',
    'With gcs, required: the bucket, used by this service only. Credentials come from the environment.',
    requiredWithWord('STRONGROOM_BLOBS', 'gcs', 'needs a bucket'),
  ),
  gcsHmacId: optionalVariable(
    'STRONGROOM_GCS_HMAC_ID',
    HMAC_ID_FORM,
    'none',
    'With gcs: the access id of an HMAC key of the service account; addresses signed with it cost least.',
    requiredWithSetting('STRONGROOM_GCS_HMAC_SECRET', 'is set'),
  ),
  gcsHmacSecret: optionalVariable(
    'STRONGROOM_GCS_HMAC_SECRET',
    HMAC_SECRET_FORM,
    'none',
    'With gcs: the secret of that HMAC key.',
    requiredWithSetting('STRONGROOM_GCS_HMAC_ID', 'is set'),
  ),
  gcsWeakerDeletion: variable(
    'STRONGROOM_GCS_WEAKER_DELETION',
    wordForm('refuse', 'allow'),
    'refuse',
    'With gcs: allow accepts a bucket that keeps deleted objects for a while (soft delete, versioning), which /readyz then reports; refuse does not start with one.',
  ),
  gcsEndpoint: optionalVariable(
    'STRONGROOM_GCS_ENDPOINT',
    GCS_ENDPOINT_FORM,
    "Google's",
    'With gcs: another endpoint, https://HOST, for clients too; http:// on this machine only.',
  ),
  s3Bucket: optionalVariable(
    'STRONGROOM_S3_BUCKET',
    S3_BUCKET_FORM,
    'none',
    'With s3, required: the bucket. Credentials come from the environment: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, the file that AWS_SHARED_CREDENTIALS_FILE names, which is read again while the service runs, a profile, or the role of the machine.',
    requiredWithWord('STRONGROOM_BLOBS', 's3', 'needs a bucket'),
  ),
  s3Endpoint: optionalVariable(
    'STRONGROOM_S3_ENDPOINT',
    S3_ENDPOINT_FORM,
    'that of AWS in the region',
    'With s3: the server, https://HOST:PORT; http:// on this machine only.',
  ),
  s3Region: variable(
    'STRONGROOM_S3_REGION',
    S3_REGION_FORM,
    'us-east-1',
    'With s3: the region of the bucket; servers without regions take the default.',
  ),
  s3PathStyle: optionalVariable(
    'STRONGROOM_S3_PATH_STYLE',
    wordForm('yes', 'no'),
    'yes with STRONGROOM_S3_ENDPOINT, otherwise no',
    'With s3: yes for https://HOST/BUCKET, no for https://BUCKET.HOST.',
  ),
  s3Prefix: optionalVariable(
    'STRONGROOM_S3_PREFIX',
    S3_PREFIX_FORM,
    'none',
    'With s3: beginning of all names in a bucket that is shared, such as strongroom/. Never changed later.',
  ),
  s3Way: variable(
    'STRONGROOM_S3_WAY',
    wordForm('through-service', 'direct'),
    'through-service',
    'With s3: through-service moves all bytes through the service; direct gives out addresses of the S3 server, and needs a bucket with versioning.',
  ),
  s3PublicEndpoint: optionalVariable(
    'STRONGROOM_S3_PUBLIC_ENDPOINT',
    S3_ENDPOINT_FORM,
    'that of STRONGROOM_S3_ENDPOINT',
    'With s3 and direct: the server as clients reach it, https://HOST:PORT. The service must reach it too.',
  ),
  s3CutUploads: variable(
    'STRONGROOM_S3_CUT_UPLOADS',
    wordForm('refuse', 'allow'),
    'refuse',
    'With s3 and direct: allow accepts a server that stores the beginning of an upload that was cut off, as versitygw up to 1.8.0 does; confirming it is then answered UPLOAD_SIZE_MISMATCH.',
  ),
};
