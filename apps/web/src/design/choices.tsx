import { type ReactNode, useId } from 'react';

type Choice<T extends string> = Readonly<{ id: T; name: string; note?: string | undefined }>;
type Props<T extends string> = Readonly<{
  legend: string;
  options: readonly Choice<T>[];
  /** None where several are chosen, each for a part. */
  value: T | undefined;
  onChange: (value: T) => void;
}>;

/** A few choices that are all in view, each with its consequence. */
export function Choices<T extends string>({ legend, options, value, onChange }: Props<T>): ReactNode {
  const group = useId();
  return (
    <fieldset className="choices">
      <legend className="label">{legend}</legend>
      {options.map(({ id, name, note }) => (
        <label key={id} className={note === undefined ? 'radio' : 'radio radio-top'}>
          <input type="radio" name={group} checked={value === id} onChange={() => onChange(id)} />
          <span>
            {name}
            {note !== undefined && <small className="soft">{note}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
