import { type ComponentType, type ReactNode, Suspense } from 'react';
import { loadLater } from '../../base/later.ts';
import type { WholePerson } from '../person-name.ts';
import { DeactivatePerson, EditPerson } from './edit-person.tsx';
import { ErasePerson } from './erase-person.tsx';
import { PersonAccess } from './person-access.tsx';
import type { PersonDialog } from './person-actions.ts';
import { SendLink } from './person-link.tsx';
import { PlacePerson } from './person-place.tsx';
import { UnitsOfPerson } from './person-units.tsx';

const ChangeEmail = loadLater(() => import('../change-email.tsx').then(({ ChangeEmail: it }) => it));

type AboutPerson = Readonly<{ user: WholePerson; onClose: () => void }>;

const DIALOGS: Readonly<Record<PersonDialog, ComponentType<AboutPerson>>> = {
  edit: EditPerson,
  email: ChangeEmail,
  place: PlacePerson,
  units: UnitsOfPerson,
  access: PersonAccess,
  link: SendLink,
  erase: ErasePerson,
  end: DeactivatePerson,
};

/** The dialog of an action on a person. */
export function PersonDialogOf({ dialog, ...about }: AboutPerson & Readonly<{ dialog: PersonDialog }>): ReactNode {
  const Shown = DIALOGS[dialog];
  return (
    <Suspense fallback={null}>
      <Shown {...about} />
    </Suspense>
  );
}
