import {
  GetBucketLifecycleConfigurationCommand,
  GetBucketReplicationCommand,
  GetBucketVersioningCommand,
  type GetBucketVersioningCommandOutput,
  GetObjectLockConfigurationCommand,
  type LifecycleRule,
} from '@aws-sdk/client-s3';
import type { Deadline } from '@strongroom/store-kit';
import type { BucketApi } from './bucket-api.ts';

/** A server without the feature has no such setting. */
const NOT_THERE = ['NotImplemented', 'MethodNotAllowed', 'XNotImplemented'];

/** Whether the bucket must keep versions or must never have kept any. */
export type VersioningRule = 'needed' | 'unfit';

/** Settings of the bucket that break a promise of the store, and what to change, as sentences. Rejects with Unavailable. */
export async function unfitSettings(
  api: BucketApi,
  wanted: VersioningRule,
  deadline: Deadline,
): Promise<readonly string[]> {
  const found = await Promise.all([
    versioning(api, wanted, deadline),
    objectLock(api, deadline),
    replication(api, deadline),
    lifecycle(api, deadline),
  ]);
  return found.filter((problem) => problem !== undefined);
}

async function versioning(api: BucketApi, wanted: VersioningRule, deadline: Deadline): Promise<string | undefined> {
  const command = new GetBucketVersioningCommand({ Bucket: api.bucket });
  const reply = await api.ask(
    {
      right: 's3:GetBucketVersioning',
      isRead: true,
      // versitygw that was started without a folder for versions.
      expected: [...NOT_THERE, 'VersioningNotConfigured'],
      send: (client, abortSignal) => client.send(command, { abortSignal }),
    },
    deadline,
  );
  if (wanted === 'needed') return withoutVersions(api.bucket, reply);
  if (reply?.Status === undefined) return undefined;
  const state = reply.Status === 'Enabled' ? 'Enabled' : 'Suspended';
  return `The bucket ${api.bucket} keeps deleted objects (versioning: ${state}); use a bucket that never had versioning.`;
}

function withoutVersions(bucket: string, reply: GetBucketVersioningCommandOutput | undefined): string | undefined {
  if (reply?.Status !== 'Enabled')
    return `The bucket ${bucket} does not keep versions, which addresses that lead to the S3 server need; enable its versioning.`;
  return reply.MFADelete === 'Enabled'
    ? `The bucket ${bucket} deletes no version without a second factor; disable MFA Delete.`
    : undefined;
}

async function objectLock(api: BucketApi, deadline: Deadline): Promise<string | undefined> {
  const command = new GetObjectLockConfigurationCommand({ Bucket: api.bucket });
  const reply = await api.ask(
    {
      right: 's3:GetBucketObjectLockConfiguration',
      isRead: true,
      expected: [...NOT_THERE, 'ObjectLockConfigurationNotFoundError', 'InvalidRequest'],
      send: (client, abortSignal) => client.send(command, { abortSignal }),
    },
    deadline,
  );
  if (reply?.ObjectLockConfiguration?.ObjectLockEnabled !== 'Enabled') return undefined;
  return `The bucket ${api.bucket} has Object Lock, which forbids deletion; use a bucket that was created without it.`;
}

async function replication(api: BucketApi, deadline: Deadline): Promise<string | undefined> {
  const command = new GetBucketReplicationCommand({ Bucket: api.bucket });
  const reply = await api.ask(
    {
      right: 's3:GetReplicationConfiguration',
      isRead: true,
      expected: [...NOT_THERE, 'ReplicationConfigurationNotFoundError'],
      send: (client, abortSignal) => client.send(command, { abortSignal }),
    },
    deadline,
  );
  const rules = reply?.ReplicationConfiguration?.Rules ?? [];
  if (!rules.some(({ Status }) => Status !== 'Disabled')) return undefined;
  return `The bucket ${api.bucket} is replicated, and copies keep what is deleted here; remove its replication rules.`;
}

async function lifecycle(api: BucketApi, deadline: Deadline): Promise<string | undefined> {
  const command = new GetBucketLifecycleConfigurationCommand({ Bucket: api.bucket });
  const reply = await api.ask(
    {
      right: 's3:GetLifecycleConfiguration',
      isRead: true,
      expected: [...NOT_THERE, 'NoSuchLifecycleConfiguration'],
      send: (client, abortSignal) => client.send(command, { abortSignal }),
    },
    deadline,
  );
  const rule = reply?.Rules?.find((one) => one.Status === 'Enabled' && (expires(one) || moves(one)));
  if (rule === undefined) return undefined;
  const named =
    rule.ID !== undefined && SHOWN_NAME.test(rule.ID) ? `the lifecycle rule ${rule.ID}` : 'a lifecycle rule';
  const effect = expires(rule) ? 'deletes objects by age' : 'moves objects to another storage class';
  return `In the bucket ${api.bucket} ${named} ${effect}; remove that rule.`;
}

/** Names of rules come from the bucket, and go into a sentence for the operator's terminal. */
const SHOWN_NAME = /^[\w .:/-]{1,64}$/;

const expires = ({ Expiration }: LifecycleRule): boolean =>
  Expiration?.Days !== undefined || Expiration?.Date !== undefined;

const moves = ({ Transitions = [], NoncurrentVersionTransitions = [] }: LifecycleRule): boolean =>
  Transitions.length + NoncurrentVersionTransitions.length > 0;
