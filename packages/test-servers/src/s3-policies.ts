import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutBucketPolicyCommand } from '@aws-sdk/client-s3';
import { adminOf } from './s3-bucket.ts';
import type { S3Server } from './s3-server.ts';

const PAGE = join(import.meta.dirname, '../../../docs/how-to/run-on-premise.md');

/** The policies of the how-to page that contain a text, for a bucket. */
export const policiesOfPage = (text: string, bucket: string): readonly string[] =>
  Array.from(readFileSync(PAGE, 'utf8').matchAll(/```json\n([\s\S]*?)```/g), ([, policy = '']) => policy)
    .filter((policy) => policy.includes(text))
    .map((policy) => policy.replaceAll(':::rooms', `:::${bucket}`));

/** Sets the policy of the page that keeps the holder of an upload address from making an object public. */
export async function denyPublicObjects(server: S3Server, bucket: string): Promise<void> {
  const [Policy = ''] = policiesOfPage('"Deny"', bucket);
  const admin = adminOf(server);
  await admin.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
  admin.destroy();
}
