import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketCorsCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Server } from './s3-server.ts';

/** A client of the administrator of a test server, who may do everything. */
export const adminOf = ({ endpoint, region, credentials }: S3Server): S3Client =>
  new S3Client({ endpoint, region, credentials, forcePathStyle: true });

let buckets = 0;

/** Makes a new bucket and returns its name. */
export async function newBucket(server: S3Server): Promise<string> {
  const Bucket = `rooms-${process.pid}-${++buckets}`;
  const admin = adminOf(server);
  await admin.send(new CreateBucketCommand({ Bucket }));
  admin.destroy();
  return Bucket;
}

/** Makes a bucket that keeps versions and returns its name. Pages of `origin` may use it. */
export async function versionedBucket(server: S3Server, origin?: string): Promise<string> {
  const Bucket = await newBucket(server);
  const admin = adminOf(server);
  await admin.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }));
  const rule = { AllowedMethods: ['GET', 'PUT'], AllowedHeaders: ['content-type', 'range'] };
  if (origin !== undefined) {
    const CORSConfiguration = { CORSRules: [{ ...rule, AllowedOrigins: [origin] }] };
    await admin.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration }));
  }
  admin.destroy();
  return Bucket;
}

/** Names of all versions of a bucket, and of the marks that hide some. */
export async function versionsIn(server: S3Server, Bucket: string): Promise<readonly string[]> {
  const admin = adminOf(server);
  const { Versions = [], DeleteMarkers = [] } = await admin.send(new ListObjectVersionsCommand({ Bucket }));
  admin.destroy();
  return [...Versions, ...DeleteMarkers].map(({ Key = '' }) => Key);
}

/** Names of all objects of a bucket, and of multipart uploads that are still open. */
export async function contentsOf(
  server: S3Server,
  Bucket: string,
): Promise<Readonly<{ objects: readonly string[]; openUploads: readonly string[] }>> {
  const admin = adminOf(server);
  const { Contents = [] } = await admin.send(new ListObjectsV2Command({ Bucket }));
  const { Uploads = [] } = await admin.send(new ListMultipartUploadsCommand({ Bucket }));
  admin.destroy();
  return { objects: Contents.map(({ Key = '' }) => Key), openUploads: Uploads.map(({ Key = '' }) => Key) };
}
