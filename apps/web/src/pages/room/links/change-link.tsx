import type { Room, Share } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { Button } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { toast } from '../../../design/toasts.tsx';
import { dayOf, endOfDay } from '../base/last-day.ts';
import { LinkFields } from './link-fields.tsx';
import { LinkFiles } from './link-files.tsx';
import { capProblem, dayProblem, type LinkTerms, parseCap } from './link-terms.ts';

type Props = Readonly<{
  room: Room;
  link: Share;
  file: string;
  onAgain: (() => void) | undefined;
  onClose: () => void;
}>;

export function ChangeLink({ room, link, file, onAgain, onClose }: Props): ReactNode {
  const presentDay = dayOf(link.expires_at);
  const [terms, setTerms] = useState<LinkTerms>({
    recipient: link.recipient ?? '',
    name: link.name ?? '',
    message: link.message ?? '',
    day: presentDay,
    cap: link.max_downloads === null ? '' : String(link.max_downloads),
  });
  const isNewDay = terms.day !== presentDay;
  // The field says the end of the day, so saving makes it true of an end within the day, unless that has passed.
  const isEndSaid =
    isNewDay || (Date.parse(link.expires_at) > Date.now() && dayProblem(terms.day, Date.now()) === undefined);
  const change = useMutation({
    mutationFn: () =>
      service.shares.change(link.id, {
        recipient: terms.recipient.trim() || null,
        name: terms.name.trim() || null,
        message: terms.message.trim() || null,
        ...(isEndSaid && { expires_at: endOfDay(terms.day) ?? '' }),
        max_downloads: parseCap(terms.cap),
      }),
    onSuccess: () => {
      toast('Saved. The address of the link stays.');
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['links', room.id] }),
  });
  const isWrong =
    capProblem(terms.cap, link.download_count) !== undefined ||
    (isNewDay && dayProblem(terms.day, Date.now()) !== undefined);
  return (
    <FormDialog title={`Change the link to ${file}`} action="Save" work={change} isDisabled={isWrong} onClose={onClose}>
      {link.status === 'exhausted' && <p>It is used up. With more downloads it works again.</p>}
      {link.status === 'expired' && <p>It has expired. With a later day it works again.</p>}
      <LinkFields terms={terms} onChange={setTerms} used={link.download_count} presentDay={presentDay} />
      {onAgain !== undefined && (
        <div className="row">
          <p className="soft grow">Its address cannot be shown again. A new link to the same files has one.</p>
          <Button icon="link" onPress={onAgain}>
            Make again
          </Button>
        </div>
      )}
      {link.kind === 'package' && <LinkFiles room={room} link={link} />}
    </FormDialog>
  );
}
