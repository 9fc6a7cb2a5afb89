import type { Group, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolating } from '../../base/isolating.ts';
import { service } from '../../base/service.ts';
import { Field } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { groupsChanged } from './groups-data.ts';

type Texts = Readonly<{ name: string; description: string }>;

type NewProps = Readonly<{ room: Room; onClose: () => void; onMade: (group: Group) => void }>;

export const NewGroup = ({ room, onClose, onMade }: NewProps): ReactNode => (
  <GroupForm
    title="New group"
    action="Make the group"
    room={room}
    work={(texts) => service.groups.create(room.id, texts)}
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
    title={isolating`The group ${group.name}`}
    action="Save"
    room={room}
    before={{ name: group.name, description: group.description ?? '' }}
    work={(texts) => service.groups.edit(room.id, group.id, texts)}
    onClose={onClose}
    onSaved={onClose}
  />
);

type FormProps = Readonly<{
  title: string;
  action: string;
  room: Room;
  before?: Texts;
  work: (texts: Texts) => Promise<Group>;
  onClose: () => void;
  onSaved: (group: Group) => void;
}>;

const EMPTY: Texts = { name: '', description: '' };

function GroupForm({ title, action, room, before = EMPTY, work, onClose, onSaved }: FormProps): ReactNode {
  const [name, setName] = useState(before.name);
  const [description, setDescription] = useState(before.description);
  const save = useMutation({
    mutationFn: async () => {
      const group = await work({ name: name.trim(), description: description.trim() });
      await groupsChanged(room.id);
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
        value={name}
        onChange={setName}
        isRequired
        autoFocus
        maxLength={100}
        hint="Its members see this name, and no other group."
      />
      <Field
        label="Description"
        value={description}
        onChange={setDescription}
        lines
        maxLength={2000}
        hint="Optional. Only owners of the room see it."
      />
    </FormDialog>
  );
}
