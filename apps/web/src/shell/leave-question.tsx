import { type ReactNode, useEffect, useState } from 'react';
import { askBeforeLeaving, forgetUnsaved, useHasUnsaved } from '../base/unsaved.ts';
import { useBackCloses } from '../design/back-closes.ts';
import { FormDialog } from '../design/form-dialog.tsx';

/** Over the entry of the page lies that of the question. */
const goBack = (): void => history.go(-2);

function keepPage(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

/** Asks before a person leaves a page with something that they changed and did not save. */
export function LeaveQuestion(): ReactNode {
  const hasUnsaved = useHasUnsaved();
  const [leave, setLeave] = useState<() => void>();
  useEffect(() => askBeforeLeaving((work) => setLeave(() => work)), []);
  useBackCloses(hasUnsaved && leave === undefined, () => setLeave(() => goBack));
  useEffect(() => {
    if (!hasUnsaved) return undefined;
    addEventListener('beforeunload', keepPage);
    return () => removeEventListener('beforeunload', keepPage);
  }, [hasUnsaved]);
  if (leave === undefined) return null;
  const stay = (): void => setLeave(undefined);
  const go = (): void => {
    forgetUnsaved();
    stay();
    leave();
  };
  return (
    <FormDialog
      title="Leave without saving?"
      action="Leave"
      cancel="Stay"
      kind="danger"
      work={{ error: null, isPending: false, mutate: go }}
      onClose={stay}
      isAlert
    >
      <p>Something that you changed on this page is not saved.</p>
    </FormDialog>
  );
}
