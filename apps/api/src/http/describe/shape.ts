import type { FieldClass } from './is.ts';

/** The types of answers that are not JSON. */
export type MediaType = 'text/plain; charset=utf-8' | 'application/octet-stream' | 'application/x-tar';

/** The successful answer of a route, for the compiler and for the OpenAPI document. */
export type Shape<T> = Readonly<{
  kind: 'one' | 'many' | 'bulk' | 'lines' | 'document' | 'media';
  /** Describes one entry of the answer. */
  view: FieldClass | undefined;
  /** The type of an answer that is not JSON. */
  media?: MediaType;
  /** For the compiler only; never set. */
  shows?: T;
}>;

/** `{data: View}`. */
export const one = <V extends object>(view: FieldClass<V>): Shape<V> => ({ kind: 'one', view });

/** `{data: [View], meta}`: a list in pages. */
export const many = <V extends object>(view: FieldClass<V>): Shape<readonly V[]> => ({ kind: 'many', view });

/** `{data: [{index, status, data | error}]}`. */
export const bulk = <V extends object>(view: FieldClass<V>): Shape<readonly BulkRow<V>[]> => ({ kind: 'bulk', view });

/** One View per line, `application/x-ndjson`. */
export const eachLine = <V extends object>(view: FieldClass<V>): Shape<V> => ({ kind: 'lines', view });

/** A JSON document without an envelope. */
export const asDocument: Shape<never> = { kind: 'document', view: undefined };

/** An answer that is not JSON. */
export const asMedia = (media: MediaType): Shape<never> => ({ kind: 'media', view: undefined, media });

/** The outcome of one item of a bulk operation: `data` when it succeeded, else `error`. */
export type BulkRow<V> = Readonly<{ index: number; status: number }> &
  (Readonly<{ data: V }> | Readonly<{ error: object }>);
