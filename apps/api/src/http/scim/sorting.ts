import { attributeOf, foldCase, plainValue, valuesAt } from './filter.ts';
import type { ScimObject } from './scim-answer.ts';
import { badRequest } from './scim-refusal.ts';

/** The order of a list (RFC 7644 section 3.4.2.3). */
export type ResourceOrder = Readonly<{ path: string; isDescending: boolean }>;

const PATH = /^[a-z$][\w$:.-]*$/i;

/** The order that a query asks for; undefined for none. Throws invalidPath, invalidValue. */
export function sortingIn(query: URLSearchParams): ResourceOrder | undefined {
  const by = query.get('sortBy');
  if (by === null || by === '') return undefined;
  if (!PATH.test(by)) throw badRequest('invalidPath', `"${by.slice(0, 100)}" is no path of an attribute.`);
  const order = query.get('sortOrder')?.toLowerCase() ?? 'ascending';
  if (order !== 'ascending' && order !== 'descending')
    throw badRequest('invalidValue', 'sortOrder is ascending or descending.');
  return { path: attributeOf(by), isDescending: order === 'descending' };
}

type Key = string | number | undefined;

/** Items in the order of their resources. Those without a value come last, and first where it descends; equal ones stay as they were. */
export function sortResources<T>(
  items: readonly T[],
  resources: readonly ScimObject[],
  { path, isDescending }: ResourceOrder,
): readonly T[] {
  const keyed = items.map((item, index) => ({ item, key: keyOf(resources[index] ?? {}, path) }));
  const inOrder = keyed.toSorted((one, other) =>
    isDescending ? compare(other.key, one.key) : compare(one.key, other.key),
  );
  return inOrder.map(({ item }) => item);
}

function keyOf(resource: ScimObject, path: string): Key {
  const [first] = valuesAt(resource, path).map((value) => foldCase(path, plainValue(value)));
  return typeof first === 'boolean' ? Number(first) : typeof first === 'string' ? first : undefined;
}

function compare(one: Key, other: Key): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  return other === undefined || one < other ? -1 : 1;
}
