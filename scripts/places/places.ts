/** Kinds of names with a line in more than one table written by hand. */
export type PlaceKind = 'operation' | 'action' | 'event' | 'error code' | 'scope';

/** A table that needs a line for every name of a kind. */
export type Place = Readonly<{
  kind: PlaceKind;
  /** The file, or the folder with the files of the table. */
  path: string;
  /** The line to write there. */
  write: string;
  /** The table from which the names come. */
  isDefinition?: true;
  /** A file that may name it instead. */
  or?: string;
}>;

/**
 * Tables written by hand, because each is a second opinion or holds words for people. A name without its line in one of
 * them is reported by the test and by `npm run print`, together with the line to write.
 */
export const PLACES: readonly Place[] = [
  { kind: 'operation', path: 'apps/api/src/http/resources', write: 'the route', isDefinition: true },
  {
    kind: 'operation',
    path: 'apps/api/test/service/routes',
    write: 'a row: who may, who may not, a valid body, the things hidden behind its ids, how to fill its list',
  },
  { kind: 'operation', path: 'packages/client/src/calls', write: 'the method of the client' },
  { kind: 'action', path: 'packages/domain/src/policy/policies.ts', write: 'the row that decides', isDefinition: true },
  {
    kind: 'action',
    path: 'packages/domain/src/policy/ability-table.ts',
    write: 'below the subject whose answers name it in `may`, or among those that none names, with the reason',
  },
  {
    kind: 'action',
    path: 'packages/domain/test/policy/action-table.ts',
    write: 'its situations and its scope; the oracle beside the table says the answer for each situation',
  },
  {
    kind: 'action',
    path: 'apps/web/src/pages/activity/refusal-words.ts',
    write: 'words for the log: what a person who was refused tried to do',
  },
  { kind: 'event', path: 'packages/domain/src/events.ts', write: 'the event with its sentence', isDefinition: true },
  { kind: 'event', path: 'apps/web/src/pages/activity/event-words.ts', write: 'words for the log: what a person did' },
  {
    kind: 'error code',
    path: 'packages/domain/src/values/errors.ts',
    write: 'the code with its kind and its sentence',
    isDefinition: true,
  },
  { kind: 'error code', path: 'apps/api/src/http/errors/errors.test.ts', write: 'its status' },
  {
    kind: 'error code',
    path: 'apps/api/test/service/every-error.test.ts',
    write: 'a request that is answered with it',
  },
  {
    kind: 'error code',
    path: 'apps/web/src/base/error-words.ts',
    write: 'a sentence for people; in scripts/words.test.ts if only programs meet it',
    or: 'scripts/words.test.ts',
  },
  {
    kind: 'scope',
    path: 'packages/domain/src/values/scopes.ts',
    write: 'the scope with its sentence',
    isDefinition: true,
  },
  { kind: 'scope', path: 'packages/domain/src/values/scopes.test.ts', write: 'its name among those of the interface' },
  { kind: 'scope', path: 'packages/domain/test/policy/action-table.ts', write: 'the actions that need it' },
  { kind: 'scope', path: 'apps/web/src/pages/account/scopes.ts', write: 'words for the page of API tokens' },
];
