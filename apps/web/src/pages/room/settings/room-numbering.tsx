import type { Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { isolateNames } from '../../../base/isolating.ts';
import { may } from '../../../base/may.ts';
import { service } from '../../../base/service.ts';
import { Button } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { toast } from '../../../design/toasts.tsx';
import { readFilesAgain, refreshRoom } from '../base/room-files.ts';
import { IndexDownload } from '../editing/index-download.tsx';

type Question = 'on' | 'off' | 'again';

/** Gives the room index numbers, forgets them, or gives them again. A dialog asks before each: contracts may quote them. */
export function RoomNumbering({ room }: Readonly<{ room: Room }>): ReactNode {
  const isNumbered = room.numbering === 'fixed';
  const [question, ask] = useState<Question>();
  const [isSaving, setSaving] = useState(false);
  return (
    <section className="card form">
      <h2>Index numbers</h2>
      <p className="soft">
        {isNumbered
          ? 'Each folder and file has a number among those beside it, the same for every reader. It stays when others come and go, so that contracts and questions can quote it.'
          : 'Each folder and file can have a number, such as 2.10.3, that stays when others come and go, so that contracts and questions can quote it.'}
      </p>
      <div className="row">
        {!isNumbered && <Button onPress={() => ask('on')}>Number the room</Button>}
        {isNumbered && may(room, 'room.renumber') && <Button onPress={() => ask('again')}>Number again</Button>}
        {isNumbered && <Button onPress={() => setSaving(true)}>Save a list with the numbers</Button>}
        {isNumbered && (
          <Button kind="quiet" onPress={() => ask('off')}>
            Remove the numbers
          </Button>
        )}
      </div>
      {isSaving && <IndexDownload room={room} onClose={() => setSaving(false)} />}
      {question !== undefined && <Ask room={room} question={question} onClose={() => ask(undefined)} />}
    </section>
  );
}

const saidOf = (done: Room | Readonly<{ numbered: number }>): string => {
  if ('numbered' in done) return `${plural(done.numbered, 'folder or file', 'folders and files')} numbered.`;
  return done.numbering === 'fixed' ? 'The room is numbered.' : 'The numbers are removed.';
};

type AskProps = Readonly<{ room: Room; question: Question; onClose: () => void }>;

function Ask({ room, question, onClose }: AskProps): ReactNode {
  const work = useMutation({
    mutationFn: async () => {
      if (question === 'again') return service.rooms.renumber(room.id);
      return service.rooms.edit(room.id, { numbering: question === 'on' ? 'fixed' : 'none' });
    },
    onSuccess: (done) => {
      toast(saidOf(done));
      onClose();
    },
    onSettled: () => Promise.all([refreshRoom(room.id), readFilesAgain(room.id)]),
  });
  if (question === 'on')
    return (
      <FormDialog
        title={isolateNames`Number ${room.name}?`}
        action="Number the room"
        work={work}
        onClose={onClose}
        isWide
      >
        <ul className="consequences">
          <li>
            Everything in the room is numbered now, in each folder from 1: folders in their order, then files by name.
          </li>
          <li>What comes later gets the next number. A number is not given twice, also after a file was deleted.</li>
          <li>
            Everyone reads the same numbers. A number that is missing tells a reader that there is something they do not
            see, or that something was deleted.
          </li>
        </ul>
      </FormDialog>
    );
  const isAgain = question === 'again';
  return (
    <FormDialog
      title={isAgain ? isolateNames`Number ${room.name} again?` : isolateNames`Remove the numbers of ${room.name}?`}
      action={isAgain ? 'Number again' : 'Remove the numbers'}
      kind="danger"
      work={work}
      isAlert
      isWide
      onClose={onClose}
    >
      <ul className="consequences">
        {isAgain && (
          <li>
            {plural(room.file_count, 'file')} that you see, their folders, and what you do not see get numbers from 1,
            without gaps: folders in their order, then files by name.
          </li>
        )}
        <li>Contracts, questions and exports that quote the present numbers no longer lead to the same documents.</li>
        <li>Nobody can bring the present numbers back. Save a list with them first.</li>
      </ul>
    </FormDialog>
  );
}
