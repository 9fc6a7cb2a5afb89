import type { ListedPage } from '@strongroom/application';
import type { Answer } from '@strongroom/http-kernel';
import type { MediaType } from './shape.ts';

const NO_HEADERS: readonly string[] = [];

/** 200 with `{data}`. */
export const ok = <T>(data: T): Answer<T, 200> => withStatus(200, data);

/** 201 with `{data}` and `Location`, the path of the new resource. */
export const created = <T>(data: T, location?: string): Answer<T, 201> =>
  withStatus(201, data, location === undefined ? NO_HEADERS : ['Location', location]);

/** `{data}` with another status. */
export const withStatus = <T, S extends number>(
  status: S,
  data: T,
  headers: readonly string[] = NO_HEADERS,
): Answer<T, S> => ({ status, headers, content: { kind: 'json', data } });

/** 200 with `{data, meta}`: each item of a page as `view` shows it. */
export const listed = <S, T>(view: (item: S) => T, { items, meta }: ListedPage<S>): Answer<readonly T[], 200> => ({
  status: 200,
  headers: NO_HEADERS,
  content: {
    kind: 'json',
    data: items.map((item) => view(item)),
    meta: {
      page: meta.page,
      per_page: meta.perPage,
      total: meta.total,
      ...(meta.totalIsExact !== undefined && { total_is_exact: meta.totalIsExact }),
      next_cursor: meta.nextCursor,
    },
  },
});

/** 200 with `{data, meta}`, for a meta that is not that of a list. */
export const okWithMeta = <T>(data: T, meta: object): Answer<T, 200> => ({
  status: 200,
  headers: NO_HEADERS,
  content: { kind: 'json', data, meta },
});

/** 200 with a JSON text without an envelope. */
export const document = (text: string): Answer<never, 200> => ({
  status: 200,
  headers: NO_HEADERS,
  content: { kind: 'document', text },
});

/** 200 with one JSON value per line, written as they arrive. */
export const lines = <T>(values: AsyncIterable<T>): Answer<T, 200> => ({
  status: 200,
  headers: NO_HEADERS,
  content: { kind: 'lines', type: 'application/x-ndjson', lines: asLines(values) },
});

async function* asLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** 200 with bytes of a media type. */
export const answerBytes = (type: MediaType, content: string | Uint8Array): Answer<never, 200> => ({
  status: 200,
  headers: NO_HEADERS,
  content: { kind: 'bytes', type, bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content },
});

/** 200 with bytes of a media type, written as they arrive. */
export const streamOf = (type: MediaType, pieces: AsyncIterable<Uint8Array>): Answer<never, 200> => ({
  status: 200,
  headers: NO_HEADERS,
  content: { kind: 'stream', type, pieces },
});

/** The same answer with one more header. */
export const withHeader = <T, S extends number>(answer: Answer<T, S>, name: string, value: string): Answer<T, S> => ({
  ...answer,
  headers: [...answer.headers, name, value],
});
