import type { Folder, Room } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { plural } from '../../../base/format.ts';
import { allowedOffers, may } from '../../../base/may.ts';
import { queries } from '../../../base/queries.ts';
import { setQuery, useAddress } from '../../../base/router.tsx';
import { service } from '../../../base/service.ts';
import { Button } from '../../../design/controls.tsx';
import { FormDialog } from '../../../design/form-dialog.tsx';
import { Menu, type MenuAction } from '../../../design/layers.tsx';
import { ListOutput } from '../../../design/list-output.tsx';
import { Table } from '../../../design/table.tsx';
import { toast } from '../../../design/toasts.tsx';
import { saveTable } from '../../../save/save-table.ts';
import { mayAddTo } from '../base/may-make.ts';
import { AskForFiles } from './ask-for-files.tsx';
import { requestsAsTable } from './inbox-table.ts';
import { COLUMNS, type ListedRequest } from './request-columns.tsx';
import { RequestDialog } from './request-dialog.tsx';
import type { TakenInItem } from './take-in.tsx';

type Props = Readonly<{
  room: Room;
  requests: readonly ListedRequest[];
  items: readonly TakenInItem[];
  folders: readonly Folder[];
}>;

/** The requests of a room, with what came by each. */
export function UploadRequests({ room, requests, items, folders }: Props): ReactNode {
  const [again, setAgain] = useState<ListedRequest>();
  const [ended, setEnded] = useState<ListedRequest>();
  const named = useAddress().searchParams.get('request');
  const [isWhole, setWhole] = useState(false);
  const open = requests.filter((request) => takesFiles(request) || request.files_waiting > 0);
  const endedCount = requests.length - open.length;
  const shown = isWhole || open.length === 0 ? requests : open;
  const opened = requests.find(({ id }) => id === named);
  const actionsOf = (request: ListedRequest) =>
    allowedOffers<MenuAction>([
      [
        mayAddTo(room, request.folder, folders).requests,
        { id: 'again', name: 'Make again', icon: 'link', run: () => leaving(setAgain, request) },
      ],
      [
        may(request, 'upload_request.revoke') && takesFiles(request),
        { id: 'end', name: 'End', icon: 'trash', isDanger: true, run: () => leaving(setEnded, request) },
      ],
    ]);
  return (
    <>
      <div className="row list-count">
        <h2 id="requests" className="grow">
          {plural(requests.length, 'request')}
        </h2>
        {open.length > 0 && endedCount > 0 && (
          <Button kind="quiet" isExpanded={isWhole} onPress={() => setWhole(!isWhole)}>
            {isWhole ? 'Hide ended ones' : `Show ${endedCount} ended`}
          </Button>
        )}
        <ListOutput onSave={() => saveTable(requestsAsTable(requests), `${room.name} requests`)} />
      </div>
      <Table
        label="Upload requests"
        columns={COLUMNS}
        rows={shown}
        idOf={({ id }) => id}
        actions={(request) => (
          <Menu
            label={`Actions for the request ${request.message ?? 'without a message'}`}
            actions={[
              { id: 'open', name: 'Open', icon: 'eye', run: () => setQuery({ request: request.id }) },
              ...actionsOf(request),
            ]}
          />
        )}
      />
      {opened !== undefined && (
        <RequestDialog
          request={opened}
          waiting={items.filter((item) => item.request_id === opened.id)}
          actions={actionsOf(opened)}
          onClose={() => setQuery({ request: '' })}
        />
      )}
      {again !== undefined && (
        <AskForFiles room={room} folder={again.folder} again={again} onClose={() => setAgain(undefined)} />
      )}
      {ended !== undefined && <EndRequest room={room} request={ended} onClose={() => setEnded(undefined)} />}
    </>
  );
}

/** A request that ended takes nothing any more, so there is nothing to end. */
const takesFiles = ({ status }: ListedRequest): boolean => status === 'active' || status === 'draft';

/** From the dialog about the request, which closes. */
function leaving(deed: (request: ListedRequest) => void, request: ListedRequest): void {
  setQuery({ request: '' });
  deed(request);
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
