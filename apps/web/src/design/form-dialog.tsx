import { type ReactNode, Suspense, useState } from 'react';
import { isFactorStale } from '../base/explain.ts';
import { loadLater } from '../base/later.ts';
import { Button } from './controls.tsx';
import { FormRefusals, isShownAtFields } from './form-refusals.ts';
import { Dialog, DialogEnd } from './layers.tsx';
import { Failure } from './text.tsx';

const ProveFactor = loadLater(() => import('./prove-factor.tsx').then(({ ProveFactor: it }) => it));

type Work = Readonly<{ error: unknown; isPending: boolean; mutate: () => void }>;

type Props = Readonly<{
  title: string;
  /** The name of the button that does the work. */
  action: string;
  /** Done when the form is sent. Its error is shown above the fields, or at those that it is about. */
  work: Work;
  onClose: () => void;
  children: ReactNode;
  cancel?: string;
  kind?: 'primary' | 'danger';
  isDisabled?: boolean;
  isWide?: boolean;
  /** A click beside it does not close it. */
  isAlert?: boolean;
  /** Whether the address opens it. */
  isInAddress?: boolean;
  /** Whether the button that does the work has the focus first: of a question without fields. */
  isActionFocused?: boolean;
}>;

/** Fields and the two buttons below them. */
export const FormDialog = ({
  title,
  action,
  work,
  onClose,
  children,
  cancel = 'Cancel',
  kind = 'primary',
  isDisabled = false,
  isWide = false,
  isAlert = false,
  isInAddress = false,
  isActionFocused = false,
}: Props): ReactNode => {
  const [shown] = useState(() => new Set<string>());
  const refusals = { error: work.error, shown };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      isWide={isWide}
      isAlert={isAlert}
      isInAddress={isInAddress}
      onSend={() => {
        if (!isDisabled) work.mutate();
      }}
    >
      {isFactorStale(work.error) ? (
        <Suspense>
          <ProveFactor onProven={work.mutate} />
        </Suspense>
      ) : (
        !isShownAtFields(refusals) && <Failure error={work.error} />
      )}
      <FormRefusals value={refusals}>{children}</FormRefusals>
      <DialogEnd
        onPress={onClose}
        main={
          <Button kind={kind} type="submit" isBusy={work.isPending} isDisabled={isDisabled} autoFocus={isActionFocused}>
            {action}
          </Button>
        }
      >
        {cancel}
      </DialogEnd>
    </Dialog>
  );
};
