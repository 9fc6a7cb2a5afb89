import { type InboxItem, type Room, StrongroomError } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { PageError } from '../../../base/explain.ts';
import { fileAddress } from '../../../base/file-address.ts';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { queries } from '../../../base/queries.ts';
import { goTo } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { showFolder } from '../../../base/show-folder.ts';
import { Field, Select } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { transfers } from '../../../transfer/page.ts';
import { KeyWaitNotice } from '../../key-wait-notice.tsx';
import { readFilesAgain } from '../base/room-files.ts';
import { FolderPicker } from '../moving/folder-picker.tsx';
import { freeNameOf, isNamed, readNamed } from '../moving/named-files.ts';
import { nameWarning } from './name-warning.ts';

/** An item of the inbox, with the words and the maker of the request that it came by. */
export type TakenInItem = InboxItem & Readonly<{ request: string; maker: string; folder: string }>;

type Props = Readonly<{ room: Room; items: readonly TakenInItem[]; done: () => void; onClose: () => void }>;

const UNOPENED: ReadonlySet<string> = new Set(['KEY_NOT_UNWRAPPED', 'CONTENT_NOT_AUTHENTIC', 'SIZE_DIFFERS']);

/** A sender may have sent anything. */
const doesNotOpen = (error: unknown): boolean => error instanceof StrongroomError && UNOPENED.has(error.code);

export const unopenedFileError = (error: unknown, name: string): unknown =>
  doesNotOpen(error) ? unopenedError([name]) : error;

function unopenedError(names: readonly string[]): PageError {
  const [name = '', ...others] = names;
  return new PageError(
    others.length === 0
      ? isolateNames`“${name}” does not open: its sender did not encrypt it for this room, or it was changed. Refuse it.`
      : isolateNames`“${name}” and ${others.length} more do not open: their sender did not encrypt them for this room, or they were changed. Refuse them.`,
  );
}

/** The list, the files and the numbers of a room, after items became files or were refused. */
const readAgain = async (roomId: string): Promise<void> => {
  // Requests have the number of their waiting files.
  await Promise.all(
    ['inbox', 'upload-requests'].map((kind) => queries.invalidateQueries({ queryKey: [kind, roomId] })),
  );
  await readFilesAgain(roomId);
};

/** A file that is being taken in is not given up. */
const NEVER = new AbortController().signal;

/** Takes files into the room, one after the other. A file that does not open does not stop the others. */
export function TakeIn({ room, items, done, onClose }: Props): ReactNode {
  const [first] = items;
  const isOne = items.length === 1;
  const [name, setName] = useState(first?.name ?? '');
  const [folder, setFolder] = useState(first?.folder ?? '');
  const taken = useRef(new Set<string>());
  const place = { id: '', room_id: room.id, folder };
  const siblings =
    useQuery({
      queryKey: ['files', room.id, 'named', folder, name],
      queryFn: ({ signal }) => readNamed(place, name, signal),
      enabled: isOne && name.trim() !== '',
      retry: false,
    }).data ?? [];
  const isNameTaken = siblings.some(isNamed(place, name));
  const take = useMutation({
    mutationFn: async () => {
      const left: string[] = [];
      let last = { id: '', name };
      for (const item of items.filter(({ id }) => !taken.current.has(id))) {
        try {
          const wanted = isOne ? name.trim() : item.name;
          const others = await readNamed(place, wanted, NEVER);
          const free = others.some(isNamed(place, wanted)) ? freeNameOf(place, wanted, others) : wanted;
          const about = { name: free, content_type: item.content_type, folder };
          last = { id: await transfers.acceptItem(room.id, item.id, about), name: free };
          taken.current.add(item.id);
        } catch (error) {
          if (!doesNotOpen(error)) throw error;
          left.push(item.name);
        }
      }
      if (left.length > 0) throw unopenedError(left);
      return last;
    },
    onSuccess: ({ id, name: saved }) => {
      const show = (): void =>
        isOne && id !== '' ? goTo(fileAddress(room.id, { id, folder })) : showFolder(room.id, folder);
      toast(
        (isOne ? isolateNames`“${saved}” is a file of the room now` : `${plural(items.length, 'file')} taken in`) +
          (folder === '' ? '.' : isolateNames`, in “${folder}”.`),
        'good',
        [{ name: 'Show', run: show }],
      );
      done();
      onClose();
    },
    onSettled: () => readAgain(room.id),
  });
  const warning = isOne
    ? nameWarning(name)
    : items.map((item) => nameWarning(item.name)).find((one) => one !== undefined);
  return (
    <FormDialog
      title={isOne ? isolateNames`Take “${first?.name ?? ''}” in` : `Take ${plural(items.length, 'file')} in`}
      action="Take in"
      work={{ ...take, mutate: () => take.mutate() }}
      isDisabled={isOne && (name.trim() === '' || name.includes('/'))}
      onClose={onClose}
    >
      {warning !== undefined && <Notice tone="warn">{warning}</Notice>}
      {isOne && <Field label="Name" value={name} onChange={setName} maxLength={255} isRequired />}
      {isNameTaken && (
        <Notice tone="warn">
          {isolateNames`The folder has a file of this name. This one becomes “${freeNameOf(place, name, siblings)}”.`}
        </Notice>
      )}
      <div className="field">
        <span className="label">Into the folder</span>
        <FolderPicker room={room} value={folder} isOffered={(offered) => offered.files} onChange={setFolder} />
      </div>
      <p className="soft">
        Decrypted here, and encrypted again with a key of the room: from then on every member who sees the folder reads
        {isOne ? ' it' : ' them'}. The inbox keeps nothing.
      </p>
      {take.isPending && <KeyWaitNotice />}
    </FormDialog>
  );
}

/** `unsaid`: no reason is recorded. */
const REASONS = [
  { id: 'unsaid', name: 'No reason' },
  { id: 'does_not_open', name: 'It does not open', note: 'Not encrypted for this room, or changed on the way' },
  { id: 'not_asked_for', name: 'It was not asked for' },
  { id: 'unsafe', name: 'It may do harm', note: 'A program, or a document with macros' },
] as const;
type Reason = (typeof REASONS)[number]['id'];

/** Refuses files: they are destroyed. */
export function RefuseItems({ room, items, done, onClose }: Props): ReactNode {
  const [reason, setReason] = useState<Reason>('unsaid');
  const refuse = useMutation({
    mutationFn: async () => {
      const body = reason === 'unsaid' ? {} : { reason };
      for (const { id } of items) await service.inbox.refuse(room.id, id, body);
    },
    onSuccess: () => {
      toast(items.length === 1 ? 'The file is refused.' : `${plural(items.length, 'file')} refused.`);
      done();
      onClose();
    },
    onSettled: () => readAgain(room.id),
  });
  const [first] = items;
  return (
    <FormDialog
      title={
        items.length === 1 ? isolateNames`Refuse “${first?.name ?? ''}”?` : `Refuse ${plural(items.length, 'file')}?`
      }
      action="Refuse"
      kind="danger"
      work={{ ...refuse, mutate: () => refuse.mutate() }}
      isAlert
      onClose={onClose}
    >
      <p>What was sent is destroyed, and cannot be brought back. The sender is not informed.</p>
      <Select
        label="Reason"
        hint="The log of the room keeps it."
        value={reason}
        options={REASONS}
        onChange={(next) => setReason(REASONS.find(({ id }) => id === next)?.id ?? 'unsaid')}
      />
    </FormDialog>
  );
}
