/** The mutant that is switched on, and how many mutated expressions may run before it counts as an endless loop. */
type ActiveMutant = { readonly activeMutant: string; readonly hitLimit: number | undefined; hitCount: number };

/** Jest loads the environment as a module of its own, so the two share nothing but what is global. */
const KEY = Symbol.for('strongroom.active-mutant');
const shared = globalThis as { [KEY]?: ActiveMutant };

export const setActiveMutant = (activeMutant: string, hitLimit: number | undefined): void => {
  shared[KEY] = { activeMutant, hitLimit, hitCount: 0 };
};

/** The object that the mutated code reads and counts in, one for all test files of a run. */
export const activeMutant = (): ActiveMutant | undefined => shared[KEY];
