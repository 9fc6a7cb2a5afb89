import type { Room, File as RoomFile } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { useLabels } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Select } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Loading } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { readFilesAgain, useFile } from '../base/room-files.ts';
import { SightChange } from './sight-change.tsx';

type Props = Readonly<{ file: RoomFile; room: Room; onClose: () => void }>;

/** Gives a file another label, and says before who loses or gains sight of it. */
export function LabelFile({ file, room, onClose }: Props): ReactNode {
  const labels = useLabels().data ?? [];
  const asked = useFile(room.id, file.id);
  const allowed = asked.data?.labels_to_give ?? [];
  const [label, setLabel] = useState(file.classification);
  const work = useMutation({
    mutationFn: () => service.files.edit(file.id, { classification: label }),
    onSuccess: () => {
      toast(isolateNames`${file.name} has the label ${label} now.`);
      onClose();
    },
    onSettled: () => readFilesAgain(room.id),
  });
  return (
    <FormDialog
      title={isolateNames`Label ${file.name}`}
      action="Save"
      work={{ ...work, mutate: () => work.mutate() }}
      onClose={onClose}
      isDisabled={label === file.classification}
    >
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
