import type { Room, File as RoomFile } from '@strongroom/client';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { stemOf } from '../../../base/name-parts.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Choices } from '../../../design/choices.tsx';
import { Field } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { replacedNote } from '../base/name-question.tsx';
import { readFilesAgain } from '../base/room-files.ts';
import { freeNameOf, isNamed, readNamed } from '../moving/named-files.ts';
import { FILE_IS_THERE, sayRenamedFile } from './rename.ts';

const endOf = (name: string): string => /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';

type Way = 'both' | 'replace';

const waysOf = (freed: string, room: Room) =>
  [
    { id: 'both', name: 'Keep both', note: isolateNames`This one becomes ${freed}` },
    { id: 'replace', name: 'Replace', note: replacedNote(room.bin_days) },
  ] as const;

type Props = Readonly<{ file: RoomFile; room: Room; onClose: () => void }>;

/** Gives a file another name, where its row has no place for a field. */
export function RenameFile({ file, room, onClose }: Props): ReactNode {
  const [name, setName] = useState(file.name);
  const named = queryOptions({
    queryKey: ['files', room.id, 'named', file.folder, name],
    queryFn: ({ signal }) => readNamed(file, name, signal),
    // The press waits for it, and says at once that there is no connection.
    networkMode: 'always',
    retry: false,
  });
  const isRenamed = name.trim() !== '' && name !== file.name;
  const siblings = useQuery({ ...named, enabled: isRenamed }).data ?? [];
  const other = siblings.find(isNamed(file, name));
  const [wish, setWish] = useState<Way>('both');
  const edit = useMutation({
    mutationFn: async () => {
      const read = isRenamed ? await queries.fetchQuery(named) : [];
      const taken = read.find(isNamed(file, name));
      // Saved before the page knew of it: now it asks.
      if (taken !== undefined && other === undefined) return undefined;
      const isReplaced = taken !== undefined && wish === 'replace' && may(taken, 'file.delete');
      const next = (taken === undefined || isReplaced ? name : freeNameOf(file, name, read)).trim();
      await service.files.edit(file.id, { name: next });
      if (isReplaced) await service.files.delete(taken.id);
      return { next, isReplaced };
    },
    onSuccess: (saved) => {
      if (saved === undefined) return;
      const { next, isReplaced } = saved;
      if (isReplaced) toast(isolateNames`${file.name} is called ${next} now. The other file of this name is deleted.`);
      else sayRenamedFile(file, next);
      onClose();
    },
    // A question changed nothing.
    onSettled: (saved, error) => (saved === undefined && error === null ? undefined : readFilesAgain(room.id)),
  });
  return (
    <FormDialog
      title={isolateNames`Rename ${file.name}`}
      action="Rename"
      work={{ ...edit, mutate: () => edit.mutate() }}
      onClose={onClose}
      isDisabled={!isRenamed}
    >
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
      {other !== undefined && (
        <>
          <Notice tone="warn">{FILE_IS_THERE}</Notice>
          <Choices
            legend="What to do"
            options={waysOf(freeNameOf(file, name, siblings), room).filter(
              ({ id }) => id === 'both' || may(other, 'file.delete'),
            )}
            value={may(other, 'file.delete') ? wish : 'both'}
            onChange={setWish}
          />
        </>
      )}
      {endOf(name) !== endOf(file.name) && (
        <Notice tone="warn">
          The name ends differently: programs may no longer know that this is a file of the kind “
          {endOf(file.name) || 'none'}”.
        </Notice>
      )}
    </FormDialog>
  );
}
