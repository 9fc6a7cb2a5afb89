import type { UploadRequest } from '@strongroom/client';
import { queryOptions } from '@tanstack/react-query';
import { service } from '../../../base/service.ts';

const LONGEST = 60;

/** The requests of a room that the caller may list. */
export const requestsQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['upload-requests', roomId],
    queryFn: () => service.uploadRequests.list(roomId, { per_page: 100, may: 'true' }).all(),
  });

/** The beginning of the words of a request, by which people know it; undefined where it has none. */
export function requestName({ message }: Pick<UploadRequest, 'message'>): string | undefined {
  const [line = ''] = (message ?? '').trim().split('\n');
  if (line === '') return undefined;
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST).trimEnd()}…`;
}
