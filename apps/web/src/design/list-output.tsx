import type { ReactNode } from 'react';
import { Button } from './controls.tsx';

type Props = Readonly<{ onSave: () => void; isSaving?: boolean }>;

/** Takes a list away as it is filtered: all of it as a table, or the rows in sight on paper. */
export const ListOutput = ({ onSave, isSaving = false }: Props): ReactNode => (
  <div className="row no-print">
    <Button kind="quiet" icon="download" label="Download as CSV" onPress={onSave} isBusy={isSaving}>
      CSV
    </Button>
    <Button kind="quiet" icon="print" onPress={() => print()}>
      Print
    </Button>
  </div>
);
