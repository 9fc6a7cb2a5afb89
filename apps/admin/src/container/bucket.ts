import { systemClock } from '@strongroom/adapter-local';
import { Unavailable } from '@strongroom/ports';
import type { BucketSeen, BucketSettings } from '../service/stores.ts';

/** Checks the bucket like a starting service, with the credentials of the current user. */
export const inspectBucket = (settings: BucketSettings): Promise<BucketSeen> =>
  settings.store === 'gcs' ? inspectGcs(settings) : inspectS3(settings);

async function inspectGcs(settings: BucketSettings & { store: 'gcs' }): Promise<BucketSeen> {
  const { BucketUnfit, GcsBlobStore } = await import('@strongroom/adapter-gcs');
  return seen(
    BucketUnfit,
    async () => (await GcsBlobStore.open({ ...settings, clock: systemClock })).keptAfterDeletion,
  );
}

async function inspectS3(settings: BucketSettings & { store: 's3' }): Promise<BucketSeen> {
  const { BucketUnfit, inspectS3Bucket } = await import('@strongroom/adapter-s3');
  return seen(BucketUnfit, async () => {
    await inspectS3Bucket(settings);
    return 0;
  });
}

async function seen(unfit: new () => Error, inspect: () => Promise<number>): Promise<BucketSeen> {
  try {
    return { state: 'fits', keptFor: await inspect() };
  } catch (error) {
    if (error instanceof unfit) return { state: 'unfit', reason: withoutStop(error.message) };
    if (!(error instanceof Unavailable)) throw error;
    const { message } = error.cause instanceof Error ? error.cause : error;
    return { state: 'unreachable', reason: withoutStop(message) };
  }
}

/** The remedy follows in the same sentence. */
const withoutStop = (sentence: string): string => sentence.replace(/\.$/u, '');
