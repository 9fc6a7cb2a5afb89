import type { Room, File as RoomFile } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { useMyself } from '../../base/me.ts';
import { queries, useLabels } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button, Field, Select } from '../../design/controls.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Failure, Notice } from '../../design/text.tsx';

type Props = Readonly<{ file: RoomFile; room: Room; onClose: () => void }>;

export function EditFile({ file, room, onClose }: Props): ReactNode {
  const labels = useLabels().data ?? [];
  const { effective_clearance: clearance } = useMyself();
  const [name, setName] = useState(file.name);
  const [folder, setFolder] = useState(file.folder);
  const [label, setLabel] = useState(file.classification);
  const rank = (of: string): number => labels.findIndex((known) => known.label === of);
  const allowed = labels.filter(
    (known) =>
      rank(known.label) <= rank(clearance) &&
      (room.my_role === 'owner' || rank(known.label) >= rank(file.classification)),
  );
  const edit = useMutation({
    mutationFn: () =>
      service.files.edit(file.id, { name, folder: folder.replaceAll(/^\/|\/$/g, ''), classification: label }),
    onSuccess: onClose,
    onSettled: () => queries.invalidateQueries({ queryKey: ['files', room.id] }),
  });
  return (
    <Dialog title={`Change ${file.name}`} isOpen onClose={onClose}>
      <Form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          edit.mutate();
        }}
      >
        <Failure error={edit.error} />
        <Field label="Name" value={name} onChange={setName} isRequired maxLength={255} autoFocus />
        <Field
          label="Folder"
          value={folder}
          onChange={setFolder}
          hint="Contracts/2026 makes both folders. Empty is the top."
        />
        <Select
          label="Label"
          value={label}
          onChange={setLabel}
          options={allowed.map((known) => ({ id: known.label, name: `${known.label} ${known.name}` }))}
        />
        {rank(label) > Math.max(rank(file.classification), rank(room.classification)) && (
          <Notice tone="warn">Members whose clearance is below {label} lose sight of this file at once.</Notice>
        )}
        <div className="dialog-actions">
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={edit.isPending}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
