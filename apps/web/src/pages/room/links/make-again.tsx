import { type Room, type Share, type ShareFile as SharedFile, StrongroomError } from '@strongroom/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { explainError, PageError } from '../../../base/explain.ts';
import { service } from '../../../base/service.ts';
import { Check } from '../../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../../design/layers.tsx';
import { Failure, Loading, Notice } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { changeEach } from '../base/change-each.ts';
import { type ContentAgain, contentAgain, type FileAgain, termsAgain } from './again.ts';
import { ShareFile, ShareFiles } from './share-file.tsx';

type Props = Readonly<{ room: Room; link: Share; isRevocable: boolean; onClose: () => void }>;

/** Proposes a new link to the files of another one, with its terms, after it read what the reader may share of them now. */
export function MakeAgain({ room, link, isRevocable, onClose }: Props): ReactNode {
  const read = useQuery({
    queryKey: ['links', room.id, link.id, 'again'],
    queryFn: () => readContent(link),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (read.data === undefined || read.data.files.length === 0)
    return (
      <Dialog title="Make the link again" isOpen onClose={onClose}>
        {read.isPending && <Loading what="the files of the link" rows={2} />}
        <Failure error={read.error} />
        {read.data !== undefined && (
          <>
            <p>There is no file for a new link.</p>
            <Notes notes={read.data.notes} />
          </>
        )}
        <DialogEnd onPress={onClose} />
      </Dialog>
    );
  return <NewTerms room={room} link={link} content={read.data} isRevocable={isRevocable} onClose={onClose} />;
}

async function readContent(link: Share): Promise<ContentAgain> {
  const listed = await service.shares.listFiles(link.id, { per_page: 100 }).all();
  const found = new Map<number, FileAgain>();
  const failed = await changeEach(listed, async (one) => {
    found.set(one.index, { listed: one, file: await fileNow(one) });
  });
  const [first] = failed;
  if (first !== undefined) throw new PageError(first.text);
  return contentAgain(
    listed.flatMap(({ index }) => found.get(index) ?? []),
    link.file_total,
  );
}

async function fileNow({ file_id: id }: SharedFile): Promise<FileAgain['file']> {
  try {
    return await service.files.get(id);
  } catch (error) {
    if (error instanceof StrongroomError && error.code === 'FILE_NOT_FOUND') return undefined;
    throw error;
  }
}

function NewTerms({ room, link, content, ...props }: Props & Readonly<{ content: ContentAgain }>): ReactNode {
  const { isRevocable, onClose } = props;
  const [isReplaced, setReplaced] = useState(false);
  const { files, folders, notes } = content;
  const [only] = files;
  const again = {
    terms: termsAgain(link, Date.now()),
    onMade: async () => {
      if (isReplaced) await revokeOld(link);
    },
    notes: (
      <>
        <Notes notes={notes} />
        {isRevocable && link.status === 'active' && (
          <Check isSelected={isReplaced} onChange={setReplaced}>
            Revoke the old link, so that only the new one works
          </Check>
        )}
      </>
    ),
  };
  if (link.kind === 'file' && only !== undefined)
    return <ShareFile file={only} room={room} again={again} onClose={onClose} />;
  return <ShareFiles files={files} folder={undefined} room={room} again={{ ...again, folders }} onClose={onClose} />;
}

/** The new link is there and shown, whether or not the old one goes. */
async function revokeOld({ id }: Share): Promise<void> {
  try {
    await service.shares.revoke(id);
  } catch (error) {
    toast(`The old link was not revoked. ${explainError(error).text}`, 'danger');
  }
}

const Notes = ({ notes }: Pick<ContentAgain, 'notes'>): ReactNode =>
  notes.length > 0 && (
    <Notice tone="warn">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Notice>
  );
