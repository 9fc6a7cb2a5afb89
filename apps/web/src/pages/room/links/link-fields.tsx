import type { ReactNode } from 'react';
import { Field } from '../../../design/controls.tsx';
import { DayField } from '../../../design/day-field.tsx';
import { capProblem, dayProblem, type LinkTerms, WHAT_COUNTS } from './link-terms.ts';

type Props = Readonly<{
  terms: LinkTerms;
  onChange: (terms: LinkTerms) => void;
  /** Downloads so far. */
  used?: number;
  /** The day of a link that has one is checked only once it was changed. */
  presentDay?: string;
}>;

/** The fields about a link, in the forms that make and change it. */
export function LinkFields({ terms, onChange, used = 0, presentDay }: Props): ReactNode {
  const to = (field: keyof LinkTerms) => (text: string) => onChange({ ...terms, [field]: text });
  return (
    <>
      <Field
        label="For whom"
        field="recipient"
        value={terms.recipient}
        onChange={to('recipient')}
        maxLength={254}
        placeholder="Nora West, Northwind"
        hint="Nothing is sent to them: you hand the link over. Only members see it."
        autoFocus
      />
      <div className="pair">
        <DayField
          label="Works until the end of"
          value={terms.day}
          onChange={to('day')}
          error={terms.day === presentDay ? undefined : dayProblem(terms.day, Date.now())}
        />
        <Field
          label="Downloads at most"
          field="max_downloads"
          type="number"
          value={terms.cap}
          onChange={to('cap')}
          hint="Empty for no limit"
          error={capProblem(terms.cap, used)}
        />
      </div>
      <p className="hint">{WHAT_COUNTS}</p>
      <Field
        label="Name"
        value={terms.name}
        onChange={to('name')}
        maxLength={100}
        hint="Tells your links apart. Only members see it."
      />
      <Field
        label="Message"
        field="message"
        value={terms.message}
        onChange={to('message')}
        maxLength={500}
        lines
        hint="Its recipient reads it, with your name, before the download."
      />
    </>
  );
}
