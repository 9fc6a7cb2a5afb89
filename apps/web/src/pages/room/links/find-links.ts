import type { Room, Share } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { service } from '../../../base/service.ts';
import { changeEach } from '../base/change-each.ts';

/** Links to several files whose files are read for a find: each is a request or more. */
const MAX_READ = 100;
const FRESH_MS = 60_000;

type Names = ReadonlyMap<string, readonly string[]>;

export type NamesOfLinks = Readonly<{
  /** The names of the files that the reader sees, by link. */
  names: Names;
  isReading: boolean;
  /** Links whose files were not read. */
  unread: number;
}>;

const NONE: Names = new Map();

/** The names of the files of the newest links to several files, which the list of links lacks. They are read once a find asks for them. */
export function useNamesOfLinks(room: Room, links: readonly Share[], isAsked: boolean): NamesOfLinks {
  const several = links.filter(({ kind, file_count: count }) => kind === 'package' && count > 1);
  const ids = several.slice(0, MAX_READ).map(({ id }) => id);
  const read = useQuery({
    queryKey: ['names-of-links', room.id, ...ids],
    queryFn: () => namesOf(ids),
    enabled: isAsked && ids.length > 0,
    staleTime: FRESH_MS,
  });
  const names = read.data ?? NONE;
  return { names, isReading: read.isFetching && read.data === undefined, unread: several.length - names.size };
}

/** A link that fails is left out, so it counts as unread. */
async function namesOf(ids: readonly string[]): Promise<Names> {
  const names = new Map<string, readonly string[]>();
  await changeEach(ids, async (id) => {
    const files = await service.shares.listFiles(id, { per_page: 100 }).all();
    names.set(
      id,
      files.map(({ name }) => name),
    );
  });
  return names;
}
