import { type ReactNode, useState } from 'react';
import { Label, Text, TextArea, TextField } from 'react-aria-components';
import { addressProblem, endsAddress, isAddress } from '../base/addresses.ts';
import { type Addresses, enter } from '../base/addresses-in-field.ts';
import { isolateNames } from '../base/isolating.ts';
import { Icon } from './icons.tsx';

/** `whyNot`: shown to explain, and not to be chosen. */
export type Suggestion = Readonly<{ email: string; name: string; whyNot?: string }>;

/** Words that are explained; the others are marked. */
const NAMED = 5;

type Props = Readonly<{
  value: Addresses;
  onChange: (value: Addresses) => void;
  hint: ReactNode;
  /** People whom the typed letters fit. */
  suggest?: (typed: string) => readonly Suggestion[];
  /** Names of people that are known by their address. */
  nameOf?: (email: string) => string | undefined;
}>;

/** A field for many e-mail addresses. Each becomes a mark of its own, red where it is not an address; one can be taken out or mended. */
export function AddressField({
  value,
  onChange,
  hint,
  suggest = () => [],
  nameOf = () => undefined,
}: Props): ReactNode {
  const { entered, typed, names, others = {} } = value;
  const [isLeft, setLeft] = useState(false);
  const bad = entered.filter((word) => !isAddress(word));
  const doubled = entered.filter((word) => others[word] !== undefined);
  const enterAll = (): void => onChange(enter(value));
  const without = (word: string): readonly string[] => entered.filter((known) => known !== word);
  const found = typed.trim().length < 2 ? [] : suggest(typed.trim()).filter(({ email }) => !entered.includes(email));
  return (
    <TextField
      className="field"
      value={typed}
      autoFocus
      isInvalid={bad.length > 0}
      // The form is sent without the words that are no addresses.
      validationBehavior="aria"
      onChange={(text) => {
        setLeft(false);
        const next = { ...value, typed: text };
        onChange(endsAddress(text) ? enter(next) : next);
      }}
      onBlur={() => {
        setLeft(true);
        if (typed.includes('@')) enterAll();
      }}
      onKeyDown={(event) => {
        const last = entered.at(-1);
        if (event.key === 'Enter' && typed.trim() !== '') {
          event.preventDefault();
          enterAll();
        } else if (event.key === 'Backspace' && typed === '' && last !== undefined) {
          event.preventDefault();
          onChange({ ...value, entered: without(last), typed: last });
        } else event.continuePropagation();
      }}
    >
      <Label className="label">E-mail addresses</Label>
      {entered.length > 0 && (
        <ul className="chips" aria-label="Addresses">
          {entered.map((word) => (
            <li key={word} className="chip" data-bad={!isAddress(word) || undefined} title={nameOf(word)}>
              {nameOf(word) ?? (names[word] === undefined ? word : `${names[word]} <${word}>`)}
              <button
                type="button"
                aria-label={`Take out ${word}`}
                onClick={() => onChange({ ...value, entered: without(word) })}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <TextArea className="input input-low" rows={1} />
      {found.length > 0 && (
        <ul className="suggestions" aria-label="People who fit">
          {found.map(({ email, name, whyNot }) => (
            <li key={email}>
              {whyNot === undefined ? (
                <button type="button" onClick={() => onChange({ ...value, entered: [...entered, email], typed: '' })}>
                  <strong>{name}</strong> <span className="soft">{email}</span>
                </button>
              ) : (
                <p className="soft">
                  {name} {whyNot}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <Text slot="description" className="hint">
        {hint}
      </Text>
      {doubled.length > 0 && (
        <div className="hint" role="alert">
          {doubled.slice(0, NAMED).map((word) => (
            <p key={word}>
              {isolateNames`${word} came with several names: ${[names[word], ...(others[word] ?? [])].join(', ')}. It is entered once.`}
            </p>
          ))}
          {doubled.length > NAMED && <p>And {doubled.length - NAMED} more addresses with several names.</p>}
        </div>
      )}
      {(bad.length > 0 || (isLeft && typed.trim() !== '' && !typed.includes('@'))) && (
        <div className="field-error" role="alert">
          {bad.length === 0 && `“${typed.trim()}” is no e-mail address.`}
          {bad.slice(0, NAMED).map((word) => (
            <p key={word}>
              {isolateNames`“${names[word] === undefined ? word : `${names[word]} <${word}>`}” is no e-mail address: ${addressProblem(word)}.`}
            </p>
          ))}
          {bad.length > NAMED && <p>And {bad.length - NAMED} more in red.</p>}
        </div>
      )}
    </TextField>
  );
}
