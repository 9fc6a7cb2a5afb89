import type { ReactNode } from 'react';
import { Icon } from '../../design/icons.tsx';

/** Notes on the parts that a simplified view leaves out. */
export const OmittedParts = ({ notes }: Readonly<{ notes: readonly string[] }>): ReactNode =>
  notes.length > 0 && (
    <details className="viewer-notes">
      <summary>
        <Icon name="info" /> A simplified view{notes.length > 1 && `: ${notes.length} notes`}
      </summary>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </details>
  );
