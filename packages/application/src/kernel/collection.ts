import type { Instant, Json } from '@strongroom/domain';
import type { Ref, StoredDocument } from '@strongroom/ports';

/**
 * How the states of one kind are stored. Keys are computed from the state, never written by hand, so what a document
 * can be listed by cannot disagree with what it is.
 */
export type Collection<S> = Readonly<{
  name: string;
  /** Number of the body's shape. Raise it when the shape or a key function changes. */
  schema: number;
  id: (state: S) => string;
  position: (state: S) => Instant;
  keys: (state: S) => readonly string[];
  uniqueKeys: (state: S) => readonly string[];
}>;

const none = (): readonly string[] => [];

type Definition<S> = Pick<Collection<S>, 'name' | 'id' | 'position'> &
  Partial<Pick<Collection<S>, 'schema' | 'keys' | 'uniqueKeys'>>;

export const defineCollection = <S>(definition: Definition<S>): Collection<S> => ({
  schema: 1,
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

/** The one place where stored JSON becomes a state. A shape this build does not know is never guessed at. */
export function stateOf<S>(collection: Collection<S>, document: StoredDocument): S {
  if (document.schema !== collection.schema)
    throw new TypeError(`${collection.name} holds schema ${document.schema}; this build reads ${collection.schema}`);
  return document.body as S;
}
