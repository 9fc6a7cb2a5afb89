import type { Folder, Group, Member, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { firstNames } from '../../../base/first-names.ts';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { setQuery } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { toast } from '../../../design/toasts.tsx';
import { foldersNaming } from './group-rights.ts';
import { refreshAfterGroupChange } from './groups-data.ts';
import { isInGroup } from './in-group.ts';

type DeleteProps = Readonly<{
  room: Room;
  group: Group;
  members: readonly Member[];
  folders: readonly Folder[];
  onClose: () => void;
}>;

/** Asks whether a group is to go, and names the folders that it opens. */
export function DeleteGroup({ room, group, members, folders, onClose }: DeleteProps): ReactNode {
  const restricted = foldersNaming(folders, group);
  const left = restricted.filter(({ isLast }) => isLast).map(({ path }) => path);
  const others = restricted.filter(({ isLast }) => !isLast).map(({ path }) => path);
  const count = members.filter((member) => isInGroup(member, group)).length;
  const remove = useMutation({
    mutationFn: () => service.groups.delete(room.id, group.id),
    onSuccess: () => {
      toast(isolateNames`The group ${group.name} is deleted.`);
      setQuery({ group: '' });
      onClose();
    },
    onSettled: () => refreshAfterGroupChange(room.id),
  });
  return (
    <FormDialog
      title={isolateNames`Delete the group ${group.name}?`}
      action="Delete the group"
      kind="danger"
      work={remove}
      isAlert
      onClose={onClose}
    >
      <ul className="consequences">
        <li>
          {count === 0
            ? 'No member is in it.'
            : `${plural(count, 'member stays', 'members stay')} in the room, and ${count === 1 ? 'sees' : 'see'} what their other groups see.`}
        </li>
        {restricted.length === 0 && <li>No restricted folder names it.</li>}
        {left.length > 0 && (
          <li>
            Only owners of the room see {left.length === 1 ? 'this folder' : 'these folders'} afterwards:{' '}
            <bdi>{firstNames(left)}</bdi>
          </li>
        )}
        {others.length > 0 && (
          <li>
            Other groups see {others.length === 1 ? 'this folder' : 'these folders'} as before:{' '}
            <bdi>{firstNames(others)}</bdi>
          </li>
        )}
      </ul>
    </FormDialog>
  );
}
