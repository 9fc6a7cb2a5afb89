import { useSyncExternalStore } from 'react';

/** A value that parts of the page show. They draw it again when it changes. */
export type Observed<T> = Readonly<{ value: T; subscribe: (listener: () => void) => () => void }>;

/** A value that is stored here. */
export class ObservedValue<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** Stores a value without drawing it: `draw` follows. */
  set value(value: T) {
    this.#value = value;
  }

  draw(): void {
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const useObserved = <T>(observed: Observed<T>): T =>
  useSyncExternalStore(observed.subscribe, () => observed.value);
