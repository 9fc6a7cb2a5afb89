import type { User } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../base/isolating.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Check } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Notice } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';

/** Erases a person for good, after a box is ticked. */
export function ErasePerson({ user, onClose }: Readonly<{ user: User; onClose: () => void }>): ReactNode {
  const [isTicked, setTicked] = useState(false);
  const name = user.name || user.email;
  const erase = useMutation({
    mutationFn: () => service.users.erase(user.id),
    onSuccess: () => {
      toast('Erased. The log says “erased user” from now on.');
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  });
  return (
    <FormDialog
      title={isolateNames`Erase ${name}`}
      action="Erase"
      kind="danger"
      isAlert
      work={erase}
      isDisabled={!isTicked}
      onClose={onClose}
    >
      <Notice tone="warn">
        For good, and nothing brings them back: their name and address go from everything that this service stores, and
        so do their access, API tokens and links. What they did stays in the log, without their name. To keep them out
        only, deactivate them.
      </Notice>
      <Check isSelected={isTicked} onChange={setTicked}>
        Erase {name} for good
      </Check>
    </FormDialog>
  );
}
