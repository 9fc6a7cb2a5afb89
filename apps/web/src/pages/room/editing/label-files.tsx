import type { Room, File as RoomFile } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { useLabels } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Select } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Progress } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { changeEach, failedSentence } from '../base/change-each.ts';
import { readFilesAgain, useFile } from '../base/room-files.ts';

type Props = Readonly<{ room: Room; files: readonly RoomFile[]; onClose: () => void; onDone: () => void }>;

/** Gives many files one label. */
export function LabelFiles({ room, files, onClose, onDone }: Props): ReactNode {
  const labels = useLabels().data ?? [];
  const sample = useFile(room.id, files[0]?.id).data;
  const allowed = labels.filter(
    ({ label }) => sample?.labels_to_give?.includes(label) === true || label === sample?.classification,
  );
  const [label, setLabel] = useState(files[0]?.classification ?? '');
  const [done, setDone] = useState(0);
  const changed = files.filter(({ classification }) => classification !== label);
  const work = useMutation({
    mutationFn: () => changeEach(changed, ({ id }) => service.files.edit(id, { classification: label }), setDone),
    onSuccess: (failed) => {
      const count = changed.length - failed.length;
      if (count > 0) toast(`${plural(count, 'file')} labelled ${label}.`);
      if (failed.length > 0) toast(failedSentence(failed), 'danger');
      onDone();
      onClose();
    },
    onSettled: () => readFilesAgain(room.id),
  });
  return (
    <FormDialog
      title={`Label ${plural(files.length, 'file')}`}
      action={`Label ${plural(changed.length, 'file')}`}
      work={work}
      onClose={onClose}
      isDisabled={changed.length === 0}
    >
      <Select
        label="Label"
        value={label}
        onChange={setLabel}
        options={allowed.map((known) => ({ id: known.label, name: `${known.label} ${known.name}` }))}
      />
      <p className="soft">
        Members who are not cleared for the label lose sight of these files, and links of people who are not cleared
        stop working. Only owners of the room lower a label.
      </p>
      {work.isPending && <Progress label="Files labelled" part={done / changed.length} />}
    </FormDialog>
  );
}
