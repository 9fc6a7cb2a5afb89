import type { Room, Share } from '@strongroom/client';
import { useMutation, useQueries, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ago } from '../../base/format.ts';
import { may } from '../../base/may.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { FileName } from '../../design/file-name.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Badge, Empty, Failure, Loading } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { useNames } from '../people-data.ts';
import { WHOLE_ROOM } from './listing.ts';
import { useFiles } from './room-files.ts';

const TONES = { active: 'good', expired: 'warn', exhausted: 'warn', revoked: 'danger' } as const;
const WORDS = { active: 'active', expired: 'expired', exhausted: 'used up', revoked: 'revoked' } as const;

/** Files among which those of revoked links are looked for. */
const LISTED = 1000;

/**
 * The name of a file that is deleted is gone, and each link to it is revoked: asking for one would be a refused attempt, so
 * files of revoked links are named from the list.
 */
function useNamesOfFiles(roomId: string, links: readonly Share[]): ReadonlyMap<string, string> {
  const ids = new Set(links.filter(({ status }) => status !== 'revoked').map((link) => link.file_id));
  const found = useQueries({
    queries: [...ids].map((id) => ({
      queryKey: ['file', roomId, id],
      queryFn: () => service.files.get(id),
      retry: false,
      staleTime: 60_000,
    })),
  });
  const someAreRevoked = links.some(({ status }) => status === 'revoked');
  const listed = useFiles(roomId, WHOLE_ROOM, () => LISTED, someAreRevoked).data?.items ?? [];
  const files = [...listed, ...found.flatMap(({ data }) => data ?? [])];
  return new Map(files.map(({ id, name }) => [id, name]));
}

export function Links({ room }: Readonly<{ room: Room }>): ReactNode {
  const links = useQuery({
    queryKey: ['links', room.id],
    queryFn: () => service.shares.listOfRoom(room.id, { per_page: 100, may: 'true' }).all(),
  });
  const files = useNamesOfFiles(room.id, links.data ?? []);
  const nameOf = useNames();
  const [revoked, setRevoked] = useState<Share>();
  const nameOfFile = (link: Share): string => files.get(link.file_id) ?? 'A file';
  if (links.isPending) return <Loading what="the links" />;
  return (
    <>
      <Failure error={links.error} />
      {links.data?.length === 0 && (
        <Empty icon="link" title="No links in this room">
          A link gives one file to a person without an account, until a day and for a number of downloads that you
          choose. Make one from the actions of a file.
        </Empty>
      )}
      {links.data !== undefined && links.data.length > 0 && (
        <table className="list" aria-label="Links">
          <thead>
            <tr>
              <th>File</th>
              <th>State</th>
              <th className="number">Downloads</th>
              <th className="wide-only">Made by</th>
              <th className="wide-only">Ends</th>
              <th>
                <span className="hidden-visually">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {links.data.map((link) => (
              <tr key={link.id}>
                <td>
                  <FileName name={nameOfFile(link)} />
                </td>
                <td>
                  <Badge tone={TONES[link.status]}>{WORDS[link.status]}</Badge>
                </td>
                <td className="number">
                  {link.download_count}
                  {link.max_downloads === null ? ', no limit' : ` of ${link.max_downloads}`}
                </td>
                <td className="wide-only soft">{nameOf(link.created_by)}</td>
                <td className="wide-only soft">{ago(link.expires_at)}</td>
                <td className="actions">
                  {link.status === 'active' && may(link, 'share.revoke') && (
                    <Button
                      kind="quiet"
                      label={`Revoke the link to ${nameOfFile(link)}`}
                      onPress={() => setRevoked(link)}
                    >
                      Revoke
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {revoked !== undefined && (
        <RevokeLink room={room} link={revoked} name={nameOfFile(revoked)} onClose={() => setRevoked(undefined)} />
      )}
    </>
  );
}

type RevokeProps = Readonly<{ room: Room; link: Share; name: string; onClose: () => void }>;

function RevokeLink({ room, link, name, onClose }: RevokeProps): ReactNode {
  const revoke = useMutation({
    mutationFn: () => service.shares.revoke(link.id),
    onSuccess: () => {
      toast('Revoked. The link opens nothing any more.');
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['links', room.id] }),
  });
  return (
    <FormDialog
      title={`Revoke the link to ${name}?`}
      action="Revoke"
      kind="danger"
      work={revoke}
      isAlert
      onClose={onClose}
    >
      <p>
        It opens nothing from now on. This cannot be undone. Copies that were downloaded stay with their recipients.
      </p>
    </FormDialog>
  );
}
