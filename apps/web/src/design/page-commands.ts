import { useEffect, useRef } from 'react';
import type { IconName } from './icons.tsx';

/** Something that a button of the page does, for those who look for it by its name. */
type PageCommand = Readonly<{ id: string; name: string; icon: IconName; run: () => void }>;

const offered = new Set<readonly PageCommand[]>();

/** The commands of all that is shown. */
export const pageCommands = (): readonly PageCommand[] => [...offered].flat();

/** Offers commands as long as a part of the page is shown. Its ids are unique in the page. */
export function usePageCommands(commands: readonly PageCommand[]): void {
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  useEffect(() => {
    const own = latest.current.map((command) => ({
      ...command,
      run: () => latest.current.find(({ id }) => id === command.id)?.run(),
    }));
    offered.add(own);
    return () => {
      offered.delete(own);
    };
  }, [commands.map(({ id }) => id).join(' ')]);
}
