import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '../../base/format.ts';
import { useObserved } from '../../base/observed.ts';
import { Button, Field } from '../../design/controls.tsx';
import type { Finder, Search } from './search.tsx';
import { partsAwaited, useCommands } from './use-commands.ts';

const LATER_MS = 150;

/** Finds a text in the open file. Enter goes to the next place, Shift and Enter to the one before, Escape closes it. */
export function FindBar({ search }: Readonly<{ search: Search }>): ReactNode {
  const view = useObserved(search.view);
  const isAwaited = useObserved(partsAwaited) > 0;
  const [text, setText] = useState('');
  const sought = useRef('');
  const place = useRef<HTMLFormElement>(null);
  // A second Escape, which closes the file, finds the focus within the file at once.
  useLayoutEffect(() => {
    const bar = place.current;
    return () => {
      if (bar?.contains(document.activeElement)) bar.closest<HTMLElement>('[role=dialog]')?.focus();
      search.view.value?.finder.find('', false);
    };
  }, []);
  const find = (isBack: boolean): void => {
    if (search.view.value === undefined) return;
    sought.current = text;
    search.view.value.finder.find(text, isBack);
  };
  useEffect(() => {
    sought.current = '';
    if (text !== '') find(false);
  }, [view?.of]);
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
        if (event.key === 'Enter' && event.shiftKey) {
          event.preventDefault();
          find(true);
        }
      }}
    >
      {view?.finder.note !== undefined && (
        <span className="viewer-find-note" role="status">
          {view.finder.note}
        </span>
      )}
      <Field label="Find" hideLabel placeholder="Find" value={text} onChange={setText} autoFocus />
      <span className="soft number" role="status">
        {text !== '' && (view === undefined ? isAwaited && 'Waiting for the file…' : wordsOf(view.finder))}
      </span>
      <Button icon="up" label="Previous place" onPress={() => find(true)} />
      <Button icon="down" label="Next place" onPress={() => find(false)} />
      <Button icon="close" label="Close the search" onPress={() => search.show(false)} />
    </form>
  );
}

function wordsOf({ found }: Finder): string {
  if (found === undefined) return '';
  const { current, total, isSearching } = found;
  if (total > 0) return `${formatNumber(current)} of ${formatNumber(total)}`;
  return isSearching ? 'Searching…' : 'Not found';
}
