import { useQueries } from '@tanstack/react-query';
import { useMe } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';

const FRESH_MS = 5 * 60_000;

/** The part of an address that tells people apart: most of them are of one organisation. */
const shortAddress = (email: string): string => email.split('@')[0] ?? '';

/** The names of the people who uploaded some files; empty until it is known. Few people upload to a room. */
export function useUploaders(ids: readonly string[]): (id: string) => string {
  const me = useMe().data?.id;
  const others = [...new Set(ids)].filter((id) => id !== '' && id !== me);
  const found = useQueries({
    queries: others.map((id) => ({
      queryKey: ['person', id, 'name'],
      queryFn: () => service.users.get(id),
      staleTime: FRESH_MS,
      retry: false,
    })),
  });
  const names = new Map(
    others.map((id, index) => {
      const { data, error } = found[index] ?? {};
      return [id, data === undefined ? (error ? 'a former member' : '') : data.name || shortAddress(data.email ?? '')];
    }),
  );
  return (id) => (id === me ? 'you' : (names.get(id) ?? ''));
}
