import { queryOptions } from '@tanstack/react-query';
import { service } from '../base/service.ts';

/** The receipts of destroyed rooms that the reader may see, with the names of those rooms. */
export const RECEIPTS = queryOptions({
  queryKey: ['receipts'],
  queryFn: () => service.receipts.list({ per_page: 100 }).all(),
});
