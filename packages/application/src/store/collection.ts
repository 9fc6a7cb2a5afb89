import type { Instant, Json } from '@strongroom/domain';
import type { Ref, StoredDocument } from '@strongroom/ports';

/** A body of one schema as it is in the next. Pure: it is applied whenever an older document is read, and once for good. */
export type Upcast = (body: Json) => Json;

/** For a change of keys alone: the body stays, and the documents are written anew with their new keys. */
export const sameBody: Upcast = (body) => body;

/**
 * How the states of one kind are stored. Keys are computed from the state, never written by hand, so what a document
 * can be listed by cannot disagree with what it is.
 */
export type Collection<S> = Readonly<{
  name: string;
  /** Number of the body's shape and of what is computed from it: one more than there are upcasts. */
  schema: number;
  /** The first makes a body of schema 2 of one of schema 1, and so on. A change of shape or of a key function adds one. */
  upcasts: readonly Upcast[];
  id: (state: S) => string;
  position: (state: S) => Instant;
  keys: (state: S) => readonly string[];
  uniqueKeys: (state: S) => readonly string[];
}>;

const none = (): readonly string[] => [];

type Definition<S> = Pick<Collection<S>, 'name' | 'id' | 'position'> &
  Partial<Pick<Collection<S>, 'upcasts' | 'keys' | 'uniqueKeys'>>;

export const defineCollection = <S>(definition: Definition<S>): Collection<S> => ({
  schema: 1 + (definition.upcasts?.length ?? 0),
  upcasts: [],
  keys: none,
  uniqueKeys: none,
  ...definition,
});

export const refTo = <S>(collection: Collection<S>, id: string): Ref => ({ collection: collection.name, id });

export const refBy = <S>(collection: Collection<S>, uniqueKey: string): Ref => ({
  collection: collection.name,
  uniqueKey,
});

/** Each document once: those who are decided together mostly ask for the same ones. */
export const distinct = (refs: readonly Ref[]): readonly Ref[] => [
  ...new Map(
    refs.map((ref) => ['id' in ref ? `${ref.collection}/${ref.id}` : `${ref.collection}#${ref.uniqueKey}`, ref]),
  ).values(),
];

export const documentOf = <S>(collection: Collection<S>, state: S, version: number): StoredDocument => ({
  id: collection.id(state),
  version,
  schema: collection.schema,
  position: collection.position(state),
  keys: collection.keys(state),
  uniqueKeys: collection.uniqueKeys(state),
  body: state as Json,
});

/**
 * The one place where stored JSON becomes a state: a body of an older schema is brought up step by step. A shape that this
 * build does not know is never guessed at (TypeError).
 */
export function stateOf<S>(collection: Collection<S>, { schema, body }: StoredDocument): S {
  if (schema === collection.schema) return body as S;
  if (schema < 1 || schema > collection.schema)
    throw new TypeError(`${collection.name} holds schema ${schema}; this build reads up to ${collection.schema}`);
  return collection.upcasts.slice(schema - 1).reduce((older, upcast) => upcast(older), body) as S;
}
