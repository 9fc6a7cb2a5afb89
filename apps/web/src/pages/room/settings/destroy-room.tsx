import type { OverseenRoom, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { queries } from '../../../base/queries.ts';
import { goTo } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { Check, Field } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';

type Props = Readonly<{ room: Room | OverseenRoom; onClose: () => void }>;

/** Asks for the name of a room, destroys it and leads to the receipt. */
export function DestroyRoom({ room, onClose }: Props): ReactNode {
  const [typed, setTyped] = useState('');
  const [areKept, setKept] = useState(false);
  const destroy = useMutation({
    mutationFn: () => service.rooms.delete(room.id, { keep_names: areKept ? 'true' : 'false' }),
    onSuccess: async ({ receipt_id: receipt }) => {
      queries.removeQueries({ queryKey: ['room', room.id] });
      goTo(`/receipts/${receipt}`, { replace: true });
      await Promise.all([['rooms'], ['overseen']].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  const isMember = may(room, 'file.list');
  return (
    <FormDialog
      title={isolateNames`Destroy ${room.name}?`}
      action="Destroy for good"
      kind="danger"
      work={destroy}
      isDisabled={typed !== room.name}
      isAlert
      isWide
      onClose={onClose}
    >
      <ul className="consequences">
        <li>
          {isMember
            ? `${plural(room.file_count, 'file')} that you see, and those above your clearance, cannot be read by anyone any more, not even from a backup without its keys.`
            : 'Its files, which you do not see, cannot be read by anyone any more, not even from a backup without its keys.'}
        </li>
        <li>{plural(room.member_count, 'member loses', 'members lose')} the room at once.</li>
        <li>All links into it end.</li>
        <li>Its activity stays in the log. Nobody can undo this.</li>
      </ul>
      {may(room, 'room.export') && (
        <Check isSelected={areKept} onChange={setKept}>
          Keep the names of the files in the receipt. Those who may read it see the names up to their clearance.
        </Check>
      )}
      <Field
        label={`Type the name of the room: ${room.name}`}
        value={typed}
        onChange={setTyped}
        autoFocus
        autoComplete="off"
      />
    </FormDialog>
  );
}
