import { createContext, type ReactNode, use, useLayoutEffect, useRef } from 'react';
import { ObservedValue, useObserved } from '../../base/observed.ts';
import { Button } from '../../design/controls.tsx';

/** A view that finds texts in its file. The same text again goes to the next place of it, or to the one before. */
export type Finder = Readonly<{
  /** Undefined where nothing can be found. */
  found: Readonly<{ current: number; total: number; isSearching: boolean }> | undefined;
  /** Says what is not searched. */
  note?: string | undefined;
  find: (text: string, isBack: boolean) => void;
}>;

/** The search of the viewer: it is open before its file is there, and stays so in the next one. */
export class Search {
  readonly isOpen = new ObservedValue(false);
  /** The view that finds, and the component that it comes from. */
  readonly view = new ObservedValue<Readonly<{ of: object; finder: Finder }> | undefined>(undefined);

  show(isOpen: boolean): void {
    this.isOpen.value = isOpen;
    this.isOpen.draw();
  }

  offer(of: object, finder: Finder | undefined): void {
    if (finder === undefined && this.view.value?.of !== of) return;
    this.view.value = finder && { of, finder };
    this.view.draw();
  }
}

export const SearchOfViewer = createContext(new Search());

export const useIsFinding = (): boolean => useObserved(use(SearchOfViewer).isOpen);

/** Searches with this view while it is shown. Undefined where its file is not there yet, or has no text. */
export function useFinder(finder: Finder | undefined): void {
  const search = use(SearchOfViewer);
  const { current: of } = useRef({});
  useLayoutEffect(() => search.offer(of, finder));
  useLayoutEffect(() => () => search.offer(of, undefined), []);
}

export function FindButton({ label }: Readonly<{ label: string }>): ReactNode {
  const search = use(SearchOfViewer);
  return <Button icon="search" label={label} onPress={() => search.show(!search.isOpen.value)} />;
}
