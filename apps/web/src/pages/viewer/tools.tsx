import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useIsPhone } from '../../base/media.ts';
import { Button } from '../../design/controls.tsx';

/** From here on the bar has place for the tools beside the name. The style sheet has the same width. */
const WIDE = matchMedia('(width >= 1200px)');

const onWidth = (listener: () => void): (() => void) => {
  WIDE.addEventListener('change', listener);
  return () => WIDE.removeEventListener('change', listener);
};

export const useHasToolsInBar = (): boolean => useSyncExternalStore(onWidth, () => WIDE.matches);

/** The element of the bar that takes the tools of the open file; null where they have a row of their own. */
const PlaceInBar = createContext<HTMLElement | null>(null);
const IsInner = createContext(false);

export const ToolsInBar = ({ place, children }: Readonly<{ place: HTMLElement | null; children: ReactNode }>) => (
  <PlaceInBar value={place}>{children}</PlaceInBar>
);

/** A file that lies in the open one keeps its tools below its own bar. */
export const ToolsOfInner = ({ children }: Readonly<{ children: ReactNode }>): ReactNode => (
  <PlaceInBar value={null}>
    <IsInner value>{children}</IsInner>
  </PlaceInBar>
);

/** The tools of one kind of file. */
export function Tools({ label, children }: Readonly<{ label: string; children: ReactNode }>): ReactNode {
  const place = use(PlaceInBar);
  const tools = (
    <div className="viewer-tools" role="toolbar" aria-label={label}>
      {children}
    </div>
  );
  return place === null ? tools : createPortal(tools, place);
}

/** On a phone the menu of the file has it. */
export function PrintButton({ isBusy, onPress }: Readonly<{ isBusy?: boolean; onPress: () => void }>): ReactNode {
  const isInMenu = useIsPhone();
  const isInner = use(IsInner);
  return isInMenu && !isInner ? null : <Button icon="print" label="Print" isBusy={isBusy} onPress={onPress} />;
}
