import { foldedName, type Room, type File as RoomFile } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readWhole } from '../../../base/growing-list.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { useLabels } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Field, Select } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Loading, Notice } from '../../../design/text.tsx';
import { filesOf, readFilesAgain, useFile } from '../base/room-files.ts';
import { SightChange } from './sight-change.tsx';

/** Files whose names have the words of the new one. */
const MAX_NAMED = 300;

const endOf = (name: string): string => /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';

/** A name without its ending. */
const stemOf = (name: string): string => /^(.+)\.[^.]+$/.exec(name)?.[1] ?? name;

type Props = Readonly<{ file: RoomFile; room: Room; onClose: () => void }>;

export function EditFile({ file, room, onClose }: Props): ReactNode {
  const labels = useLabels().data ?? [];
  const asked = useFile(room.id, file.id);
  const allowed = asked.data?.labels_to_give ?? [];
  const [name, setName] = useState(file.name);
  const [label, setLabel] = useState(file.classification);
  const siblings = useQuery({
    queryKey: ['files', room.id, 'named', file.folder, name],
    queryFn: ({ signal }) =>
      readWhole(filesOf(room.id, { folder: file.folder, isDeep: false, find: name.trim(), sort: 'name' }), {
        signal,
        most: MAX_NAMED,
      }),
    enabled: name.trim() !== '' && name !== file.name,
  });
  const isTaken =
    siblings.data?.some((one) => one.id !== file.id && foldedName(one.name) === foldedName(name)) ?? false;
  const edit = useMutation({
    mutationFn: () => service.files.edit(file.id, { name, classification: label }),
    onSuccess: onClose,
    onSettled: () => readFilesAgain(room.id),
  });
  return (
    <FormDialog title={isolateNames`Change ${file.name}`} action="Save" work={edit} onClose={onClose}>
      <Field
        label="Name"
        field="name"
        value={name}
        onChange={setName}
        isRequired
        maxLength={255}
        selected={stemOf(file.name).length}
        autoFocus
      />
      {isTaken && <Notice tone="warn">There is a file of this name in the folder already. Both would be there.</Notice>}
      {endOf(name) !== endOf(file.name) && (
        <Notice tone="warn">
          The name ends differently: programs may no longer know that this is a file of the kind “
          {endOf(file.name) || 'none'}”.
        </Notice>
      )}
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
      <SightChange room={room} folder={file.folder} from={file.classification} to={label} />
    </FormDialog>
  );
}
