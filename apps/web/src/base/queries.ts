import type { Me } from '@strongroom/client';
import { hashKey, QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { onReturn } from './connection.ts';
import { isSignedOut } from './explain.ts';
import { offerFreshMs, offerRetryMs } from './offer-age.ts';
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
    // A person without a connection sees at once that nothing was done.
    mutations: { networkMode: 'always' },
  },
});

const ME = hashKey(['me']);

// A session that ended anywhere leads to the sign-in page, with nothing left in memory. What is asked ahead of the first
// answer about the session says nothing new.
queries.getQueryCache().subscribe(({ query }) => {
  if (query.queryHash !== ME && isSignedIn() && isSignedOut(query.state.error))
    void queries.invalidateQueries({ queryKey: ['me'] });
});
onReturn(() => void queries.invalidateQueries());

export const meQuery = queryOptions<Me | null>({
  queryKey: ['me'],
  queryFn: () =>
    service.account.get().catch((error: unknown) => {
      if (isSignedOut(error)) return null;
      throw error;
    }),
  staleTime: 60_000,
});

/** The person who is signed in; null without one. */
export const useMe = () => useQuery(meQuery);

export const isSignedIn = (): boolean => (queries.getQueryData<Me | null>(['me']) ?? null) !== null;

export const useOffer = () =>
  useQuery({
    queryKey: ['offer'],
    queryFn: () => service.service.offer(),
    staleTime: ({ state }) => offerFreshMs(state.data),
    refetchInterval: ({ state }) => offerRetryMs(state.data, state.status === 'error'),
  });

/** The labels of the service in rising order. */
export const useLabels = () =>
  useQuery({
    queryKey: ['labels'],
    queryFn: () => service.service.classifications().all(),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Forgets all that was read, and asks again who is signed in. */
export async function forgetQueries(): Promise<void> {
  queries.removeQueries({ predicate: ({ queryHash }) => queryHash !== ME });
  await queries.invalidateQueries({ queryKey: ['me'] });
}
