import { globSync, readFileSync, statSync } from 'node:fs';
import { ERRORS, EVENTS, POLICIES, SCOPES } from '@strongroom/domain';
import type { Api } from '../print/api.ts';
import { PLACES, type Place, type PlaceKind } from './places.ts';

const WORD = /[A-Za-z][\w.:-]*/g;
const OPERATION = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[^'"`\s]*/g;
const CODE = /\.tsx?$/;
const ALL_CODE = ['{packages,apps}/*/{src,test}/**/*.{ts,tsx}', '{scripts,bench,architecture}/**/*.ts'];

/** Names of tables have no parameter in braces: `GET /rooms/{id}` of the client is `GET /rooms/:id` of the service. */
const spelled = (name: string): string => name.replaceAll(/\{(\w+)\}/g, ':$1').replaceAll('*', ':');

/** All names of each kind. */
export const namesByKind = ({ ROUTES }: Pick<Api, 'ROUTES'>): Readonly<Record<PlaceKind, readonly string[]>> => ({
  operation: ROUTES.map(({ method, path }) => spelled(`${method.toUpperCase()} ${path}`)),
  action: Object.keys(POLICIES),
  event: Object.keys(EVENTS),
  'error code': Object.keys(ERRORS),
  scope: Object.keys(SCOPES),
});

/** Everything in a text that may be the name of an operation, an action, an event, an error code or a scope. */
function namesIn(text: string): ReadonlySet<string> {
  const words = Array.from(text.matchAll(WORD), ([word]) => word.replace(/[.:-]+$/, ''));
  return new Set([...words, ...Array.from(text.matchAll(OPERATION), ([operation]) => spelled(operation))]);
}

const filesOf = (path: string): readonly string[] =>
  statSync(path).isFile() ? [path] : globSync(`${path}/**/*.{ts,tsx}`).filter((file) => CODE.test(file));

function namesAt({ path, or }: Place): ReadonlySet<string> {
  const files = [path, ...(or === undefined ? [] : [or])].flatMap(filesOf);
  return namesIn(files.map((file) => readFileSync(file, 'utf8')).join('\n'));
}

/** A sentence for each name that has no line in a table: the file, and what to write there. */
export function missingPlaces(api: Pick<Api, 'ROUTES'>): readonly string[] {
  const names = namesByKind(api);
  return PLACES.filter(({ isDefinition }) => isDefinition !== true).flatMap((place) => {
    const held = namesAt(place);
    return names[place.kind]
      .filter((name) => !held.has(name))
      .map((name) => `${place.path} has no line for the ${place.kind} ${name}. Write there: ${place.write}.`);
  });
}

/** The share of all names of a kind from which on a file is a table of them. */
const TABLE_SHARE = 0.8;

/** Files written by hand that name nearly everything of a kind and are not among the places. */
export function unlistedTables(api: Pick<Api, 'ROUTES'>, printed: ReadonlySet<string>): readonly string[] {
  const kinds = Object.entries(namesByKind(api)) as readonly [PlaceKind, readonly string[]][];
  const isListed = (file: string): boolean => PLACES.some(({ path }) => file === path || file.startsWith(`${path}/`));
  return globSync(ALL_CODE)
    .filter((file) => !printed.has(file) && !isListed(file))
    .flatMap((file) => {
      const held = namesIn(readFileSync(file, 'utf8'));
      return kinds
        .filter(([, names]) => names.filter((name) => held.has(name)).length >= TABLE_SHARE * names.length)
        .map(([kind]) => `${file} is a table of every ${kind}, and scripts/places/places.ts does not list it.`);
    });
}
