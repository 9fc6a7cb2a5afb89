import { type Openings, StrongroomError } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { zoneHere } from '../../base/format.ts';
import { service } from '../../base/service.ts';

type OpeningsQuery = NonNullable<Parameters<typeof service.audit.openings>[0]>;

async function read(query: OpeningsQuery): Promise<readonly Openings[]> {
  const found: Openings[] = [];
  for await (const one of service.audit.openings(query)) found.push(one);
  return found;
}

/** A zone that the service does not know, or more days than it counts: the report is whole without them. */
const isWithoutDays = (error: unknown): boolean =>
  error instanceof StrongroomError && (error.code === 'VALIDATION_ERROR' || error.code === 'LIMIT_REACHED');

async function readByDay(query: OpeningsQuery): Promise<readonly Openings[]> {
  try {
    return await read({ ...query, time_zone: zoneHere() });
  } catch (error) {
    if (isWithoutDays(error)) return read(query);
    throw error;
  }
}

/** The openings of documents, with the days where the reader is. */
export const useOpenings = (query: OpeningsQuery) =>
  useQuery({ queryKey: ['openings', query], queryFn: () => readByDay(query) });
