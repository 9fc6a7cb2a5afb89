import type { PageRequest } from '@strongroom/application';
import { defineValue, optional, PageNumber, PerPage, type Value } from '@strongroom/domain';
import { Is } from './is.ts';
import { MayQuery } from './may.ts';
import type { QueryFlag } from './query-flag.ts';

const FORM = /^[A-Za-z0-9_-]{1,1000}$/;

/** A place in a list, from `meta.next_cursor`. Opaque to clients. */
export const Cursor: Value<string> = defineValue({
  name: 'Cursor',
  description: 'Cursor of the page to return: `meta.next_cursor` of an earlier page. Excludes `page`.',
  schema: { type: 'string', pattern: FORM.source },
  refusal: 'INVALID_CURSOR',
  check: (input) => (typeof input === 'string' && FORM.test(input) ? undefined : 'is not one that a list has given'),
});

/** The query of a list without filters. A query with filters declares these three as well. */
export class PageQuery {
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
}

/** The query of a list whose items can say what the caller may do with them. */
export class MayPageQuery {
  @Is(optional(PageNumber)) page?: PageNumber;
  @Is(optional(PerPage)) per_page?: PerPage;
  @Is(optional(Cursor)) cursor?: string;
  @Is(optional(MayQuery)) may?: QueryFlag;
}

/** The page that a query asks for, in the application's form. */
export const pageRequest = (query: PageQuery | MayPageQuery): PageRequest => ({
  page: query.page,
  perPage: query.per_page,
  cursor: query.cursor,
  ...('may' in query && query.may === 'true' && { may: true }),
});
