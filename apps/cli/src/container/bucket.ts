import { BucketUnfit, GcsBlobStore } from '@strongroom/adapter-gcs';
import { systemClock } from '@strongroom/adapter-local';
import { Unavailable } from '@strongroom/ports';
import type { Embedded } from '../command/embedded.ts';

/** Looks at the bucket as a service does before it serves; with the credentials of the current user. */
export const inspectBucket: Embedded['inspectBucket'] = async (settings) => {
  try {
    const { keptAfterDeletion } = await GcsBlobStore.open({ ...settings, clock: systemClock });
    return { state: 'fits', keptFor: keptAfterDeletion };
  } catch (error) {
    if (error instanceof BucketUnfit) return { state: 'unfit', reason: error.message };
    if (!(error instanceof Unavailable)) throw error;
    return { state: 'unreachable', reason: error.cause instanceof Error ? error.cause.message : error.message };
  }
};
