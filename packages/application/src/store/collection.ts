import type { Instant, Json } from '@strongroom/domain';
import type { Ref, StoredDocument } from '@strongroom/ports';

/** Converts a body to the next schema. Pure: it runs whenever an older document is read, and once in the upgrade. */
export type Upcast = (body: Json) => Json;

/** For a change of keys only: the body stays, and the documents are rewritten with their new keys. */
export const sameBody: Upcast = (body) => body;

/**
 * The form of the last release. A store that is not upgraded yet is written in it, so that processes of both releases may
 * serve it. INVARIANT: a document of either form has every key that this release lists.
 */
export type EarlierForm<S> = Readonly<{
  schema: number;
  /** Undefined for a state that the last release cannot hold; it is refused until the store is upgraded. */
  body: (state: S) => Json | undefined;
  /** These list keys, with those that the last release has in their place, if any. */
  keys?: (state: S) => readonly string[];
  /** The list key of the last release that stands for this one; this one itself if there is none. */
  key?: (key: string) => string;
}>;

/** How states of one kind are stored. Keys are computed from the state, so that lists cannot disagree with it. */
export type Collection<S> = Readonly<{
  name: string;
  /** Version of the shape of the body and of its keys: the oldest one that is read, and one more for each upcast. */
  schema: number;
  /** The schema that version 0.2.0 wrote; 1 for a later collection. A store with an earlier one is refused. */
  oldest: number;
  /** The first makes a body of the schema after the oldest, and so on. A change of shape or of a key function adds one. */
  upcasts: readonly Upcast[];
  earlier?: EarlierForm<S>;
  /**
   * The collection that these documents are computed from. A store that holds it in an earlier form has none of them: the
   * upgrade makes them.
   */
  computedFrom?: string;
  id: (state: S) => string;
  position: (state: S) => Instant;
  keys: (state: S) => readonly string[];
  uniqueKeys: (state: S) => readonly string[];
  /** Properties that every state has had from the first schema on. A document without them is damaged. */
  shape: (state: S) => Shape;
}>;

type Kind = 'text' | 'number' | 'list' | 'object';
type Shape = Readonly<Record<string, Kind | undefined>>;
/** The kinds of the properties that every member of a union has. */
type ShapeOf<S> = Readonly<Partial<Record<keyof S & string, Kind>>>;

const none = (): readonly string[] => [];

type Definition<S> = Pick<Collection<S>, 'name' | 'id' | 'position'> &
  Partial<Pick<Collection<S>, 'oldest' | 'upcasts' | 'earlier' | 'computedFrom' | 'keys' | 'uniqueKeys'>> &
  Readonly<{ shape?: ShapeOf<S> | Collection<S>['shape'] }>;

export const defineCollection = <S>({ shape, ...definition }: Definition<S>): Collection<S> => ({
  schema: (definition.oldest ?? 1) + (definition.upcasts?.length ?? 0),
  oldest: 1,
  upcasts: [],
  keys: none,
  uniqueKeys: none,
  ...definition,
  shape: typeof shape === 'function' ? shape : () => shape ?? {},
});

export const refTo = <S>(collection: Collection<S>, id: string): Ref => ({ collection: collection.name, id });

export const refBy = <S>(collection: Collection<S>, uniqueKey: string): Ref => ({
  collection: collection.name,
  uniqueKey,
});

/** Each document once: operations that are decided together mostly read the same ones. */
export const distinctRefs = (refs: readonly Ref[]): readonly Ref[] => {
  const byName = new Map<string, Ref>();
  for (const ref of refs)
    byName.set('id' in ref ? `${ref.collection}/${ref.id}` : `${ref.collection}#${ref.uniqueKey}`, ref);
  return [...byName.values()];
};

export const documentOf = <S>(collection: Collection<S>, state: S, version: number): StoredDocument => ({
  id: collection.id(state),
  version,
  schema: collection.schema,
  position: collection.position(state),
  keys: collection.keys(state),
  uniqueKeys: collection.uniqueKeys(state),
  body: state as Json,
});

/** A document that no release wrote so: another program changed it, or its database is damaged. */
export class DocumentDamaged extends Error {
  override readonly name = 'DocumentDamaged';
  readonly collection: string;
  readonly documentId: string;
  constructor(collection: string, id: string) {
    super(`the document ${id} of ${collection} is damaged; restore a backup`);
    this.collection = collection;
    this.documentId = id;
  }
}

/**
 * Documents that were found intact, with the names of their collections. A store that keeps a document in memory hands out the
 * same object until it changes.
 */
const intact = new WeakMap<StoredDocument, string>();

/**
 * Converts stored JSON to a state; a body of an older schema is upgraded step by step. Throws TypeError for a schema
 * that this build does not know, and DocumentDamaged for what is not the state of this document.
 */
export function stateOf<S>(collection: Collection<S>, document: StoredDocument): S {
  const { id, schema, body } = document;
  if (schema === collection.schema) {
    if (intact.get(document) === collection.name) return body as S;
    const state = ofThis(collection, id, body);
    intact.set(document, collection.name);
    return state;
  }
  const { name, oldest, upcasts } = collection;
  if (schema < oldest || schema > collection.schema)
    throw new TypeError(`${name} holds schema ${schema}; this build reads ${oldest} to ${collection.schema}`);
  return ofThis(collection, id, () => upcasts.slice(schema - oldest).reduce((older, upcast) => upcast(older), body));
}

/** The states of documents, without those that are damaged. */
export const intactStatesOf = <S>(collection: Collection<S>, documents: readonly StoredDocument[]): readonly S[] =>
  documents.flatMap((document) => {
    try {
      return [stateOf(collection, document)];
    } catch (error) {
      if (error instanceof DocumentDamaged) return [];
      throw error;
    }
  });

/**
 * The damage of a document: beside what `stateOf` refuses, a state that is listed under other keys than its own. Undefined for an
 * intact one, and one of a schema that this build does not know.
 */
export function damageOf<S>(collection: Collection<S>, document: StoredDocument): DocumentDamaged | undefined {
  const { id, schema, keys } = document;
  if (schema > collection.schema) return undefined;
  try {
    const state = stateOf(collection, document);
    // An older form has the keys of its release.
    const isListed = collection.keys(state).every((key) => schema < collection.schema || keys.includes(key));
    if (isListed && Number.isSafeInteger(collection.position(state)) && collection.uniqueKeys(state)) return undefined;
  } catch {
    // A key is computed from a property that is missing.
  }
  return new DocumentDamaged(collection.name, id);
}

/** Refuses a body that is not an object, that of another document, and one without a property that every state has. */
function ofThis<S>(collection: Collection<S>, id: string, body: Json | (() => Json)): S {
  try {
    const state = (typeof body === 'function' ? body() : body) as S;
    if (isObject(state) && collection.id(state) === id && hasShape(state, collection.shape(state))) return state;
  } catch {
    // A property of null, or an upcast that misses what it converts.
  }
  throw new DocumentDamaged(collection.name, id);
}

/** Runs for every document that is read. */
function hasShape(state: object, shape: Shape): boolean {
  for (const name in shape) if (kindOf(Reflect.get(state, name)) !== shape[name]) return false;
  return true;
}

const kindOf = (value: unknown): Kind | undefined => {
  if (typeof value === 'string') return 'text';
  if (typeof value === 'number') return 'number';
  return Array.isArray(value) ? 'list' : isObject(value) ? 'object' : undefined;
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
