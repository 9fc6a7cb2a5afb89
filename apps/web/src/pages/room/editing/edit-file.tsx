import { foldedName, type Room, type File as RoomFile } from '@strongroom/client';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readWhole } from '../../../base/growing-list.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { stemOf } from '../../../base/name-parts.ts';
import { queries, useLabels } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Choices } from '../../../design/choices.tsx';
import { Field, Select } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Loading, Notice } from '../../../design/text.tsx';
import { replacedNote } from '../base/name-question.tsx';
import { filesOf, readFilesAgain, useFile } from '../base/room-files.ts';
import { freeName } from '../moving/moving.ts';
import { SightChange } from './sight-change.tsx';

/** Maximum number of files that are read to compare names. */
const MAX_NAMED = 300;

const endOf = (name: string): string => /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';

type Way = 'both' | 'replace';

const waysOf = (freed: string, room: Room) =>
  [
    { id: 'both', name: 'Keep both', note: isolateNames`This one becomes ${freed}` },
    { id: 'replace', name: 'Replace', note: replacedNote(room.bin_days) },
  ] as const;

/** Whether another file has this name. */
const isNamed =
  (file: RoomFile, name: string) =>
  (one: RoomFile): boolean =>
    one.id !== file.id && foldedName(one.name) === foldedName(name.trim());

const freeNameOf = (file: RoomFile, name: string, siblings: readonly RoomFile[]): string =>
  freeName({ folder: file.folder, name: name.trim() }, (place) => siblings.some(isNamed(file, place.name)));

/** The files of the folder with the words of a name, and those with its stem where it is taken: they may have its numbers. */
async function readNamed(file: RoomFile, name: string, signal: AbortSignal): Promise<readonly RoomFile[]> {
  const read = (find: string): Promise<readonly RoomFile[]> =>
    readWhole(filesOf(file.room_id, { folder: file.folder, isDeep: false, find, sort: 'name' }), {
      signal,
      most: MAX_NAMED,
    });
  const found = await read(name.trim());
  return found.some(isNamed(file, name)) ? [...found, ...(await read(stemOf(name.trim())))] : found;
}

type Props = Readonly<{ file: RoomFile; room: Room; onClose: () => void }>;

export function EditFile({ file, room, onClose }: Props): ReactNode {
  const labels = useLabels().data ?? [];
  const asked = useFile(room.id, file.id);
  const allowed = asked.data?.labels_to_give ?? [];
  const [name, setName] = useState(file.name);
  const [label, setLabel] = useState(file.classification);
  const named = queryOptions({
    queryKey: ['files', room.id, 'named', file.folder, name],
    queryFn: ({ signal }) => readNamed(file, name, signal),
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
      if (taken !== undefined && other === undefined) return false;
      const isReplaced = taken !== undefined && wish === 'replace' && may(taken, 'file.delete');
      const next = taken === undefined || isReplaced ? name : freeNameOf(file, name, read);
      await service.files.edit(file.id, { name: next, classification: label });
      if (isReplaced) await service.files.delete(taken.id);
      return true;
    },
    onSuccess: (isSaved) => {
      if (isSaved) onClose();
    },
    // A question changed nothing.
    onSettled: (isSaved) => (isSaved === false ? undefined : readFilesAgain(room.id)),
  });
  return (
    <FormDialog
      title={isolateNames`Rename, label: ${file.name}`}
      action="Save"
      work={{ ...edit, mutate: () => edit.mutate() }}
      onClose={onClose}
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
          <Notice tone="warn">There is a file of this name in the folder already.</Notice>
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
