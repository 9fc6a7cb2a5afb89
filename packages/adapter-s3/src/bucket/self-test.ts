import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Deadline } from '@strongroom/store-kit';
import type { BucketApi } from './bucket-api.ts';
import { BucketUnfit } from './bucket-unfit.ts';

const CONTENT = Buffer.from('strongroom');

/**
 * Writes, lists, reads, copies and deletes two small objects, so that a missing right is found before a user finds it.
 * Throws BucketUnfit if the server answers otherwise than S3, and Unavailable.
 */
export async function testBucket(api: BucketApi, prefix: string, deadline: Deadline): Promise<void> {
  const name = `${prefix}${randomBytes(8).toString('hex')}`;
  const copy = `${name}-copy`;
  try {
    await api.put(name, CONTENT, deadline);
    const { objects } = await api.list({ prefix: name }, deadline);
    if (objects[0]?.name !== name || objects[0].size !== CONTENT.byteLength)
      throw new BucketUnfit(
        'The S3 server does not list an object directly after storing it; correct the endpoint, or use another server.',
      );
    const reply = await api.get(name, { first: 2, last: 5 }, deadline);
    const bytes = reply === undefined ? undefined : await deadline.bound(buffer(reply));
    if (bytes?.equals(CONTENT.subarray(2, 6)) !== true)
      throw new BucketUnfit('The S3 server does not return the bytes that were stored; use another server.');
    if (!(await api.copy({ name }, copy, deadline)))
      throw new BucketUnfit('The S3 server does not copy an object directly after storing it; use another server.');
    if (await api.isPublic(name, deadline))
      throw new BucketUnfit(
        `Anyone can read the objects of the bucket ${api.bucket}; remove its public policy or access list.`,
      );
    const uploadId = await api.beginUpload(copy, deadline);
    await api.abortUpload(copy, uploadId, deadline);
    await api.openUploads(name, deadline);
  } finally {
    await Promise.all([api.remove(name, deadline), api.remove(copy, deadline)]);
  }
  const { objects } = await api.list({ prefix: name }, deadline);
  if (objects.length > 0) throw new BucketUnfit('The S3 server lists an object after deleting it; use another server.');
}
