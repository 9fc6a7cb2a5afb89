import type { ReactNode } from 'react';
import { Icon } from '../../design/icons.tsx';
import type { OfficeKind } from '../../office/model.ts';

/** The most important parts that the view of a kind leaves out of every document. */
const WITHOUT: Partial<Record<OfficeKind, string>> = {
  docx: 'no headers, frames or columns',
  odt: 'no frames or columns',
  xlsx: 'no borders or fonts',
  ods: 'no charts, borders or fonts',
  pptx: 'no effects or animations',
  odp: 'no lines, charts or animations',
  eml: 'no pictures or colours',
  msg: 'no pictures or colours',
};

type Props = Readonly<{ kind: OfficeKind; notes: readonly string[] }>;

/** Says what a simplified view leaves out, with notes on the parts. */
export const OmittedParts = ({ kind, notes }: Props): ReactNode =>
  notes.length > 0 && (
    <details className="viewer-notes">
      <summary>
        <Icon name="info" />
        <span className="viewer-word">
          A simplified view
          {WITHOUT[kind] && <span className="viewer-more">: {WITHOUT[kind]}</span>}
        </span>
      </summary>
      <ul>
        {WITHOUT[kind] && <li className="viewer-without">It has {WITHOUT[kind]}.</li>}
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
