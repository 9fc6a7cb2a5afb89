import type { BinnedFile, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Field } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { toast } from '../../../design/toasts.tsx';
import { changeEach, failedSentence } from '../base/change-each.ts';
import { MANY, NAMED } from '../base/named.ts';
import { readFilesAgain } from '../base/room-files.ts';

type Props = Readonly<{
  room: Room;
  files: readonly BinnedFile[];
  /** Whether they are all that the reader sees in the bin: it is emptied, also of what came meanwhile. */
  areAll?: boolean;
  done?: () => void;
  onClose: () => void;
}>;

/** Destroys everything in the bin up to the clearance of the caller, and returns the number. */
async function emptyBin(roomId: string): Promise<number> {
  for (let all = 0; ; ) {
    const { destroyed } = await service.bin.empty(roomId);
    if (destroyed === 0) return all;
    all += destroyed;
  }
}

const said = (count: number): string => `${plural(count, 'file')} destroyed.`;

/** Asks before files of the bin are destroyed for good. */
export function DestroyBinned({ room, files, areAll = false, done, onClose }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const isOne = files.length === 1;
  const [first] = files;
  const work = useMutation({
    mutationFn: async () => {
      if (areAll) return toast(said(await emptyBin(room.id)));
      const failed = await changeEach(files, ({ id }) => service.bin.destroy(room.id, id));
      if (failed.length > 0) toast(failedSentence(failed), 'danger');
      else if (isOne) toast(isolateNames`${first?.name ?? ''} is destroyed.`);
      if (!isOne && failed.length < files.length) toast(said(files.length - failed.length));
    },
    onSuccess: () => {
      done?.();
      onClose();
    },
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: ['bin', room.id] }), readFilesAgain(room.id)]),
  });
  const mustType = files.length > MANY;
  const title = areAll
    ? 'Empty the bin?'
    : isOne && first
      ? isolateNames`Destroy ${first.name} now?`
      : `Destroy ${plural(files.length, 'file')} now?`;
  return (
    <FormDialog
      title={title}
      action="Destroy for good"
      kind="danger"
      work={work}
      isAlert
      isDisabled={mustType && typed.trim() !== String(files.length)}
      onClose={onClose}
    >
      {(areAll || !isOne) && (
        <ul className="consequences">
          {files.slice(0, NAMED).map(({ id, name, folder }) => (
            <li key={id}>
              <bdi>{name}</bdi> {folder !== '' && <small className="soft">in {folder}</small>}
            </li>
          ))}
          {files.length > NAMED && <li>and {plural(files.length - NAMED, 'more file')}</li>}
        </ul>
      )}
      <p>
        {isOne ? 'Its key is' : 'Their keys are'} erased at once, and not even a backup of the service brings{' '}
        {isOne ? 'it' : 'them'} back.
      </p>
      {areAll && <p className="soft">Files above your clearance, which you do not see, stay in the bin.</p>}
      {mustType && (
        <Field label={`Type ${files.length} to destroy them`} value={typed} onChange={setTyped} autoComplete="off" />
      )}
    </FormDialog>
  );
}
