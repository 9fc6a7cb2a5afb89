import type { Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { plural } from '../../../base/format.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { toast } from '../../../design/toasts.tsx';
import type { Row } from './link-columns.tsx';

type RevokeProps = Readonly<{ room: Room; links: readonly Row[]; done: () => void; onClose: () => void }>;

const SHOWN = 5;

export function RevokeLinks({ room, links, done, onClose }: RevokeProps): ReactNode {
  const revoke = useMutation({
    mutationFn: async () => {
      for (const { id } of links) await service.shares.revoke(id);
    },
    onSuccess: () => {
      toast(
        links.length === 1 ? 'Revoked. The link opens nothing any more.' : `${plural(links.length, 'link')} revoked.`,
      );
      done();
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['links', room.id] }),
  });
  const [link] = links;
  return (
    <FormDialog
      title={
        links.length === 1 && link ? `Revoke the link to ${link.file}?` : `Revoke ${plural(links.length, 'link')}?`
      }
      action="Revoke"
      kind="danger"
      work={revoke}
      isAlert
      onClose={onClose}
    >
      {links.length > 1 && (
        <ul>
          {links.slice(0, SHOWN).map(({ id, recipient, name, file }) => (
            <li key={id}>{[recipient ?? name, file].filter(Boolean).join(': ')}</li>
          ))}
          {links.length > SHOWN && <li>and {plural(links.length - SHOWN, 'more', 'more')}</li>}
        </ul>
      )}
      <p>
        {links.length === 1 ? 'It opens' : 'They open'} nothing from now on. This cannot be undone. Copies that were
        downloaded stay with their recipients.
      </p>
    </FormDialog>
  );
}
