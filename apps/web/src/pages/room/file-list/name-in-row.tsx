import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { stemOf } from '../../../base/name-parts.ts';
import { isFocusLost, isLayerOpen } from '../../../design/focus-back.ts';
import { nameProblem } from './name-problem.ts';
import type { Row } from './rows.ts';

/** The reason why a name cannot be given. `free`: one like it that no file has. */
export type RefusedName = Readonly<{ text: string; free?: string }>;

/** Gives a row another name, or says why it cannot have it. */
export type Rename = (row: Row, name: string) => Promise<RefusedName | undefined>;

/** Frames in which a menu that opened the field still wants the focus. */
const FRAMES_OF_MENU = 12;
const MOST = 255;

type Props = Readonly<{
  name: string;
  isFolder: boolean;
  save: (name: string) => Promise<RefusedName | undefined>;
  /** Called with the name that the row has then. `isFocused`: nothing else has taken the focus, which the row gets back. */
  onEnd: (name: string, isFocused: boolean) => void;
}>;

/** The name of a row as a field. Enter and a press elsewhere save it; Escape leaves it. */
export function NameInRow({ name, isFolder, save, onEnd }: Props): ReactNode {
  const [typed, setTyped] = useState(name);
  const [refused, setRefused] = useState<RefusedName>();
  const [isSaving, setSaving] = useState(false);
  const place = useRef<HTMLInputElement>(null);
  const isEnded = useRef(false);
  const said = useId();
  useEffect(() => {
    let frames = FRAMES_OF_MENU;
    const take = (): void => {
      const input = place.current;
      if (input === null || frames-- === 0) return;
      if (document.activeElement !== input) {
        input.focus({ preventScroll: true });
        if (input.value === name) input.setSelectionRange(0, isFolder ? name.length : stemOf(name).length);
      }
      requestAnimationFrame(take);
    };
    take();
  }, []);
  const end = (now: string): void => {
    if (isEnded.current) return;
    isEnded.current = true;
    onEnd(now, isFocusLost() || document.activeElement === place.current);
  };
  const send = async (): Promise<void> => {
    const next = typed.trim();
    if (next === name) {
      end(name);
      return;
    }
    const problem = nameProblem(next);
    if (problem !== undefined) {
      setRefused({ text: problem });
      return;
    }
    setSaving(true);
    const answer = await save(next);
    setSaving(false);
    if (answer === undefined) end(next);
    else {
      setRefused(answer);
      place.current?.focus();
    }
  };
  const press = (event: KeyboardEvent): void => {
    // The list has commands on the same keys.
    event.stopPropagation();
    if (isSaving || event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void send();
    else if (event.key === 'Escape') end(name);
    else return;
    event.preventDefault();
  };
  const note = refused?.text ?? endingNote(name, typed, isFolder);
  return (
    <span className="name-in-row">
      <label>
        <span className="hidden-visually">Name of {name}</span>
        <input
          ref={place}
          className="input"
          value={typed}
          maxLength={MOST}
          readOnly={isSaving}
          spellCheck={false}
          aria-invalid={refused !== undefined}
          aria-describedby={note === undefined ? undefined : said}
          onChange={({ target }) => {
            setTyped(target.value);
            setRefused(undefined);
          }}
          onKeyDown={press}
          onBlur={({ relatedTarget }) => {
            const isBeside = relatedTarget instanceof Element && relatedTarget.closest('.name-in-row') !== null;
            if (isSaving || isBeside || isLayerOpen() || !document.hasFocus()) return;
            // A name that cannot be given does not keep a person in the field.
            if (refused !== undefined || nameProblem(typed.trim()) !== undefined) end(name);
            else void send();
          }}
        />
      </label>
      {note !== undefined && (
        <span className="name-note" id={said} role="alert" data-refused={refused !== undefined || undefined}>
          {note}
          {refused?.free !== undefined && (
            <button
              type="button"
              className="name-free"
              onClick={() => {
                setTyped(refused.free ?? typed);
                setRefused(undefined);
                place.current?.focus();
              }}
              onKeyDown={(event) => event.stopPropagation()}
            >
              Take <bdi>{refused.free}</bdi>
            </button>
          )}
        </span>
      )}
    </span>
  );
}

const endOf = (name: string): string => /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';

/** A note on another ending than before. */
const endingNote = (name: string, typed: string, isFolder: boolean): string | undefined =>
  isFolder || endOf(name) === endOf(typed)
    ? undefined
    : `The name ended with “${endOf(name) === '' ? 'nothing' : `.${endOf(name)}`}”: programs may not know the file any more.`;
