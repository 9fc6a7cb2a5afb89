import { comparedIn, equalitiesOf, type Filter, matchesFilter, readFilter } from './filter.ts';
import { MAX_RESULTS } from './schemas.ts';
import { isObject, type ScimObject } from './scim-answer.ts';
import { badRequest } from './scim-refusal.ts';
import { type ResourceOrder, sortingIn, sortResources } from './sorting.ts';

/** Maximum number of resources that one filter looks through, and read at once. */
const MAX_SCANNED = 2000;
const PAGE = 500;
/** Maximum place of a page: the store counts off the resources before it. */
const MAX_OFFSET = 100_000;

type Part = Readonly<{ offset: number; limit: number }>;

/** One kind of resource, as lists read it. */
export type ResourceSource<T> = Readonly<{
  part: (part: Part) => Promise<Readonly<{ items: readonly T[]; total: number }>>;
  /** The resources that can match a filter with these equalities, if an index finds them. */
  indexed: (equalities: ReadonlyMap<string, string>) => Promise<readonly T[]> | undefined;
  /** The resources in the shape of the protocol, and only the first ones where all would be too large. */
  shown: (items: readonly T[], wants: (attribute: string) => boolean) => Promise<readonly ScimObject[]>;
}>;

/** Answers a query (RFC 7644 section 3.4.2). Throws invalidFilter, tooMany, invalidValue. */
export async function listResources<T>(query: URLSearchParams, source: ResourceSource<T>): Promise<ScimObject> {
  const startIndex = Math.max(1, numberIn(query, 'startIndex') ?? 1);
  const count = Math.min(MAX_RESULTS, Math.max(0, numberIn(query, 'count') ?? MAX_RESULTS));
  if (startIndex > MAX_OFFSET) throw badRequest('tooMany', `startIndex is at most ${MAX_OFFSET}; use a filter.`);
  const part = { offset: startIndex - 1, limit: count };
  const text = query.get('filter');
  const wants = wantedBy(query);
  const sorting = sortingIn(query);
  const filter = text === null ? undefined : readFilter(text);
  const isWhole = filter === undefined && sorting === undefined;
  const { items, total } = isWhole ? await source.part(part) : await found({ filter, sorting }, source, part);
  const shown = await source.shown(items, wants);
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: shown.length,
    Resources: shown.map((resource) => projectAttributes(resource, query)),
  };
}

async function found<T>(
  { filter, sorting }: Readonly<{ filter: Filter | undefined; sorting: ResourceOrder | undefined }>,
  source: ResourceSource<T>,
  { offset, limit }: Part,
): Promise<Readonly<{ items: readonly T[]; total: number }>> {
  const candidates = await ((filter && source.indexed(equalitiesOf(filter))) ?? everything(source));
  const paths = [...(filter ? comparedIn(filter) : []), ...(sorting ? [sorting.path] : [])];
  const compared = new Set(paths.map((path) => path.split('.')[0] ?? path));
  const shown = await source.shown(candidates, (attribute) => compared.has(attribute));
  if (shown.length < candidates.length) throw tooMany();
  const pairs = candidates.map((item, index) => [item, shown[index] ?? {}] as const);
  const inOrder = sorting ? sortResources(pairs, shown, sorting) : pairs;
  const matching = inOrder.filter(([, resource]) => !filter || matchesFilter(filter, resource)).map(([item]) => item);
  return { items: matching.slice(offset, offset + limit), total: matching.length };
}

const tooMany = (): Error =>
  badRequest('tooMany', 'This filter looks through too much. Use id, externalId or, for users, userName with eq.');

async function everything<T>(source: ResourceSource<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { items, total } = await source.part({ offset, limit: PAGE });
    if (total > MAX_SCANNED) throw tooMany();
    all.push(...items);
    // A page may have fewer items than `limit`, so `total` decides where the list ends.
    if (offset + PAGE >= total) return all;
  }
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^-?\d{1,9}$/.test(text)) throw badRequest('invalidValue', `${name} is a whole number.`);
  return Number(text);
}

const namesIn = (query: URLSearchParams, name: string): ReadonlySet<string> | undefined => {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  return new Set(text.split(',').map((one) => attributeName(one)));
};

/** The attribute of a path, without the schema and the part of its value. */
const attributeName = (path: string): string =>
  path
    .trim()
    .toLowerCase()
    .replace(/^urn:.*:/, '')
    .split('.')[0] ?? '';

const ALWAYS = new Set(['schemas', 'id']);

/** Whether an answer has an attribute, by `attributes` or `excludedAttributes`. */
function wantedBy(query: URLSearchParams): (attribute: string) => boolean {
  const only = namesIn(query, 'attributes');
  const without = namesIn(query, 'excludedAttributes');
  return (attribute) => {
    const name = attribute.toLowerCase();
    if (ALWAYS.has(name)) return true;
    return only === undefined ? without?.has(name) !== true : only.has(name);
  };
}

/** Whether a request asks for an attribute in its answer. */
export const asksForAttribute = (query: URLSearchParams, attribute: string): boolean => wantedBy(query)(attribute);

/** A resource with the attributes that were asked for. */
export function projectAttributes(resource: ScimObject, query: URLSearchParams): ScimObject {
  if (!query.has('attributes') && !query.has('excludedAttributes')) return resource;
  const isWanted = wantedBy(query);
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isWanted(name)));
}

/** A body of the protocol. Throws invalidSyntax. */
export function objectIn(body: unknown): ScimObject {
  if (!isObject(body)) throw badRequest('invalidSyntax', 'The body is a JSON object.');
  return body;
}
