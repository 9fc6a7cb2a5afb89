import type { Me } from '@strongroom/client';
import { hashKey, QueryClient, useQuery } from '@tanstack/react-query';
import { onReturn } from './connection.ts';
import { isSignedOut } from './explain.ts';
import { service } from './service.ts';

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  Number(error.status) >= 400 &&
  Number(error.status) < 500;

export const queries = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 10_000, retry: (count, error) => !isRefusal(error) && count < 2 },
    // Without a connection a person learns at once that nothing was done.
    mutations: { networkMode: 'always' },
  },
});

const ME = hashKey(['me']);

// A session that ended anywhere leads to the sign-in page, with nothing left in memory.
queries.getQueryCache().subscribe(({ query }) => {
  if (query.queryHash !== ME && isSignedOut(query.state.error)) void queries.invalidateQueries({ queryKey: ['me'] });
});
onReturn(() => void queries.invalidateQueries());

/** The person who is signed in; null without one. */
export const useMe = () =>
  useQuery<Me | null>({
    queryKey: ['me'],
    queryFn: () =>
      service.account.get().catch((error: unknown) => {
        if (isSignedOut(error)) return null;
        throw error;
      }),
    staleTime: 60_000,
  });

export const isSignedIn = (): boolean => (queries.getQueryData<Me | null>(['me']) ?? null) !== null;

export const useOffer = () =>
  useQuery({ queryKey: ['offer'], queryFn: () => service.service.offer(), staleTime: 300_000 });

/** The labels of the service in rising order. */
export const useLabels = () =>
  useQuery({
    queryKey: ['labels'],
    queryFn: () => service.service.classifications().all(),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Forgets all that was read, and asks again who is signed in. */
export async function forget(): Promise<void> {
  queries.removeQueries({ predicate: ({ queryHash }) => queryHash !== ME });
  await queries.invalidateQueries({ queryKey: ['me'] });
}
