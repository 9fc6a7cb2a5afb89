import type { KeyboardEvent } from 'react';
import { commandsOf, type KeyRow, keyName, type Press } from '../base/key-table.ts';

const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
/** Letters typed within this time together form the beginning of a name. */
const TYPED_TOGETHER_MS = 700;

/** Remembers what a person types, and finds the row whose name begins with it. */
export class TypeAhead {
  #typed = '';
  #last = Number.NEGATIVE_INFINITY;

  /** Whether a name continues with this letter after those that were typed just before. `now`: milliseconds. */
  continues(letter: string, names: readonly string[], now: number): boolean {
    const sought = (this.#typed + letter).toLowerCase();
    return this.#isPending(now) && names.some((name) => name.toLowerCase().startsWith(sought));
  }

  #isPending(now: number): boolean {
    return now - this.#last <= TYPED_TOGETHER_MS;
  }

  /** The place of the row, from the one after `from` on and around; undefined where none begins so. `now`: milliseconds. */
  find(letter: string, names: readonly string[], from: number, now: number): number | undefined {
    this.#typed = this.#isPending(now) ? this.#typed + letter : letter;
    this.#last = now;
    const sought = this.#typed.toLowerCase();
    const start = sought.length === 1 ? from + 1 : from;
    for (let step = 0; step < names.length; step++) {
      const place = (start + step) % names.length;
      if (names[place]?.toLowerCase().startsWith(sought)) return place;
    }
    return undefined;
  }
}

/** The row that a key leads to. `page`: rows that the window shows. */
export function rowAfter(key: string, from: number, count: number, page: number): number | undefined {
  const step = key === 'PageDown' ? page : key === 'PageUp' ? -page : STEPS[key];
  return step === undefined || count === 0 ? undefined : Math.min(count - 1, Math.max(0, from + step));
}

/** A wish of a person about the list of files, whatever has the focus. */
type ListCommand = 'select all' | 'clear' | 'cut' | 'paste' | 'rename' | 'delete' | 'enter' | 'up';

/** The keys of each list, as the programs for files of Windows and macOS have them. */
export const LIST_KEYS: readonly KeyRow<ListCommand>[] = [
  { what: 'Go into the list', keys: { ArrowDown: 'enter' } },
  { what: 'Select all', keys: { 'Ctrl+a': 'select all' } },
  { what: 'Clear the selection', keys: { Escape: 'clear' } },
];

/** The keys of the list of files. */
export const FILE_KEYS: readonly KeyRow<ListCommand>[] = [
  { what: 'Folder above', keys: { Backspace: 'up', 'Alt+ArrowUp': 'up' }, mac: { 'Ctrl+ArrowUp': 'up' } },
  { what: 'Cut, to move', keys: { 'Ctrl+x': 'cut' } },
  { what: 'Move here what was cut', keys: { 'Ctrl+v': 'paste' } },
  { what: 'Rename', keys: { F2: 'rename' } },
  { what: 'Delete', keys: { Delete: 'delete' }, mac: { 'Ctrl+Backspace': 'delete' } },
];

const COMMANDS = commandsOf([...LIST_KEYS, ...FILE_KEYS]);

/** Keys that macOS has for a command, which others use for something else. */
const isForMac = ({ key, ctrlKey }: Press): boolean => ctrlKey && (key === 'Backspace' || key === 'ArrowUp');

export const listCommandOf = (press: Press): ListCommand | undefined =>
  isForMac(press) ? undefined : COMMANDS.get(keyName(press));

/** Whether nothing of the page has the focus, so that an arrow leads into the list. */
export const isNowhere = ({ target }: Readonly<{ target: unknown }>): boolean =>
  target === document.body || (target instanceof HTMLElement && target.id === 'main');

type Place = Readonly<{ body: HTMLElement; height: number; headHeight: number }>;

/** Frames in which a row that came into sight is drawn. */
const MAX_FRAMES = 30;

/** The row that gets the focus as soon as it is drawn. A later one takes its place. */
let coming: number | undefined;

export const comingRow = (): number | undefined => coming;

/** Scrolls to a row and gives it the focus: at once, so that the next key continues from there, or when it is drawn. */
export function focusRow({ body, height, headHeight }: Place, row: number): void {
  const top = body.getBoundingClientRect().top + row * height;
  if (top < headHeight) scrollBy(0, top - headHeight);
  else if (top + height > innerHeight - headHeight) scrollBy(0, top + height - innerHeight + headHeight);
  coming = row;
  const focusIn = (frames: number): void => {
    if (coming !== row) return;
    const drawn = body.querySelector<HTMLElement>(`[data-index="${row}"] a`);
    if (drawn === null && frames > 0) {
      requestAnimationFrame(() => focusIn(frames - 1));
      return;
    }
    coming = undefined;
    drawn?.focus({ preventScroll: true });
  };
  focusIn(MAX_FRAMES);
}

/** The row of an event within a list. */
export function rowOf({ target }: Readonly<{ target: unknown }>): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return row === null ? undefined : Number(row.dataset['index']);
}

/** Goes to the next control of a row, or the one before. */
export function focusBeside(event: KeyboardEvent, step: 1 | -1): void {
  const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
  const controls = [...(row?.querySelectorAll<HTMLElement>('a, button, input') ?? [])];
  const at = controls.findIndex((one) => one === document.activeElement);
  controls[at + step]?.focus();
}
