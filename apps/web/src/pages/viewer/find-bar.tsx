import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '../../base/format.ts';
import { Button, Field } from '../../design/controls.tsx';
import { useCommands } from './use-commands.ts';

type Found = Readonly<{ current: number; total: number; isSearching: boolean }>;
type Props = Readonly<{
  /** Undefined where nothing can be found. */
  found: Found | undefined;
  /** Says what is not searched. */
  note?: string | undefined;
  onFind: (text: string, isBack: boolean) => void;
  onClose: () => void;
}>;

const LATER_MS = 150;

/** Finds a text in the open file. Enter goes to the next place, Shift and Enter to the one before, Escape closes it. */
export function FindBar({ found, note, onFind, onClose }: Props): ReactNode {
  const [text, setText] = useState('');
  const sought = useRef('');
  const place = useRef<HTMLFormElement>(null);
  // A second Escape, which closes the file, finds the focus within the file at once.
  useLayoutEffect(() => {
    const bar = place.current;
    return () => {
      if (bar?.contains(document.activeElement)) bar.closest<HTMLElement>('[role=dialog]')?.focus();
    };
  }, []);
  const find = (isBack: boolean): void => {
    sought.current = text;
    onFind(text, isBack);
  };
  useEffect(() => {
    if (text === sought.current) return undefined;
    const timer = setTimeout(() => find(false), LATER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  useCommands((command) => {
    if (command === 'find') place.current?.querySelector('input')?.select();
    else if (command === 'find next' || command === 'find previous') find(command === 'find previous');
    else return false;
    return true;
  });
  return (
    <form
      className="viewer-find"
      role="search"
      ref={place}
      onSubmit={(event) => {
        event.preventDefault();
        find(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onClose();
        } else if (event.key === 'Enter' && event.shiftKey) {
          event.preventDefault();
          find(true);
        }
      }}
    >
      {note !== undefined && (
        <span className="viewer-find-note" role="status">
          {note}
        </span>
      )}
      <Field label="Find" hideLabel placeholder="Find" value={text} onChange={setText} autoFocus />
      <span className="soft number" role="status">
        {text === '' || found === undefined ? '' : wordsOf(found)}
      </span>
      <Button icon="up" label="Previous place" onPress={() => find(true)} />
      <Button icon="down" label="Next place" onPress={() => find(false)} />
      <Button icon="close" label="Close the search" onPress={onClose} />
    </form>
  );
}

function wordsOf({ current, total, isSearching }: Found): string {
  if (total > 0) return `${formatNumber(current)} of ${formatNumber(total)}`;
  return isSearching ? 'Searching…' : 'Not found';
}
