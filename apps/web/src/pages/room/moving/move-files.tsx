import type { Room, File as RoomFile } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { readWhole } from '../../../base/growing-list.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Failure, Loading, Notice, Progress } from '../../../design/text.tsx';
import { formatCounts } from '../base/counted.ts';
import { type Folder, foldersBelow, parentOf } from '../base/folders.ts';
import { partBelow } from '../base/listing.ts';
import { filesOf, readFilesAgain, useFolders } from '../base/room-files.ts';
import { useGroups } from '../base/use-groups.ts';
import { readFolders } from '../file-list/selected-files.ts';
import { filesOfSelection, foldersOfSelection, keepSelected, type Selection } from '../file-list/selection.ts';
import { FolderPicker, MAX_FOLDERS } from './folder-picker.tsx';
import { keepsSight, namesOfSeers, questionsOfMove, sightOfMove, sightSentences } from './move-sight.ts';
import { moveRows, showMoveOutcome } from './move-work.ts';
import {
  decideMoves,
  foldersMadeIn,
  isInside,
  type MoveConflictChoice,
  movesOntoTakenNames,
  planFileMoves,
  planFolderMoves,
  waysAt,
} from './moving.ts';
import { noteFolder, recentFolders } from './recent-folders.ts';
import { SightNumbers } from './sight-numbers.tsx';
import { TakenAtTarget } from './taken-at-target.tsx';
import { useQuestion } from './use-question.ts';

const NAMED = 5;
/** Things that one request moves. More of them need the progress that the dialog shows. */
const AT_ONCE = 100;

type Props = Readonly<{
  room: Room;
  selection: Selection;
  /** The folder that they were dropped on. */
  droppedOn?: string | undefined;
  onClose: () => void;
  onDone: () => void;
  /** Gets what is back where it was, after *Undo*. */
  onBack: (selection: Selection) => void;
}>;

/** Asks for a folder, and about names that are taken there. Afterwards a notice shows the folder, or undoes the move. */
export function MoveFiles({ room, selection, droppedOn, onClose, onDone, onBack }: Props): ReactNode {
  const [target, setTarget] = useState(droppedOn);
  const [wishes, setWishes] = useState<ReadonlyMap<string, MoveConflictChoice>>(new Map());
  const [done, setDone] = useState(0);
  const [files, folders] = useMemo(() => [filesOfSelection(selection), foldersOfSelection(selection)], [selection]);
  const known = useFolders(room.id, MAX_FOLDERS);
  const { whole, merged } = useMemo(
    () => planFolderMoves(target ?? '', folders, known.data?.items.map(({ path }) => path) ?? []),
    [target, folders, known.data],
  );
  const inMerged = useQuery({
    queryKey: ['files', room.id, 'merged', merged.map(({ path }) => path)],
    queryFn: ({ signal }) => readFolders(room.id, merged, { signal }),
    enabled: target !== undefined && merged.length > 0,
    gcTime: 0,
    staleTime: 0,
  });
  const moves = useMemo(
    () => (target === undefined ? [] : planFileMoves(target, { files, folders: inMerged.data ?? [] })),
    [target, files, inMerged.data],
  );
  const places = useMemo(() => [...new Set(moves.map(({ to }) => to.folder))], [moves]);
  const there = useQuery({
    queryKey: ['files', room.id, 'taken', target, places.length],
    queryFn: async ({ signal }) => {
      const parts = places.length === 1 ? [{ folder: places[0] ?? '', isDeep: false }] : [partBelow(target ?? '')];
      return (await Promise.all(parts.map((part) => readWhole(filesOf(room.id, part), { signal })))).flat();
    },
    enabled: target !== undefined && places.length > 0,
    gcTime: 0,
    staleTime: 0,
  });
  const taken = useMemo(() => movesOntoTakenNames(moves, there.data ?? []), [moves, there.data]);
  const wayOf = (id: string): MoveConflictChoice => {
    const wish = wishes.get(id) ?? 'both';
    // Another folder may not allow what was chosen for the one before.
    return waysAt(taken.get(id)).includes(wish) ? wish : 'both';
  };
  const plan = useMemo(() => decideMoves(moves, there.data ?? [], wayOf), [moves, there.data, wishes]);
  const kept = useMemo(() => decideMoves(moves, there.data ?? [], () => 'both').moves, [moves, there.data]);
  const groups = useGroups(room.id, may(room, 'group.list')).data;
  const ways = useMemo(
    () => [
      ...moves.map(({ from, to }) => ({ from: from.folder, to: to.folder })),
      ...whole.map(({ from, to }) => ({ from: parentOf(from), to: parentOf(to) })),
    ],
    [moves, whole],
  );
  const sentences = useMemo(() => {
    const read = known.data?.items ?? [];
    const seers = namesOfSeers(
      read,
      ways.map(({ to }) => to),
      groups ?? [],
    );
    return sightSentences(sightOfMove(read, ways), seers);
  }, [known.data, ways, groups]);
  const questions = useMemo(() => {
    const read = [...files, ...(inMerged.data ?? []).flatMap((folder) => folder.files)];
    const labels = new Map(read.map(({ id, classification }) => [id, classification]));
    return questionsOfMove(known.data?.items ?? [], {
      files: plan.moves.map(({ id, name, from, to }) => ({
        id,
        name,
        from: from.folder,
        to: to.folder,
        label: labels.get(id) ?? '',
      })),
      folders: whole,
    });
  }, [known.data, files, inMerged.data, plan, whole]);
  const isInItself = target !== undefined && isInside(target, folders);
  const isReading = known.data === undefined || inMerged.isFetching || there.isFetching;
  const work = useMutation({
    mutationFn: () =>
      moveRows(
        room.id,
        {
          folders: whole,
          files: plan.moves,
          replaced: plan.replaced,
          merged,
          made: merged.flatMap((folder) => foldersMadeIn(target ?? '', folder, foldersBelow(folder))),
        },
        setDone,
      ),
    onSuccess: (moved) => {
      noteFolder(room.id, target ?? '');
      showMoveOutcome(room.id, moved, {
        target: target ?? '',
        canUndo: plan.replaced.length === 0,
        onBack: (ids) => onBack(keepSelected(selection, ids)),
      });
      onDone();
      onClose();
    },
    onSettled: () => readFilesAgain(room.id),
  });
  const read = new Map(
    [...files, ...(inMerged.data ?? []).flatMap((folder) => folder.files)].map((file) => [file.id, file]),
  );
  const names = [...read.values()].flatMap((file) =>
    taken.has(file.id)
      ? [
          {
            coming: file,
            there: taken.get(file.id),
            numbered: kept.find(({ id }) => id === file.id)?.to.name ?? file.name,
          },
        ]
      : [],
  );
  const count = plan.moves.length + whole.length;
  const isThere = target !== undefined && moves.length + whole.length + merged.length === 0;
  const isAsking = useQuestion({
    isDropped: droppedOn !== undefined,
    error: known.error ?? inMerged.error ?? there.error ?? work.error,
    isReading,
    isThere: isThere && !isInItself,
    isClear:
      merged.length + names.length === 0 &&
      count <= AT_ONCE &&
      !isInItself &&
      keepsSight(known.data?.items ?? [], ways),
    onMove: work.mutate,
    onClose,
  });
  if (!isAsking) return null;
  return (
    <FormDialog
      title={titleOf(files, folders)}
      action={
        target === undefined
          ? 'Choose a folder'
          : count === 0
            ? 'Move'
            : `Move ${formatCounts(plan.moves.length, whole.length)}`
      }
      work={{ ...work, mutate: () => work.mutate() }}
      onClose={onClose}
      isActionFocused={droppedOn !== undefined}
      isWide={names.length > 1}
      isDisabled={target === undefined || isInItself || count + merged.length === 0 || isReading}
    >
      {droppedOn === undefined ? (
        <FolderPicker
          room={room}
          value={target}
          here={folderOf(files, folders)}
          moved={folders}
          recent={recentFolders(room.id)}
          isOffered={(place) => (files.length === 0 || place.files) && (folders.length === 0 || place.folders)}
          onChange={setTarget}
        />
      ) : (
        <p>
          To <bdi>{droppedOn === '' ? 'the top of the room' : droppedOn}</bdi>
        </p>
      )}
      {isInItself && <Notice tone="warn">A folder cannot be moved into itself.</Notice>}
      {sentences.length > 0 && !isInItself && (
        <Notice tone="warn">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          {!isReading && <SightNumbers room={room} questions={questions} />}
        </Notice>
      )}
      {isThere && !isInItself && <p className="soft">They are in this folder.</p>}
      {(inMerged.isFetching || there.isFetching) && <Loading what="the names there" rows={1} />}
      <Failure error={inMerged.error ?? there.error} />
      {merged.length > 0 && (
        <Notice>
          {merged.length === 1 ? 'A folder of this name is' : 'Folders of these names are'} there already:{' '}
          {merged
            .slice(0, NAMED)
            .map(({ path }) => path.split('/').at(-1))
            .join(', ')}
          . The files go into {merged.length === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {names.length > 0 && (
        <TakenAtTarget
          room={room}
          taken={names}
          wayOf={wayOf}
          onWay={(ids, way) => setWishes(new Map([...wishes, ...ids.map((id) => [id, way] as const)]))}
        />
      )}
      {work.isPending && <Progress label="Moved" part={count === 0 ? 1 : done / count} />}
    </FormDialog>
  );
}

/** The folder that all of them are in; null where they are in several. */
function folderOf(files: readonly RoomFile[], folders: readonly Folder[]): string | null {
  const [place = null, ...others] = new Set([
    ...files.map(({ folder }) => folder),
    ...folders.map(({ path }) => parentOf(path)),
  ]);
  return others.length === 0 ? place : null;
}

function titleOf(files: readonly RoomFile[], folders: readonly Folder[]): string {
  const [file, folder] = [files[0], folders[0]];
  if (files.length + folders.length > 1) return `Move ${formatCounts(files.length, folders.length)}`;
  return folder === undefined
    ? isolateNames`Move ${file?.name ?? 'a file'}`
    : isolateNames`Move the folder ${folder.name}`;
}
