import { useEffect, useId, useSyncExternalStore } from 'react';

type Question = (leave: () => void) => void;

/** Forms of the page with something that was changed and not saved. */
const changed = new Set<string>();
const listeners = new Set<() => void>();
let question: Question | undefined;

const notify = (): void => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Notes that a form has something to save. Returns a function that takes it back. */
export function noteUnsaved(form: string): () => void {
  changed.add(form);
  notify();
  return () => {
    changed.delete(form);
    notify();
  };
}

/** The person leaves it all. */
export function forgetUnsaved(): void {
  changed.clear();
  notify();
}

/** Asks by `ask` before a page with something to save is left. Returns a function that ends it. */
export function askBeforeLeaving(ask: Question): () => void {
  question = ask;
  return () => {
    if (question === ask) question = undefined;
  };
}

/** Leaves the page, at once or after a question. */
export function leavePage(leave: () => void): void {
  if (changed.size === 0 || question === undefined) leave();
  else question(leave);
}

/** Keeps the page from being left without a question while a form has something to save. */
export function useUnsaved(isChanged: boolean): void {
  const form = useId();
  useEffect(() => (isChanged ? noteUnsaved(form) : undefined), [isChanged, form]);
}

/** Whether a form of the page has something to save. */
export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, () => changed.size > 0);
