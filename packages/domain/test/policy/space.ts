/** Possible values of each part of a situation. */
export type Space<S> = { readonly [K in keyof S]: readonly S[K][] };

/** Calls `visit` with every combination, or with one in `step` after `from`. The object is reused and must not be kept. */
export function each<S extends object>(space: Space<S>, visit: (situation: S) => void, step = 1, from = 0): void {
  if (step > 1) {
    eachOf(space, visit, step, from);
    return;
  }
  const keys = Object.keys(space) as (keyof S)[];
  const situation = {} as S;
  const fill = (depth: number): void => {
    const key = keys[depth];
    if (key === undefined) {
      visit(situation);
      return;
    }
    for (const value of space[key]) {
      situation[key] = value;
      fill(depth + 1);
    }
  };
  fill(0);
}

/** A combination has the digits of its number, the last part changing fastest, so that the others are not gone through. */
function eachOf<S extends object>(space: Space<S>, visit: (situation: S) => void, step: number, from: number): void {
  const keys = Object.keys(space).toReversed() as (keyof S)[];
  const situation = {} as S;
  const size = sizeOf(space);
  for (let number = from; number < size; number += step) {
    let rest = number;
    for (const key of keys) {
      const values = space[key];
      situation[key] = values[rest % values.length] as S[keyof S];
      rest = Math.floor(rest / values.length);
    }
    visit(situation);
  }
}

export const sizeOf = <S extends object>(space: Space<S>): number =>
  Object.values<readonly unknown[]>(space).reduce((product, values) => product * values.length, 1);

/** The part of the space where each named part has one of the named values; missing parts are ignored. */
export const narrowed = <S extends object>(
  space: Space<S>,
  only: Readonly<Record<string, readonly unknown[]>>,
): Space<S> =>
  Object.fromEntries(
    Object.entries(space as Record<string, readonly unknown[]>).map(([part, values]) => [
      part,
      only[part] === undefined ? values : values.filter((value) => only[part]?.includes(value)),
    ]),
  ) as Space<S>;
