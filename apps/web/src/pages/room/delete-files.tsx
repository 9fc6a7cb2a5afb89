import { type File as RoomFile, StrongroomError } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../base/format.ts';
import { service } from '../../base/service.ts';
import { Button, Field } from '../../design/controls.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Failure } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { readFilesAgain } from './room-files.ts';

const AT_ONCE = 100;

async function deleteAll(roomId: string, files: readonly RoomFile[]): Promise<void> {
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const items = files.slice(from, from + AT_ONCE).map(({ id }) => ({ file_id: id }));
    const results = await service.files.deleteMany(roomId, { items });
    const refused = results.find(({ error }) => error !== undefined)?.error;
    if (refused !== undefined) throw new StrongroomError(refused.code, { ...refused });
  }
}

type Props = Readonly<{ files: readonly RoomFile[]; roomId: string; onClose: () => void; onDone: () => void }>;

const NAMED = 5;
/** From this number on a person types it, as nothing brings the files back. */
const MANY = 20;

export function DeleteFiles({ files, roomId, onClose, onDone }: Props): ReactNode {
  const remove = useMutation({
    mutationFn: () => deleteAll(roomId, files),
    onSuccess: () => {
      toast(files.length === 1 ? `${files[0]?.name ?? ''} deleted.` : `${plural(files.length, 'file')} deleted.`);
      onDone();
      onClose();
    },
    onSettled: () => readFilesAgain(roomId),
  });
  const [first] = files;
  const [typed, setTyped] = useState('');
  const isSure = files.length <= MANY || typed.trim() === String(files.length);
  return (
    <Dialog
      title={files.length === 1 && first ? `Delete ${first.name}?` : `Delete ${plural(files.length, 'file')}?`}
      isOpen
      isAlert
      onClose={onClose}
    >
      <Failure error={remove.error} />
      {files.length > 1 && (
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
        {files.length === 1 ? 'Its key is erased' : 'Their keys are erased'} at once, and not even a backup of the
        service brings {files.length === 1 ? 'it' : 'them'} back. Links end too.
      </p>
      {files.length > MANY && (
        <Field label={`Type ${files.length} to delete them`} value={typed} onChange={setTyped} autoComplete="off" />
      )}
      <div className="dialog-actions">
        <Button onPress={onClose} autoFocus>
          Cancel
        </Button>
        <Button kind="danger" onPress={() => remove.mutate()} isBusy={remove.isPending} isDisabled={!isSure}>
          Delete
        </Button>
      </div>
    </Dialog>
  );
}
