export { BucketUnfit } from './bucket/bucket-unfit.ts';
export { type S3KeeperOptions, s3Keeper } from './keeper.ts';
export { type S3LastCheckpointOptions, s3LastCheckpoint } from './last-checkpoint.ts';
export {
  type DirectS3Options,
  inspectS3Bucket,
  openDirectS3Blobs,
  openS3Blobs,
  type S3BlobStoreOptions,
  type TransferRoute,
} from './open.ts';
