import { type Room, type File as RoomFile, StrongroomError } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../base/format.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button, Field } from '../../design/controls.tsx';
import { Dialog } from '../../design/layers.tsx';
import { Failure } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { deletionSentence } from '../bin-words.ts';
import { restoreFiles } from './restore-files.ts';
import { readFilesAgain } from './room-files.ts';

const AT_ONCE = 100;

/** Returns the files that the bin has now: the room may have lost or got one meanwhile. */
async function deleteAll(roomId: string, files: readonly RoomFile[]): Promise<readonly RoomFile[]> {
  const restorable = new Set<string>();
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const items = files.slice(from, from + AT_ONCE).map(({ id }) => ({ file_id: id }));
    const results = await service.files.deleteMany(roomId, { items });
    const refused = results.find(({ error }) => error !== undefined)?.error;
    if (refused !== undefined) throw new StrongroomError(refused.code, { ...refused });
    for (const { data } of results) if (data?.restorable_until !== undefined) restorable.add(data.id);
  }
  return files.filter(({ id }) => restorable.has(id));
}

type Props = Readonly<{ files: readonly RoomFile[]; room: Room; onClose: () => void; onDone: () => void }>;

const NAMED = 5;
/** Above this number a person types it where nothing brings the files back. */
const MANY = 20;

export function DeleteFiles({ files, room, onClose, onDone }: Props): ReactNode {
  const remove = useMutation({
    mutationFn: () => deleteAll(room.id, files),
    onSuccess: (inBin) => {
      toast(
        files.length === 1 ? `${files[0]?.name ?? ''} deleted.` : `${plural(files.length, 'file')} deleted.`,
        'good',
        inBin.length === files.length ? [{ name: 'Undo', run: () => void restoreFiles(room.id, inBin) }] : [],
      );
      onDone();
      onClose();
    },
    onSettled: () => Promise.all([readFilesAgain(room.id), queries.invalidateQueries({ queryKey: ['bin', room.id] })]),
  });
  const [first] = files;
  const [typed, setTyped] = useState('');
  const mustType = files.length > MANY && room.bin_days === 0;
  const isSure = !mustType || typed.trim() === String(files.length);
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
      <p>{deletionSentence(files.length, room.bin_days)}</p>
      {mustType && (
        <Field label={`Type ${files.length} to delete them`} value={typed} onChange={setTyped} autoComplete="off" />
      )}
      <div className="dialog-actions">
        <Button onPress={onClose} autoFocus>
          Cancel
        </Button>
        <Button kind="danger" onPress={() => remove.mutate()} isBusy={remove.isPending} isDisabled={!isSure}>
          {room.bin_days > 0 ? 'Move to the bin' : 'Delete'}
        </Button>
      </div>
    </Dialog>
  );
}
