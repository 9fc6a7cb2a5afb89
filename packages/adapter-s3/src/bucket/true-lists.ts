import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import { Unavailable } from '@strongroom/ports';
import { S3Failure } from './s3-failure.ts';

/** Throws Unavailable for an answer in the form of S3 that cannot be true. */
export function throwForeignAnswer(): never {
  throw new Unavailable('blobs', { cause: new S3Failure('ForeignAnswer', undefined, undefined) });
}

/** Whether these can be the next objects of a list: it is in byte order, and a later page is asked for by the last name. */
export function isPossiblePage(
  objects: readonly Readonly<{ name: string }>[],
  { prefix, after = '' }: Readonly<{ prefix: string; after?: string | undefined }>,
): boolean {
  const before = [after, ...objects.map(({ name }) => name)];
  return objects.every(({ name }, index) => name.startsWith(prefix) && isLater(name, before[index] ?? ''));
}

/** Whether an answer has this range, with both ends included. */
export function hasRange(
  { ContentRange = '', ContentLength }: Pick<GetObjectCommandOutput, 'ContentRange' | 'ContentLength'>,
  { first, last }: Readonly<{ first: number; last: number }>,
): boolean {
  return ContentRange.startsWith(`bytes ${first}-${last}/`) && ContentLength === last - first + 1;
}

const isLater = (name: string, before: string): boolean => Buffer.compare(Buffer.from(name), Buffer.from(before)) > 0;
