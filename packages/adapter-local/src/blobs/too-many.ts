import { type AllowedUpload, MAX_PER_UPLOADER, type UploadsUnderWay } from '@strongroom/blob-gateway';
import { type TempName, tagOf } from './temp-name.ts';

/** Whether an upload exceeds the maximum, together with the uploads that other processes are receiving. */
export function areTooMany(
  { key, uploader }: Pick<AllowedUpload, 'key' | 'uploader'>,
  underWay: UploadsUnderWay,
  others: readonly TempName[],
): boolean {
  const tag = tagOf(key);
  const received = others.filter((name) => name.uploader !== '');
  const ofUser = received.filter((name) => name.uploader === uploader).length;
  return received.some((name) => name.key === tag) || underWay.count(uploader) + ofUser > MAX_PER_UPLOADER;
}
