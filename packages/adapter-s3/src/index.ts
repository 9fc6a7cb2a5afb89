export { BucketUnfit } from './bucket-unfit.ts';
export { inspectS3Bucket, openS3Blobs, type S3BlobStoreOptions } from './open.ts';
