import type { Webhook } from '@strongroom/client';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { Menu, type MenuAction } from '../../design/layers.tsx';
import { Failure, Loading } from '../../design/text.tsx';
import { toast } from '../../design/toasts.tsx';
import { Deliveries } from './deliveries.tsx';
import { EditWebhook, NewWebhook, WebhookSecret } from './webhook-form.tsx';
import { WebhookLine } from './webhook-line.tsx';
import { hostOf } from './webhook-words.ts';
import { useWebhooks, webhooksKey } from './webhooks-data.ts';

type Opened = Readonly<{ webhook: Webhook; as: 'edit' | 'rotate' | 'delete' | 'deliveries' }> | 'new';

type Props = Readonly<{
  /** Left out for those of the organisation. */
  roomId?: string;
  /** Whether they can be made and changed. */
  canManage: boolean;
}>;

/** The webhooks of the organisation, or those of a room. */
export function Webhooks({ roomId, canManage }: Props): ReactNode {
  const key = webhooksKey(roomId);
  const found = useWebhooks(roomId);
  const [opened, setOpened] = useState<Opened>();
  const changed = () => queries.invalidateQueries({ queryKey: key });
  const enable = useMutation({
    mutationFn: ({ id }: Webhook) => service.webhooks.enable(id),
    onSuccess: () => toast('It goes on where it stopped.'),
    onSettled: changed,
  });
  const actionsFor = (webhook: Webhook): readonly MenuAction[] => [
    { id: 'deliveries', name: 'Last deliveries', run: () => setOpened({ webhook, as: 'deliveries' }) },
    { id: 'edit', name: 'Change address or events', run: () => setOpened({ webhook, as: 'edit' }) },
    { id: 'rotate', name: 'New secret', run: () => setOpened({ webhook, as: 'rotate' }) },
    ...(webhook.disabled_at === null ? [] : [{ id: 'enable', name: 'Enable', run: () => enable.mutate(webhook) }]),
    { id: 'delete', name: 'Delete', isDanger: true, run: () => setOpened({ webhook, as: 'delete' }) },
  ];
  return (
    <section className="card form">
      <h2>Webhooks</h2>
      <p className="soft">
        A program of yours gets each event {roomId === undefined ? 'of the log' : 'of this room'} that you may see, as
        it happens. <a href="/docs/how-to/receive-events">How to receive them</a>
      </p>
      <Failure error={found.error ?? enable.error} />
      {found.isPending && <Loading what="webhooks" rows={1} />}
      {found.data?.length === 0 && <p className="soft">There are none.</p>}
      {found.data !== undefined && found.data.length > 0 && (
        <ul className="lines" aria-label="Webhooks">
          {found.data.map((webhook) => (
            <WebhookLine key={webhook.id} webhook={webhook} canManage={canManage} onTried={changed}>
              <Menu label={`Actions for ${hostOf(webhook)}`} actions={actionsFor(webhook)} />
            </WebhookLine>
          ))}
        </ul>
      )}
      {canManage && (
        <div>
          <Button icon="plus" onPress={() => setOpened('new')}>
            New webhook
          </Button>
        </div>
      )}
      <OpenedDialog roomId={roomId} opened={opened} onChanged={changed} onClose={() => setOpened(undefined)} />
    </section>
  );
}

type OpenedProps = Readonly<{
  roomId: string | undefined;
  opened: Opened | undefined;
  onChanged: () => Promise<void>;
  onClose: () => void;
}>;

function OpenedDialog({ opened, roomId, onChanged, onClose }: OpenedProps): ReactNode {
  if (opened === undefined) return null;
  if (opened === 'new') return <NewWebhook roomId={roomId} onChanged={onChanged} onClose={onClose} />;
  const { webhook, as } = opened;
  const common = { webhook, onChanged, onClose };
  if (as === 'edit') return <EditWebhook {...common} />;
  if (as === 'deliveries') return <Deliveries {...common} />;
  return as === 'rotate' ? <RotateDialog {...common} /> : <DeleteDialog {...common} />;
}

type DialogProps = Readonly<{ webhook: Webhook; onChanged: () => Promise<void>; onClose: () => void }>;

function RotateDialog({ webhook, onChanged, onClose }: DialogProps): ReactNode {
  const rotate = useMutation({ mutationFn: () => service.webhooks.rotateSecret(webhook.id), onSettled: onChanged });
  if (rotate.data) return <WebhookSecret webhook={rotate.data} onClose={onClose} />;
  return (
    <FormDialog
      title={`A new secret for ${hostOf(webhook)}?`}
      action="Make the secret"
      work={rotate}
      isAlert
      onClose={onClose}
    >
      <p>
        For a day each message has two signatures, one by each secret. Give the receiver the new one within that day.
      </p>
    </FormDialog>
  );
}

function DeleteDialog({ webhook, onChanged, onClose }: DialogProps): ReactNode {
  const remove = useMutation({
    mutationFn: () => service.webhooks.delete(webhook.id),
    onSuccess: () => {
      toast(`${hostOf(webhook)} gets nothing more.`);
      onClose();
    },
    onSettled: onChanged,
  });
  return (
    <FormDialog
      title={`Delete the webhook to ${hostOf(webhook)}?`}
      action="Delete"
      kind="danger"
      work={remove}
      isAlert
      onClose={onClose}
    >
      <p>Nothing more is sent to it. A new webhook begins with the events after it was made.</p>
    </FormDialog>
  );
}
