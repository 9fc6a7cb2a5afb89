import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { Field } from '../../../design/controls.tsx';
import { Icon } from '../../../design/icons.tsx';
import { rowAfter, TypeAhead } from '../../../design/list-keys.ts';

/** Choices that a Page key goes over. */
const PAGE = 8;
const LEVEL_PX = 18;

/** The places of a tree with a field above it, which arrow keys go between. */
export type TreePlaces = Readonly<{ tree: RefObject<HTMLDivElement | null>; finder: RefObject<HTMLDivElement | null> }>;

export function useTreePlaces(): TreePlaces {
  const tree = useRef<HTMLDivElement>(null);
  const finder = useRef<HTMLDivElement>(null);
  return { tree, finder };
}

/** The choices that can be chosen, in their order. */
export const choicesIn = ({ tree }: TreePlaces): readonly HTMLInputElement[] => [
  ...(tree.current?.querySelectorAll<HTMLInputElement>('.folder-choice input:enabled') ?? []),
];

type TreeProps = Readonly<{
  label: string;
  /** One of its choices, or any number of them. */
  role: 'radiogroup' | 'group';
  places: TreePlaces;
  /** Called with the value of the choice that a key leads to. */
  onReach?: (value: string) => void;
  children: ReactNode;
}>;

/**
 * Rows of choices that arrow keys and Page keys lead through, and letters where no field above them takes these. Left and right
 * close and open what has rows below it. It is one stop of the Tab key: radio buttons are by themselves, and boxes are reached
 * through the tree around them.
 */
export function ChoiceTree({ label, role, places, onReach = () => undefined, children }: TreeProps): ReactNode {
  const [typed] = useState(() => new TypeAhead());
  const [isInside, setInside] = useState(false);
  const last = useRef<Element>(null);
  const enter = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
    setInside(true);
    const choices = choicesIn(places);
    if (target !== currentTarget) last.current = target;
    else (choices.find((one) => one === last.current) ?? choices[0])?.focus();
  };
  const press = (event: KeyboardEvent): void => {
    const choices = choicesIn(places);
    const at = choices.findIndex((one) => one === event.target);
    const chosen = choices[at];
    if (chosen === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const finder = places.finder.current?.querySelector('input');
    const fold = rowOf(chosen)?.querySelector<HTMLButtonElement>('button.folder-open');
    const isOpen = fold?.ariaExpanded === 'true';
    const letter = event.key.length === 1 && event.key !== ' ' ? event.key : undefined;
    if (finder && letter !== undefined && letter !== '/') {
      // The letter goes into the field.
      finder.select();
      return;
    }
    if (finder && (letter === '/' || (event.key === 'ArrowUp' && at === 0))) finder.select();
    else if (event.key === 'ArrowRight') {
      if (!isOpen) fold?.click();
    } else if (event.key === 'ArrowLeft' && isOpen) fold?.click();
    else {
      const to =
        event.key === 'ArrowLeft'
          ? choiceAbove(chosen)
          : choices[
              (letter === undefined
                ? rowAfter(event.key, at, choices.length, PAGE)
                : typed.find(letter, choices.map(nameOfChoice), at, performance.now())) ?? -1
            ];
      if (to === undefined && event.key !== 'ArrowLeft') return;
      to?.focus();
      if (to !== undefined) onReach(to.value);
    }
    event.preventDefault();
  };
  const named = { role, 'aria-label': label, ...(role === 'group' && { tabIndex: isInside ? -1 : 0, onFocus: enter }) };
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the choices in it have the focus
    <div
      {...named}
      className="folder-choices"
      ref={places.tree}
      onKeyDown={press}
      onBlur={({ relatedTarget, currentTarget }) => setInside(currentTarget.contains(relatedTarget))}
    >
      {children}
    </div>
  );
}

const rowOf = (choice: Element): Element | null => choice.closest('.folder-choice');
const levelOf = (row: Element | null | undefined): number => Number(row?.getAttribute('data-level') ?? 0);
const nameOfChoice = ({ labels }: HTMLInputElement): string => labels?.[0]?.querySelector('bdi')?.textContent ?? '';

/** The nearest one above that can be chosen and has the choice below it. */
function choiceAbove(choice: HTMLInputElement): HTMLInputElement | undefined {
  let level = levelOf(rowOf(choice));
  for (let row = rowOf(choice)?.previousElementSibling; row; row = row.previousElementSibling) {
    if (levelOf(row) >= level) continue;
    level = levelOf(row);
    const above = row.querySelector<HTMLInputElement>('input:enabled');
    if (above !== null) return above;
  }
  return undefined;
}

type RowProps = Readonly<{
  level: number;
  /** Whether what is below it is shown; undefined where nothing is, or in a list of hits. */
  isOpen?: boolean | undefined;
  /** The name of what opens. */
  name?: string;
  /** Whether it stands alone, in a list of hits. */
  isAlone?: boolean;
  onToggle?: () => void;
  children: ReactNode;
}>;

/** A row with a button that opens what is below it. */
export const ChoiceRow = ({
  level,
  isOpen,
  name = '',
  isAlone = false,
  onToggle = () => undefined,
  children,
}: RowProps): ReactNode => (
  <div
    className="folder-choice"
    data-level={level}
    style={isAlone ? undefined : { paddingInlineStart: level * LEVEL_PX }}
  >
    {isAlone ? null : isOpen === undefined ? (
      <span className="folder-open" />
    ) : (
      <button
        type="button"
        className="folder-open"
        // Arrow keys do it for the row.
        tabIndex={-1}
        aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Icon name={isOpen ? 'down' : 'right'} />
      </button>
    )}
    {children}
  </div>
);

type FinderProps = Readonly<{
  label: string;
  places: TreePlaces;
  value: string;
  onChange: (sought: string) => void;
  /** Takes Enter. Returns whether it did something. */
  onEnter: () => boolean;
  /** Whether it has the focus first, so that one can type at once. */
  autoFocus?: boolean;
}>;

/** The field above a tree. Arrow down leads to the choices, Escape empties it. */
export function ChoiceFinder({ label, places, value, onChange, onEnter, autoFocus = false }: FinderProps): ReactNode {
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') choicesIn(places)[0]?.focus();
    else if (event.key === 'Escape' && value !== '') onChange('');
    else if (event.key !== 'Enter' || !onEnter()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="grow" ref={places.finder} onKeyDownCapture={press}>
      <Field
        label={label}
        hideLabel
        placeholder={label}
        type="search"
        value={value}
        onChange={onChange}
        maxLength={200}
        autoFocus={autoFocus}
      />
    </div>
  );
}
