import { type Change, type DocumentStore, type Selection, type StoredDocument, Unavailable } from '@strongroom/ports';
import { SettingsUnfit } from '../../kernel/settings-unfit.ts';
import { type Collection, stateOf } from '../../store/collection.ts';
import { COLLECTIONS, schemasOf } from '../../store/collections.ts';
import { SCHEMAS, type Schemas, schemas } from '../../store/schemas.ts';
import { isUpgraded, refuseUnreadable, schemaIn, schemasIn } from './store-schemas.ts';

type Collections = readonly Collection<never>[];

/** Whether this version can serve a store that is not upgraded yet: it is one release behind at most. */
export const canServe = ({ written }: Schemas, collections: Collections): boolean =>
  collections.every(({ name, schema, earlier }) => {
    const stored = schemaIn(written, name);
    return stored >= schema || earlier?.schema === stored;
  });

/** Throws SettingsUnfit for a store that this version has to upgrade before it serves it. */
export function refuseOlderStore({ written }: Schemas, collections: Collections): void {
  const behind = collections.find((collection) => !canServe({ written, begun: {} }, [collection]));
  if (behind === undefined) return;
  throw new SettingsUnfit(
    `This store holds ${behind.name} of schema ${schemaIn(written, behind.name)}, and this version serves no such store before it is upgraded. Stop every process of the older version, make a backup, and run \`strongroom-admin upgrade\`.`,
  );
}

/** Collections that the store still holds in their earlier form: those to write so, and those to list by its keys. */
export type EarlierForms = Readonly<{
  written: ReadonlyMap<string, Collection<never>>;
  listed: ReadonlyMap<string, Collection<never>>;
}>;

export function earlierForms({ written, begun }: Schemas, collections: Collections): EarlierForms {
  const behind = (numbers: Schemas['written']) =>
    new Map(
      collections
        .filter(({ name, schema }) => schema > schemaIn(numbers, name))
        .map((collection) => [collection.name, collection]),
    );
  return { written: behind(begun), listed: behind(written) };
}

function earlierChange(change: Change, { written }: EarlierForms): Change {
  const collection = written.get(change.collection);
  if (collection === undefined) return change;
  if ('insert' in change) return { ...change, insert: earlierDocument(change.insert, collection) };
  return 'replace' in change ? { ...change, replace: earlierDocument(change.replace, collection) } : change;
}

/** As the last release stores it. Throws Unavailable for a state that it cannot hold. */
export function earlierDocument<S>(document: StoredDocument, collection: Collection<S>): StoredDocument {
  const { earlier } = collection;
  const state = stateOf(collection, document);
  const body = earlier?.body(state);
  if (earlier === undefined || body === undefined)
    throw new Unavailable('documents', {
      cause: new SettingsUnfit('This is possible after `strongroom-admin upgrade`, and not before.'),
    });
  return { ...document, schema: earlier.schema, keys: earlier.keys?.(state) ?? document.keys, body };
}

export function earlierSelection(collection: string, selection: Selection, { listed }: EarlierForms): Selection {
  const key = listed.get(collection)?.earlier?.key;
  return key === undefined ? selection : { ...selection, anyOf: [...new Set(selection.anyOf.map(key))] };
}

const COMPUTED_FROM = new Map(COLLECTIONS.map(({ name, computedFrom }) => [name, computedFrom]));

/** Whether the store has documents of this collection: those that are computed from an earlier form come with the upgrade. */
const hasForm = (collection: string, { written }: EarlierForms): boolean =>
  !written.has(COMPUTED_FROM.get(collection) ?? '');

/** INVARIANT: a commit in an earlier form fails with a conflict of the schemas once an upgrade has begun. */
export function inForms(
  changes: readonly Change[],
  forms: EarlierForms | undefined,
  version: number,
): readonly Change[] {
  if (forms === undefined || !changes.some(({ collection }) => forms.written.has(collection))) return changes;
  const expect = { id: SCHEMAS, version };
  const written = changes.filter(({ collection }) => hasForm(collection, forms));
  return [...written.map((change) => earlierChange(change, forms)), { collection: schemas.name, expect }];
}

/**
 * The same store for a command that changes it and ends: it writes the form that the store has. Throws SettingsUnfit for
 * a store that this version cannot serve.
 */
export async function inFormOfStore(documents: DocumentStore): Promise<DocumentStore> {
  const noted = await schemasIn(documents);
  if (noted === undefined) return documents;
  refuseUnreadable(noted.state, COLLECTIONS);
  refuseOlderStore(noted.state, COLLECTIONS);
  if (isUpgraded(noted.state, schemasOf(COLLECTIONS))) return documents;
  const forms = earlierForms(noted.state, COLLECTIONS);
  const selected = (collection: string, selection: Selection) => earlierSelection(collection, selection, forms);
  return {
    audit: documents.audit,
    read: (refs) => documents.read(refs),
    evenOut: documents.evenOut?.bind(documents),
    list: (collection, selection, page) => documents.list(collection, selected(collection, selection), page),
    count: (collection, selection, ...atMost) =>
      documents.count(collection, selected(collection, selection), ...atMost),
    outdated: (...asked) => documents.outdated(...asked),
    now: documents.now && (() => documents.now?.() ?? Promise.reject(new Unavailable('documents'))),
    commit: (changes, events) => documents.commit(inForms(changes, forms, noted.version), events),
    place: documents.place?.bind(documents),
    check: () => documents.check(),
    close: () => documents.close(),
  };
}
