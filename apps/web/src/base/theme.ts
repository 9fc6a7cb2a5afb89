import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';

const PLACE = 'theme';
const listeners = new Set<() => void>();

const stored = (): Theme => {
  const found = localStorage.getItem(PLACE);
  return found === 'light' || found === 'dark' ? found : 'system';
};

function apply(): void {
  const theme = stored();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function setTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(PLACE);
  else localStorage.setItem(PLACE, theme);
  apply();
  for (const listener of listeners) listener();
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, stored);

apply();
