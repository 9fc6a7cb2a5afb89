import type { Room, File as RoomFile } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLabels } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Field, Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Loading } from '../../design/text.tsx';
import { readFilesAgain, useFile } from './room-files.ts';
import { SightChange } from './sight-change.tsx';

type Props = Readonly<{ file: RoomFile; room: Room; onClose: () => void }>;

export function EditFile({ file, room, onClose }: Props): ReactNode {
  const labels = useLabels().data ?? [];
  const asked = useFile(room.id, file.id);
  const allowed = asked.data?.labels_to_give ?? [];
  const [name, setName] = useState(file.name);
  const [folder, setFolder] = useState(file.folder);
  const [label, setLabel] = useState(file.classification);
  const edit = useMutation({
    mutationFn: () =>
      service.files.edit(file.id, { name, folder: folder.replaceAll(/^\/|\/$/g, ''), classification: label }),
    onSuccess: onClose,
    onSettled: () => readFilesAgain(room.id),
  });
  return (
    <FormDialog title={`Change ${file.name}`} action="Save" work={edit} onClose={onClose}>
      <Field label="Name" value={name} onChange={setName} isRequired maxLength={255} autoFocus />
      <Field
        label="Folder"
        value={folder}
        onChange={setFolder}
        hint="Contracts/2026 makes both folders. Empty is the top."
      />
      {asked.isPending ? (
        <Loading what="the labels" rows={1} />
      ) : (
        <Select
          label="Label"
          value={label}
          onChange={setLabel}
          options={labels
            .filter((known) => known.label === file.classification || allowed.includes(known.label))
            .map((known) => ({ id: known.label, name: `${known.label} ${known.name}` }))}
        />
      )}
      <SightChange room={room} from={file.classification} to={label} />
    </FormDialog>
  );
}
