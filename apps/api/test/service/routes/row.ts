import type { Operations } from '@strongroom/client';
import type { Scope } from '@strongroom/domain';
import type { Cast, People } from '../cast.ts';
import type { HiddenCase, HiddenId } from '../hidden-cases.ts';
import type { Hidden } from '../hidden-things.ts';
import type { ListCase, ListStage } from '../lists-stage.ts';

export type RowRequest = Readonly<{ params?: Readonly<Record<string, string>>; query?: string; body?: object }>;

export type Outcome = readonly [person: keyof People, outcome: string];

/** Outcomes (a status, or the code of the refusal) for one user who may and one who may not, with tokens. */
export type Rights = Readonly<{ scope?: Scope; allowed: Outcome; refused?: Outcome }>;

/** A valid body. A function makes it of the hidden things, some of which are visible to the caller. */
export type RowBody = object | ((at: Hidden) => object);

/**
 * Everything that the suites know of a route. The tests in packages/domain/test/policy show who may do what in every
 * situation; `rights` shows that each route asks for its own decision. Its two users are chosen so that a wrong action
 * would answer otherwise.
 */
export type Row = Readonly<{
  rights?: Rights;
  /** Outcome for everyone, with or without a credential. */
  open?: string;
  /** Outcome with a session; an API token is refused. */
  session?: string;
  /** Parameters and body where they are not the usual ones. */
  request?: (cast: Cast) => RowRequest;
  body?: RowBody;
  /** Cases of things hidden behind the ids of the path, or why nothing can be. */
  hidden?: readonly HiddenCase[] | string;
  /** Hidden ids in the body or the query. */
  named?: readonly HiddenId[];
  /** How to fill the list, for a route that lists. */
  list?: (stage: ListStage) => ListCase;
  /** Whether no other route reads as this one does, so that its times are measured on every database. */
  isReadInItsOwnWay?: boolean;
}>;

/** `GET /rooms/{id}` of the contract as the service writes it: `GET /rooms/:id`. */
type Served<Name extends string> = Name extends `${infer Start}{${infer Param}}${infer Rest}`
  ? `${Start}${Start extends `${string}/tile/` ? '*' : ':'}${Param}${Served<Rest>}`
  : Name;

type Requires<Condition extends boolean, Key extends keyof Row> = Condition extends true
  ? Readonly<Required<Pick<Row, Key>>>
  : Readonly<Partial<Record<Key, never>>>;

type TakesBody<Name extends keyof Operations> = Name extends `${'GET' | 'DELETE'} ${string}`
  ? false
  : Operations[Name]['takes'] extends readonly string[]
    ? false
    : true;

type RowOf<Name extends keyof Operations> = Omit<Row, 'body' | 'hidden' | 'list'> &
  Requires<TakesBody<Name>, 'body'> &
  Requires<Name extends `${string}{${string}` ? true : false, 'hidden'> &
  Requires<Operations[Name]['shape'] extends 'list' ? true : false, 'list'>;

/** A row for every route of the contract. A row without the body, the hidden things or the list of its route is a type error. */
export type RowsByRoute = Readonly<{ [Name in keyof Operations as Served<Name>]: RowOf<Name> }>;
