import type { Folder, Room, UploadRequest } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { allowedOffers, may } from '../../../base/may.ts';
import { queries } from '../../../base/queries.ts';
import { service } from '../../../base/service.ts';
import { formatSize } from '../../../base/size.ts';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Menu, type MenuAction } from '../../../design/layers.tsx';
import { type Column, Table } from '../../../design/table.tsx';
import { Badge } from '../../../design/text.tsx';
import { toast } from '../../../design/toasts.tsx';
import { When } from '../../../design/when.tsx';
import { mayAddTo } from '../base/may-make.ts';
import { AskForFiles } from './ask-for-files.tsx';

const TONES = { draft: undefined, active: 'good', revoked: 'danger', expired: 'warn', full: 'warn' } as const;
const WORDS = { draft: 'not opened', active: 'open', revoked: 'ended', expired: 'expired', full: 'full' } as const;

/** An upload request, and the names that the page knows. */
export type ListedRequest = UploadRequest & Readonly<{ folder: string; place: string; maker: string }>;

const COLUMNS: readonly Column<ListedRequest>[] = [
  {
    id: 'for',
    head: 'For',
    cell: ({ message, place }) => (
      <>
        <strong>
          <bdi>{message ?? 'Without a message'}</bdi>
        </strong>
        <div className="soft cut">
          <bdi>{place}</bdi>
        </div>
      </>
    ),
  },
  { id: 'state', head: 'State', cell: ({ status }) => <Badge tone={TONES[status]}>{WORDS[status]}</Badge> },
  {
    id: 'files',
    head: 'Received',
    isNumber: true,
    cell: ({ files_received: count, max_files: most }) => `${count} of ${plural(most, 'file')}`,
  },
  {
    id: 'size',
    head: 'Size',
    isNumber: true,
    isExtra: true,
    cell: ({ bytes_received: count, max_bytes: most }) => `${formatSize(count)} of ${formatSize(most)}`,
  },
  { id: 'by', head: 'Made by', isExtra: true, cell: ({ maker }) => maker },
  { id: 'ends', head: 'Ends', cell: ({ expires_at: at }) => <When at={at} isEnd /> },
];

type Props = Readonly<{ room: Room; requests: readonly ListedRequest[]; folders: readonly Folder[] }>;

/** The requests of a room, with what came by each. */
export function UploadRequests({ room, requests, folders }: Props): ReactNode {
  const [again, setAgain] = useState<ListedRequest>();
  const [ended, setEnded] = useState<ListedRequest>();
  return (
    <>
      <Table
        label="Upload requests"
        columns={COLUMNS}
        rows={requests}
        idOf={({ id }) => id}
        actions={(request) => (
          <Menu
            label={`Actions for the request ${request.message ?? 'without a message'}`}
            actions={allowedOffers<MenuAction>([
              [
                mayAddTo(room, request.folder, folders).requests,
                { id: 'again', name: 'Make again', icon: 'link', run: () => setAgain(request) },
              ],
              [
                may(request, 'upload_request.revoke') && request.status !== 'revoked',
                { id: 'end', name: 'End', icon: 'trash', isDanger: true, run: () => setEnded(request) },
              ],
            ])}
          />
        )}
      />
      {again !== undefined && (
        <AskForFiles room={room} folder={again.folder} again={again} onClose={() => setAgain(undefined)} />
      )}
      {ended !== undefined && <EndRequest room={room} request={ended} onClose={() => setEnded(undefined)} />}
    </>
  );
}

type EndProps = Readonly<{ room: Room; request: ListedRequest; onClose: () => void }>;

function EndRequest({ room, request, onClose }: EndProps): ReactNode {
  const end = useMutation({
    mutationFn: () => service.uploadRequests.revoke(request.id),
    onSuccess: () => {
      toast('The request is ended. Its link takes nothing any more.');
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['upload-requests', room.id] }),
  });
  return (
    <FormDialog
      title="End this request?"
      action="End it"
      kind="danger"
      work={{ ...end, mutate: () => end.mutate() }}
      isAlert
      onClose={onClose}
    >
      <p>Its link takes nothing from now on. This cannot be undone. What was sent stays in the inbox.</p>
    </FormDialog>
  );
}
