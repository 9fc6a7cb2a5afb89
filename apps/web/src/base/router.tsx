import { type ReactNode, useSyncExternalStore } from 'react';
import { RouterProvider } from 'react-aria-components';
import { whenEntriesLeft } from './leaving.ts';
import { leavePage } from './unsaved.ts';

const MOVED = 'strongroom:moved';
const subscribe = (listener: () => void): (() => void) => {
  addEventListener('popstate', listener);
  addEventListener(MOVED, listener);
  return () => {
    removeEventListener('popstate', listener);
    removeEventListener(MOVED, listener);
  };
};

/** Path and query of the page. */
export const useAddress = (): URL => {
  const text = useSyncExternalStore(subscribe, () => location.pathname + location.search);
  return new URL(text, location.origin);
};

/** Whether the entry of the history is that of a dialog, which the way back would meet without its dialog. */
const isOfLayer = (state: unknown): boolean => typeof state === 'object' && state !== null && 'layer' in state;

/** Goes to a page of the application. `replace`: the back button does not return to the current page. */
export function goTo(to: string, { replace = false }: Readonly<{ replace?: boolean }> = {}): void {
  whenEntriesLeft(() => {
    if (replace || isOfLayer(history.state)) history.replaceState(null, '', to);
    else history.pushState(null, '', to);
    dispatchEvent(new Event(MOVED));
    if (!replace) scrollTo(0, 0);
  });
}

type Changes = Readonly<Record<string, string>>;

/** The address of this page with other parameters of the query. An empty one is left out. */
export function addressWith(changes: Changes): string {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === '') url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.pathname + url.search;
}

/** Changes parameters of the query, which are the state of a list: a link to it shows the same. */
export const setQuery = (changes: Changes, replace = true): void => goTo(addressWith(changes), { replace });

export const Routed = ({ children }: Readonly<{ children: ReactNode }>): ReactNode => (
  <RouterProvider navigate={(to) => leavePage(() => goTo(to))}>{children}</RouterProvider>
);

type Params = Readonly<Record<string, string>>;
type Page = Readonly<{ pattern: string; show: (params: Params) => ReactNode }>;

/** The first page whose pattern fits: `/rooms/:id`. */
export function pageAt(path: string, pages: readonly Page[]): ReactNode | undefined {
  const parts = path.replace(/\/$/, '').split('/');
  for (const { pattern, show } of pages) {
    const wanted = pattern.replace(/\/$/, '').split('/');
    if (wanted.length !== parts.length) continue;
    if (!wanted.every((part, index) => part.startsWith(':') || part === parts[index])) continue;
    const named: Record<string, string> = {};
    for (const [index, part] of wanted.entries())
      if (part.startsWith(':')) named[part.slice(1)] = decodeURIComponent(parts[index] ?? '');
    return show(named);
  }
  return undefined;
}
