import type { KeyManagementServiceClient, protos } from '@google-cloud/kms';
import { type Instant, instant, type KmsKeyId, later } from '@strongroom/domain';
import { isVersionOf } from './key-names.ts';
import { failureOf, KmsFailure } from './kms-failure.ts';
import type { CallOptions, KmsOperation } from './operation.ts';

type Listed = protos.google.cloud.kms.v1.ICryptoKeyVersion;
type Version = Readonly<{ name: string; state: string; at: Instant | undefined }>;
type Client = KeyManagementServiceClient;

export type DestructionState = Readonly<{ state: 'destroyed' | 'scheduled'; at: Instant }>;

/** A rotation may create a version between listing and destroying, and another process may destroy one. */
const MAX_ROUNDS = 3;
const SETTLED = ['DESTROY_SCHEDULED', 'DESTROYED', 'GENERATION_FAILED', 'IMPORT_FAILED'];

/**
 * Schedules the destruction of every version of a key and returns when the last one will be destroyed, as Cloud KMS then
 * reports it. Cloud KMS disables a version at once and destroys it later. Throws KmsFailure.
 */
export async function destroyEveryVersion(
  operation: KmsOperation,
  client: Client,
  key: KmsKeyId,
): Promise<DestructionState> {
  for (let round = 1; ; round++) {
    const versions = await versionsOf(operation, client, key);
    const living = versions.filter(isLiving);
    if (living.length === 0) return destructionStateOf(versions);
    if (round > MAX_ROUNDS)
      throw new KmsFailure('FAILED_PRECONDITION', `${living.length} versions cannot be destroyed`);
    await Promise.all(living.map(({ name }) => destroyVersion(operation, client, name)));
  }
}

/** Whether no version of the key can wrap. */
export const isDestroyed = async (operation: KmsOperation, client: Client, key: KmsKeyId): Promise<boolean> =>
  !(await versionsOf(operation, client, key)).some(isLiving);

const isLiving = ({ state }: Version): boolean => !SETTLED.includes(state);

const versionsOf = (operation: KmsOperation, client: Client, key: KmsKeyId): Promise<readonly Version[]> =>
  operation.call(
    (options) => client.listCryptoKeyVersions({ parent: key }, options),
    ([versions]) => {
      if (versions.length === 0) throw new KmsFailure('CORRUPTED', 'a key without a version');
      return versions.map((listed) => versionOf(key, listed));
    },
  );

async function destroyVersion(operation: KmsOperation, client: Client, name: string): Promise<void> {
  const ask = (options: CallOptions) => client.destroyCryptoKeyVersion({ name }, options);
  try {
    await operation.call(ask, () => undefined); // the next listing shows whether it was done
  } catch (error) {
    if (failureOf(error).code !== 'FAILED_PRECONDITION') throw error; // already done, perhaps by a try whose reply was lost
  }
}

function versionOf(key: KmsKeyId, { name, state, destroyTime, destroyEventTime }: Listed): Version {
  if (!isVersionOf(key, name)) throw new KmsFailure('CORRUPTED', 'a version of another key');
  const stamp = state === 'DESTROY_SCHEDULED' ? destroyTime : state === 'DESTROYED' ? destroyEventTime : undefined;
  const at = stamp ? Number(stamp.seconds ?? 0) * 1000 + Math.floor((stamp.nanos ?? 0) / 1_000_000) : undefined;
  const isDated = state === 'DESTROY_SCHEDULED' || state === 'DESTROYED';
  if (isDated && !(at !== undefined && Number.isSafeInteger(at) && at > 0))
    throw new KmsFailure('CORRUPTED', 'a destruction without its time');
  return { name, state: String(state), at: at === undefined ? undefined : instant(at) };
}

/** Scheduled while any version is scheduled, for the latest of their times. */
function destructionStateOf(versions: readonly Version[]): DestructionState {
  const scheduled = versions.filter(({ state }) => state === 'DESTROY_SCHEDULED');
  const times = (scheduled.length > 0 ? scheduled : versions).flatMap(({ at }) => (at === undefined ? [] : [at]));
  const [first, ...others] = times;
  if (first === undefined) throw new KmsFailure('FAILED_PRECONDITION', 'the key never had a version to destroy');
  return { state: scheduled.length > 0 ? 'scheduled' : 'destroyed', at: others.reduce(later, first) };
}
