import { JsonPart } from './json.ts';

/** What a bucket's settings mean for the promises of the store. */
export type BucketReport = Readonly<{
  /** Sentences about what breaks a promise whatever the operator says, and what to change. */
  unfit: readonly string[];
  /** Sentences about what makes "destroyed" mean less, and what to change. */
  weaker: readonly string[];
  /** For how many seconds a deleted object can be had back by who administers the bucket. */
  keptFor: number;
}>;

/** The fields of a bucket that are looked at. */
export const BUCKET_FIELDS = 'softDeletePolicy,versioning,retentionPolicy,defaultEventBasedHold,iamConfiguration';

/** Reads a bucket as the JSON API shows it (Buckets resource, storage v1). Throws Unavailable. */
export function reportOn(bucket: string, shown: unknown): BucketReport {
  const settings = new JsonPart(shown);
  const update = `gcloud storage buckets update gs://${bucket}`;
  const access = settings.part('iamConfiguration');
  const softDelete = settings.part('softDeletePolicy').whole('retentionDurationSeconds') ?? 0;
  const isPaused = settings.part('softDeletePolicy').part('hardDeletePause').field('enabled') === true;
  const isVersioned = settings.part('versioning').field('enabled') === true;
  const unfit = [
    // No receipt could say until when.
    ...(isPaused
      ? [`The bucket ${bucket} keeps what was deleted without end (hard delete pause); switch that off`]
      : []),
    ...((settings.part('retentionPolicy').whole('retentionPeriod') ?? 0) > 0
      ? [
          `The bucket ${bucket} has a retention policy, under which nothing can be deleted; run: ${update} --clear-retention-period`,
        ]
      : []),
    ...(settings.field('defaultEventBasedHold') === true
      ? [
          `The bucket ${bucket} holds every new object (default event-based hold), so that it cannot be deleted; run: ${update} --no-default-event-based-hold`,
        ]
      : []),
    ...(access.text('publicAccessPrevention') === 'enforced'
      ? []
      : [`The bucket ${bucket} does not rule out public access; run: ${update} --public-access-prevention`]),
    ...(access.part('uniformBucketLevelAccess').field('enabled') === true
      ? []
      : [`The bucket ${bucket} knows permissions for single objects; run: ${update} --uniform-bucket-level-access`]),
  ];
  const weaker = [
    ...(softDelete > 0
      ? [
          `The bucket ${bucket} keeps what was deleted for ${duration(softDelete)} (soft delete); run: ${update} --clear-soft-delete`,
        ]
      : []),
    ...(isVersioned
      ? [`The bucket ${bucket} keeps what was replaced or deleted (object versioning); run: ${update} --no-versioning`]
      : []),
  ];
  // Versions that lose their place are deleted by their generation, so what they were is kept as long as all else.
  return { unfit, weaker, keptFor: softDelete };
}

function duration(seconds: number): string {
  const days = seconds / 86_400;
  return Number.isInteger(days) ? `${days} day${days === 1 ? '' : 's'}` : `${seconds} seconds`;
}
