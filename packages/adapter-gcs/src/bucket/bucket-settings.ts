import { JsonPart } from './json.ts';

/** How the settings of a bucket affect the promises of the store. */
export type BucketReport = Readonly<{
  /** Settings that break a promise, and what to change, as sentences. */
  unfit: readonly string[];
  /** Settings that keep deleted data for a while, and what to change, as sentences. */
  weaker: readonly string[];
  /** Seconds for which an administrator of the bucket can recover a deleted object. */
  keptFor: number;
}>;

/** Fields of the bucket that `reportOn` reads. */
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
    // A deletion receipt could not name a time of destruction.
    ...(isPaused
      ? [`The bucket ${bucket} keeps deleted objects indefinitely (hard delete pause); switch that off`]
      : []),
    ...((settings.part('retentionPolicy').whole('retentionPeriod') ?? 0) > 0
      ? [`The bucket ${bucket} has a retention policy, which forbids deletion; run: ${update} --clear-retention-period`]
      : []),
    ...(settings.field('defaultEventBasedHold') === true
      ? [
          `The bucket ${bucket} holds every new object (default event-based hold), which forbids deletion; run: ${update} --no-default-event-based-hold`,
        ]
      : []),
    ...(access.text('publicAccessPrevention') === 'enforced'
      ? []
      : [`The bucket ${bucket} allows public access; run: ${update} --public-access-prevention`]),
    ...(access.part('uniformBucketLevelAccess').field('enabled') === true
      ? []
      : [`The bucket ${bucket} has permissions for single objects; run: ${update} --uniform-bucket-level-access`]),
  ];
  const weaker = [
    ...(softDelete > 0
      ? [
          `The bucket ${bucket} keeps deleted objects for ${duration(softDelete)} (soft delete); run: ${update} --clear-soft-delete`,
        ]
      : []),
    ...(isVersioned
      ? [`The bucket ${bucket} keeps replaced and deleted objects (object versioning); run: ${update} --no-versioning`]
      : []),
  ];
  // Replaced versions are deleted by their generation, so soft delete keeps them as long as other objects.
  return { unfit, weaker, keptFor: softDelete };
}

function duration(seconds: number): string {
  const days = seconds / 86_400;
  return Number.isInteger(days) ? `${days} day${days === 1 ? '' : 's'}` : `${seconds} seconds`;
}
