export { BucketUnfit } from './bucket-unfit.ts';
export { GcsBlobStore, type GcsBlobStoreOptions } from './gcs-blob-store.ts';
export { type GcsKeeperOptions, gcsKeeper } from './keeper.ts';
export { type GcsLastCheckpointOptions, gcsLastCheckpoint } from './last-checkpoint.ts';
