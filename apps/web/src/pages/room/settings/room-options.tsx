import type { Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { useUnsaved } from '../../../base/unsaved.ts';
import { Button, Select } from '../../../design/controls.tsx';
import { FieldForm } from '../../../design/field-form.tsx';
import { Failure, Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { toastWithUndo } from '../../../design/undo.ts';
import { BinDaysField } from '../../bin-days-field.tsx';
import { binDaysProblem, shorterTermSentence } from '../../bin-words.ts';
import { refreshRoom } from '../base/room-files.ts';
import { VisibilitySelect } from '../members/member-visibility.tsx';

export function Visibility({ room }: Readonly<{ room: Room }>): ReactNode {
  return (
    <section className="card form">
      <h2>Who sees whom</h2>
      <p className="soft">
        Owners see all members. Where others do not, as in a room for several bidders, nothing shows them how many there
        are. A group that everyone is in shows everyone, unless it says that its members do not see each other.
      </p>
      <VisibilitySelect room={room} />
    </section>
  );
}

const SENDERS = [
  { id: 'named', name: 'Links name their sender', note: 'Recipients see who shares, and for which organisation' },
  { id: 'anonymous', name: 'Links name no sender', note: 'Recipients see the message and the file alone' },
] as const;

export function Senders({ room }: Readonly<{ room: Room }>): ReactNode {
  const edit = useMutation({
    mutationFn: (isAnonymous: boolean) => service.rooms.edit(room.id, { anonymous_links: isAnonymous }),
    onSuccess: (_, isAnonymous) => toast(`Saved: ${isAnonymous ? 'links name no sender' : 'links name their sender'}.`),
    onSettled: () => refreshRoom(room.id),
  });
  return (
    <section className="card form">
      <h2>Who is named to holders of links</h2>
      <p className="soft">
        It holds for all links of the room, also for those that were sent already. Members and the log know who made a
        link.
      </p>
      <Failure error={edit.error} />
      <Select
        label="Links of this room"
        hint="A choice is saved at once."
        value={room.anonymous_links ? 'anonymous' : 'named'}
        options={SENDERS}
        onChange={(next) => edit.mutate(next === 'anonymous')}
      />
    </section>
  );
}

const MAKERS = [
  {
    id: 'open',
    name: 'Contributors make them too',
    sentence: 'Contributors make folders at the top too.',
  },
  {
    id: 'owners',
    name: 'Only owners make them',
    note: 'Folders at the top can be restricted to groups',
    sentence: 'Only owners make, rename, move and delete folders at the top.',
  },
] as const;

type Makers = (typeof MAKERS)[number]['id'];

async function changeMakers({ id }: Room, structure: Makers): Promise<string> {
  try {
    await service.rooms.edit(id, { structure });
  } finally {
    await refreshRoom(id);
  }
  return MAKERS.find((one) => one.id === structure)?.sentence ?? '';
}

/** A choice of who makes the folders at the top of a room. The restriction of a first folder there makes it too. */
export function FolderMakers({ room }: Readonly<{ room: Room }>): ReactNode {
  const edit = useMutation({
    mutationFn: async (next: Makers) =>
      toastWithUndo(
        `Saved. ${await changeMakers(room, next)}`,
        async () => `As before. ${await changeMakers(room, room.structure)}`,
      ),
  });
  return (
    <section className="card form">
      <h2>Folders at the top</h2>
      <p className="soft">A folder at the top is restricted to groups only where owners make the folders there.</p>
      <Failure error={edit.error} />
      <Select
        label="Folders at the top of the room"
        hint="A choice is saved at once."
        value={room.structure}
        options={MAKERS}
        onChange={(next) => edit.mutate(next === 'owners' ? 'owners' : 'open')}
      />
    </section>
  );
}

/** The term of the bin. A shorter one destroys files, so its button says so. */
export function BinTerm({ room }: Readonly<{ room: Room }>): ReactNode {
  const [days, setDays] = useState(String(room.bin_days));
  const edit = useMutation({
    mutationFn: () => service.rooms.edit(room.id, { bin_days: Number(days) }),
    onSuccess: () =>
      toast(
        Number(days) === 0 ? 'Saved: deleted files are destroyed at once.' : `Saved: ${plural(Number(days), 'day')}.`,
      ),
    onSettled: () => Promise.all([refreshRoom(room.id), queries.invalidateQueries({ queryKey: ['bin', room.id] })]),
  });
  const isValid = binDaysProblem(days) === undefined;
  const isChanged = !isValid || Number(days) !== room.bin_days;
  useUnsaved(isChanged && !edit.isPending);
  const warning = isValid ? shorterTermSentence(room.bin_days, Number(days)) : '';
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // The dialog that deletes files leads here.
    if (location.hash !== '#bin') return;
    card.current?.scrollIntoView({ block: 'center' });
    card.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return (
    <section className="card" ref={card}>
      <FieldForm
        onSend={() => {
          if (isValid) edit.mutate();
        }}
      >
        <h2>Bin</h2>
        <p className="soft">
          Until a deleted file leaves the bin its key exists. A room whose deletions must be final at once has no bin.
        </p>
        <Failure error={edit.error} />
        <BinDaysField value={days} onChange={setDays} />
        {warning !== '' && <Notice tone="warn">{warning}</Notice>}
        <div className="row">
          <Button
            type="submit"
            kind={warning === '' ? undefined : 'danger'}
            isBusy={edit.isPending}
            isDisabled={!isValid || !isChanged}
          >
            {warning === '' ? 'Save the term' : 'Shorten the term'}
          </Button>
          {isChanged && <span className="soft">Not saved yet</span>}
        </div>
      </FieldForm>
    </section>
  );
}
