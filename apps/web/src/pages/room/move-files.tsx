import type { Room } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { plural } from '../../base/format.ts';
import { readWhole } from '../../base/growing-list.ts';
import { service } from '../../base/service.ts';
import { Select } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Failure, Loading, Notice, Progress } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { changeEach, failedSentence } from './change-each.ts';
import { FolderPicker } from './folder-picker.tsx';
import { below } from './listing.ts';
import { decided, isInside, type Move, movesTo, takenBy, undone, type WhereTaken } from './moving.ts';
import { filesOf, readFilesAgain } from './room-files.ts';
import type { SelectedFiles } from './selected-files.ts';
import { showFolder } from './show-folder.ts';

const NAMED = 5;
const WAYS = [
  { id: 'both', name: 'Keep both', note: 'The moved file gets a number: report (2).pdf' },
  { id: 'replace', name: 'Replace', note: 'The file that is there is deleted, with its links' },
  { id: 'leave', name: 'Leave it where it is', note: 'Only the others are moved' },
] as const;
const isWay = (text: string): text is WhereTaken => WAYS.some(({ id }) => id === text);

const change = ({ id, from, to }: Move): Promise<unknown> =>
  service.files.edit(id, {
    ...(from.folder !== to.folder && { folder: to.folder }),
    ...(from.name !== to.name && { name: to.name }),
  });

type Props = Readonly<{
  room: Room;
  subject: SelectedFiles;
  /** The folder that they were dropped on. */
  droppedOn?: string | undefined;
  onClose: () => void;
  onDone: () => void;
}>;

/** Asks for a folder, and about names that are taken there. Afterwards a notice shows the folder, or undoes the move. */
export function MoveFiles({ room, subject, droppedOn, onClose, onDone }: Props): ReactNode {
  const [target, setTarget] = useState(droppedOn);
  const [way, setWay] = useState<WhereTaken>('both');
  const [done, setDone] = useState(0);
  const moves = useMemo(() => (target === undefined ? [] : movesTo(target, subject)), [target, subject]);
  const places = useMemo(() => [...new Set(moves.map(({ to }) => to.folder))], [moves]);
  const there = useQuery({
    queryKey: ['files', room.id, 'taken', target, places.length],
    queryFn: async ({ signal }) => {
      const parts = places.length === 1 ? [{ folder: places[0] ?? '', isDeep: false }] : [below(target ?? '')];
      return (await Promise.all(parts.map((part) => readWhole(filesOf(room.id, part), { signal })))).flat();
    },
    enabled: target !== undefined && places.length > 0,
    gcTime: 0,
    staleTime: 0,
  });
  const taken = useMemo(() => [...takenBy(moves, there.data ?? []).keys()], [moves, there.data]);
  const plan = useMemo(() => decided(moves, there.data ?? [], way), [moves, there.data, way]);
  const isInItself = target !== undefined && isInside(target, subject.folders);
  const work = useMutation({
    mutationFn: async () => {
      const failed = await changeEach(plan.moves, change, setDone);
      const moved = plan.moves.filter((move) => failed.every(({ item }) => item !== move));
      const replaced = plan.replaced.filter((file) =>
        moved.some(({ to }) => to.folder === file.folder && to.name.toLowerCase() === file.name.toLowerCase()),
      );
      await changeEach(replaced, ({ id }) => service.files.delete(id));
      return { failed, moved };
    },
    onSuccess: ({ failed, moved }) => {
      tellMoved(room.id, moved, target ?? '', plan.replaced.length === 0);
      if (failed.length > 0) toast(failedSentence(failed), 'danger');
      onDone();
      onClose();
    },
    onSettled: () => readFilesAgain(room.id),
  });
  const names = moves.filter(({ id }) => taken.includes(id)).map(({ name }) => name);
  const count = plan.moves.length;
  return (
    <FormDialog
      title={titleOf(subject)}
      action={count === 0 ? 'Move' : `Move ${plural(count, 'file')}`}
      work={{ ...work, mutate: () => work.mutate() }}
      onClose={onClose}
      isDisabled={target === undefined || isInItself || count === 0 || there.isFetching}
    >
      <FolderPicker room={room} value={target} onChange={setTarget} />
      {isInItself && <Notice tone="warn">A folder cannot be moved into itself.</Notice>}
      {target !== undefined && moves.length === 0 && !isInItself && <p className="soft">They are in this folder.</p>}
      {there.isFetching && <Loading what="the names there" rows={1} />}
      <Failure error={there.error} />
      {names.length > 0 && (
        <>
          <Notice tone="warn">
            {names.length === 1 ? 'This name is' : 'These names are'} taken there: {names.slice(0, NAMED).join(', ')}
            {names.length > NAMED && ` and ${names.length - NAMED} more`}.
          </Notice>
          <Select
            label="Where a name is taken"
            value={way}
            onChange={(next) => isWay(next) && setWay(next)}
            options={WAYS}
          />
        </>
      )}
      {work.isPending && <Progress label="Files moved" part={count === 0 ? 1 : done / count} />}
    </FormDialog>
  );
}

function titleOf({ files, folders, all }: SelectedFiles): string {
  if (folders.length === 0 && files.length === 1) return `Move ${files[0]?.name ?? 'a file'}`;
  if (files.length === 0 && folders.length === 1) return `Move the folder ${folders[0]?.path.split('/').at(-1) ?? ''}`;
  return `Move ${plural(all.length, 'file')}`;
}

function tellMoved(roomId: string, moved: readonly Move[], target: string, canUndo: boolean): void {
  if (moved.length === 0) return;
  const what = moved.length === 1 ? (moved[0]?.to.name ?? '') : plural(moved.length, 'file');
  const where = target === '' ? 'the top of the room' : target;
  const undo = async (): Promise<void> => {
    const failed = await changeEach(undone(moved), change);
    await readFilesAgain(roomId);
    if (failed.length > 0) toast(failedSentence(failed), 'danger');
    else toast(`${what} ${moved.length === 1 ? 'is' : 'are'} back.`);
  };
  toast(`${what} moved to ${where}.`, 'good', [
    { name: 'Show', run: () => showFolder(roomId, target) },
    ...(canUndo ? [{ name: 'Undo', run: () => void undo() }] : []),
  ]);
}
