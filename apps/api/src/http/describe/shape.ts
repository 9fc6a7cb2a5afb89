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
  /** Another answer of the same operation, which has a meta of its own. */
  or?: Paged;
  /** For the compiler only; never set. */
  shows?: T;
}>;

/** `{data: View}`. */
export const one = <V extends object>(view: FieldClass<V>): Shape<V> => ({ kind: 'one', view });

/** A part of a thing with several parts: one object, or one row each, with a meta of its own. */
type Paged = Readonly<{ view: FieldClass; isList: boolean; meta: FieldClass }>;

/** `{data: View}`, or `{data: Other, meta}` for another kind of subject. */
export const oneOrPage = <V extends object, O extends object>(
  view: FieldClass<V>,
  other: FieldClass<O>,
  meta: FieldClass,
): Shape<V | O> => ({ kind: 'one', view, or: { view: other, isList: false, meta } });

/** `{data: View}`, or `{data: [Other], meta}` for another kind of subject. */
export const oneOrRows = <V extends object, O extends object>(
  view: FieldClass<V>,
  other: FieldClass<O>,
  meta: FieldClass,
): Shape<V | readonly O[]> => ({ kind: 'one', view, or: { view: other, isList: true, meta } });

/** `{data: [View], meta}`: a list in pages. */
export const pageOf = <V extends object>(view: FieldClass<V>): Shape<readonly V[]> => ({ kind: 'many', view });

/** `{data: [{index, status, data | error}]}`. */
export const bulkOf = <V extends object>(view: FieldClass<V>): Shape<readonly BulkRow<V>[]> => ({ kind: 'bulk', view });

/** One View per line, `application/x-ndjson`. */
export const linesOf = <V extends object>(view: FieldClass<V>): Shape<V> => ({ kind: 'lines', view });

/** A JSON document without an envelope. */
export const asDocument: Shape<never> = { kind: 'document', view: undefined };

/** An answer that is not JSON. */
export const asMedia = (media: MediaType): Shape<never> => ({ kind: 'media', view: undefined, media });

/** The outcome of one item of a bulk operation: `data` when it succeeded, else `error`. */
export type BulkRow<V> = Readonly<{ index: number; status: number }> &
  (Readonly<{ data: V }> | Readonly<{ error: object }>);
