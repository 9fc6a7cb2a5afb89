import type { Group, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { service } from '../../../base/service.ts';
import { Field, Select } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { refreshAfterGroupChange } from './groups-data.ts';

type Values = Readonly<{ name: string; description: string; members_see_each_other: boolean }>;

type NewProps = Readonly<{ room: Room; onClose: () => void; onMade: (group: Group) => void }>;

export const NewGroup = ({ room, onClose, onMade }: NewProps): ReactNode => (
  <GroupForm
    title="New group"
    action="Make the group"
    room={room}
    work={(values) => service.groups.create(room.id, values)}
    onClose={onClose}
    onSaved={(group) => {
      onClose();
      onMade(group);
    }}
  />
);

type EditProps = Readonly<{ room: Room; group: Group; onClose: () => void }>;

export const EditGroup = ({ room, group, onClose }: EditProps): ReactNode => (
  <GroupForm
    title={isolateNames`The group ${group.name}`}
    action="Save"
    room={room}
    before={{
      name: group.name,
      description: group.description ?? '',
      members_see_each_other: group.members_see_each_other ?? true,
    }}
    work={(values) => service.groups.edit(room.id, group.id, values)}
    onClose={onClose}
    onSaved={onClose}
  />
);

type FormProps = Readonly<{
  title: string;
  action: string;
  room: Room;
  before?: Values;
  work: (values: Values) => Promise<Group>;
  onClose: () => void;
  onSaved: (group: Group) => void;
}>;

const EMPTY: Values = { name: '', description: '', members_see_each_other: true };

const MATES = [
  { id: 'mates', name: 'They see each other', note: 'For the team of one bidder' },
  { id: 'apart', name: 'Not by this group', note: 'For a group that everyone is in. A common folder needs no group' },
] as const;

function GroupForm({ title, action, room, before = EMPTY, work, onClose, onSaved }: FormProps): ReactNode {
  const [name, setName] = useState(before.name);
  const [description, setDescription] = useState(before.description);
  const [areMates, setAreMates] = useState(before.members_see_each_other);
  const save = useMutation({
    mutationFn: async () => {
      const group = await work({
        name: name.trim(),
        description: description.trim(),
        members_see_each_other: areMates,
      });
      await refreshAfterGroupChange(room.id);
      return group;
    },
    onSuccess: onSaved,
  });
  return (
    <FormDialog
      title={title}
      action={action}
      work={{ ...save, mutate: () => save.mutate() }}
      isDisabled={name.trim() === ''}
      onClose={onClose}
    >
      <Field
        label="Name"
        field="name"
        value={name}
        onChange={setName}
        isRequired
        autoFocus
        maxLength={100}
        hint="Its members see this name, and no other group."
      />
      <Field
        label="Description"
        field="description"
        value={description}
        onChange={setDescription}
        lines
        maxLength={2000}
        hint="Optional. Only owners of the room see it."
      />
      {room.member_visibility === 'groups' && (
        <Select
          label="Members of this group"
          value={areMates ? 'mates' : 'apart'}
          options={MATES}
          onChange={(next) => setAreMates(next === 'mates')}
        />
      )}
    </FormDialog>
  );
}
