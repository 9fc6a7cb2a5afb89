import type { User } from '@strongroom/client';
import { type ReactNode, Suspense } from 'react';
import { loadLater } from '../../base/later.ts';
import { DeactivatePerson, EditPerson } from './edit-person.tsx';
import { ErasePerson } from './erase-person.tsx';
import { PersonAccess } from './person-access.tsx';
import type { PersonDialog } from './person-actions.ts';
import { SendLink } from './person-link.tsx';

const ChangeEmail = loadLater(() => import('../change-email.tsx').then(({ ChangeEmail: it }) => it));

type Props = Readonly<{ dialog: PersonDialog; user: User; onClose: () => void }>;

/** The dialog of an action on a person. */
export function PersonDialogOf({ dialog, user, onClose }: Props): ReactNode {
  switch (dialog) {
    case 'edit':
      return <EditPerson user={user} onClose={onClose} />;
    case 'email':
      return (
        <Suspense fallback={null}>
          <ChangeEmail user={user} onClose={onClose} />
        </Suspense>
      );
    case 'access':
      return <PersonAccess user={user} onClose={onClose} />;
    case 'link':
      return <SendLink user={user} onClose={onClose} />;
    case 'erase':
      return <ErasePerson user={user} onClose={onClose} />;
    case 'end':
      return <DeactivatePerson user={user} onClose={onClose} />;
  }
}
