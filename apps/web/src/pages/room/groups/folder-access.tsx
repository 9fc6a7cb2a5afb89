import type { Group, Room } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { service } from '../../../base/service.ts';
import { Choices } from '../../../design/choices.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { Failure, Loading, Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { useMembers } from '../../sight.ts';
import type { Folder } from '../base/folders.ts';
import { useGroups } from '../base/use-groups.ts';
import { SightNumbers } from '../moving/sight-numbers.tsx';
import {
  type FolderPlace,
  type FolderSeers,
  groupsOf,
  haveSameRoles,
  type NamedRoles,
  readFolderPlace,
  restrictFolder,
  rolesOf,
  SEERS,
  savedSentence,
  seersOf,
} from './folder-access-work.ts';
import { GroupRoles } from './folder-groups.tsx';
import { FOLDER_ROLES } from './folder-roles.ts';
import { refreshAfterGroupChange } from './groups-data.ts';
import { LiftedContents } from './lifted-contents.tsx';
import { membersSeeEachOther, WhoMeetsWhom } from './who-meets-whom.tsx';
import './groups.css';

type Props = Readonly<{
  room: Room;
  folder: Folder;
  /** The group that a folder which everyone sees is to be restricted to. */
  begin?: string | undefined;
  onClose: () => void;
}>;

/** Asks which members of a room see a folder: all, groups, or owners only. */
export function FolderAccess({ room, folder, begin, onClose }: Props): ReactNode {
  const title = isolateNames`Who sees ${folder.name}?`;
  const place = useQuery({
    queryKey: ['folder-access', room.id, folder.id],
    queryFn: () => readFolderPlace(room, folder.id ?? ''),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const groups = useGroups(room.id);
  if (place.data !== undefined && groups.data !== undefined)
    return (
      <AccessForm
        room={room}
        title={title}
        place={place.data}
        groups={groups.data}
        begin={groups.data.some(({ id }) => id === begin) ? begin : undefined}
        onClose={onClose}
      />
    );
  const error = place.error ?? groups.error;
  return (
    <Dialog title={title} isOpen onClose={onClose} isWide>
      {error === null ? <Loading what="the groups" rows={3} /> : <Failure error={error} />}
      <DialogEnd onPress={onClose}>Cancel</DialogEnd>
    </Dialog>
  );
}

type FormProps = Readonly<{
  room: Room;
  title: string;
  place: FolderPlace;
  groups: readonly Group[];
  begin: string | undefined;
  onClose: () => void;
}>;

function AccessForm({ room, title, place, groups, begin, onClose }: FormProps): ReactNode {
  const { folder, above, isOpenPlace, isFirst } = place;
  const isBegun = begin !== undefined && seersOf(folder) === 'everyone';
  const [isApart, setApart] = useState(false);
  const [seers, setSeers] = useState<FolderSeers>(isBegun ? 'groups' : seersOf(folder));
  const [roles, setRoles] = useState<NamedRoles>(isBegun ? new Map([[begin, FOLDER_ROLES[0].id]]) : rolesOf(folder));
  const members = useMembers(room.id).data ?? [];
  const named = seers === 'groups' ? roles : new Map();
  const isRestricting = seers !== 'everyone';
  const isLifting = !isRestricting && seersOf(folder) !== 'everyone';
  const isComplete = seers !== 'groups' || roles.size > 0;
  const groupsThen = isRestricting ? groupsOf(named) : null;
  const question = { of: folder.name, change: { folder_id: folder.id ?? '', groups: groupsThen } };
  const asksWhoMeets = isRestricting && isFirst && membersSeeEachOther(room) && may(room, 'room.edit');
  const isChanged = seers !== seersOf(folder) || (seers === 'groups' && !haveSameRoles(roles, rolesOf(folder)));
  const save = useMutation({
    mutationFn: async () => {
      // First, so that no member meets another one by a folder that they share.
      if (asksWhoMeets && isApart) await service.rooms.edit(room.id, { member_visibility: 'groups' });
      await restrictFolder(room, place, isRestricting ? named : null);
    },
    onSuccess: () => {
      toast(savedSentence(folder.name, isRestricting ? named.size : null), 'good');
      onClose();
    },
    onSettled: () => refreshAfterGroupChange(room.id),
  });
  return (
    <FormDialog
      title={title}
      action={isLifting ? 'Show it to everyone' : 'Save'}
      kind={isLifting ? 'danger' : 'primary'}
      work={save}
      isDisabled={!isComplete || !isChanged}
      isWide
      onClose={onClose}
    >
      {above.length > 0 && (
        <Notice>
          It lies in {new Intl.ListFormat('en').format(above)}, which not everyone sees. Here the circle can only become
          smaller.
        </Notice>
      )}
      <Choices legend="It is there for" options={SEERS} value={seers} onChange={setSeers} />
      {seers === 'groups' && (
        <GroupRoles room={room} groups={groups} members={members} value={roles} onChange={setRoles} />
      )}
      {isLifting && (
        <Notice tone="warn">
          <p>
            Everyone in {above.length > 0 ? 'the groups above' : 'the room'} sees this folder and the files in it at
            once.
          </p>
          <LiftedContents room={room} folder={folder} />
        </Notice>
      )}
      {isRestricting && isOpenPlace && (
        <Notice tone="warn">
          From now on only owners of the room make, rename, move and delete folders directly in{' '}
          {place.placeName ?? 'the top of the room'}. Otherwise a member who chose this name for a folder would learn
          that it is taken.
        </Notice>
      )}
      {asksWhoMeets && <WhoMeetsWhom isSelected={isApart} onChange={setApart} />}
      {isComplete && isChanged && <SightNumbers room={room} questions={[question]} />}
      <p className="soft">
        It holds for all that is in the folder, from the moment you save. For other members the folder is not there: not
        in lists, searches, counts, news or the log, and links that they made into it stop. Clearance holds beside it,
        for owners too.
      </p>
    </FormDialog>
  );
}
