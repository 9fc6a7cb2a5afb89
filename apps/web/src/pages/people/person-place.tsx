import type { User } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../base/isolating.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Choices } from '../../design/choices.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Notice } from '../../design/text.tsx';

const PLACES = [
  { id: 'here', name: 'The organisation' },
  {
    id: 'outside',
    name: 'Another organisation',
    note: 'They see the people whom they meet in a room, and no org units',
  },
] as const;

/** Whether a person belongs to the organisation. */
export function PlacePerson({ user, onClose }: Readonly<{ user: User; onClose: () => void }>): ReactNode {
  const before = user.external ? 'outside' : 'here';
  const [place, setPlace] = useState<(typeof PLACES)[number]['id']>(before);
  const edit = useMutation({
    mutationFn: () => service.users.edit(user.id, { external: place === 'outside' }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['people'] }),
  });
  return (
    <FormDialog
      title={isolateNames`Organisation of ${user.name || user.email}`}
      action="Save"
      work={edit}
      isDisabled={place === before}
      onClose={onClose}
    >
      <Choices legend="They belong to" options={PLACES} value={place} onChange={setPlace} />
      {place !== before && user.clearance_level === '' && (
        <Notice>Nobody gave them a clearance of their own: it becomes that of people {placeName[place]}.</Notice>
      )}
    </FormDialog>
  );
}

const placeName = { here: 'of the organisation', outside: 'from outside' } as const;
