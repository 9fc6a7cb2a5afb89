import type { Webhook } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { capitalized, formatDateTime } from '../../base/format.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../design/layers.tsx';
import { Badge, Failure, Loading } from '../../design/text.tsx';
import { wordsOfType } from '../activity/event-words.ts';
import { hostOf, isAccepted, outcomeOf } from './webhook-words.ts';

type Props = Readonly<{ webhook: Webhook; onChanged: () => Promise<void>; onClose: () => void }>;

/** The last deliveries, each of which can be sent again, and a test. */
export function Deliveries({ webhook, onChanged, onClose }: Props): ReactNode {
  const key = ['deliveries', webhook.id];
  const found = useQuery({ queryKey: key, queryFn: () => service.webhooks.deliveries(webhook.id, {}).all() });
  const send = useMutation({
    mutationFn: (event: string | null) =>
      service.webhooks.deliver(webhook.id, event === null ? {} : { event_id: event }),
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: key }), onChanged()]),
  });
  return (
    <Dialog title={`Deliveries to ${hostOf(webhook)}`} isOpen isWide onClose={onClose}>
      <Failure error={found.error ?? send.error} />
      {found.isPending && <Loading what="deliveries" rows={2} />}
      {found.data?.length === 0 && <p className="soft">Nothing was sent yet.</p>}
      <ul className="lines" aria-label="Deliveries">
        {found.data?.map((one) => (
          <li key={one.id} className="row">
            <div className="grow">
              <strong>{one.event_id === null ? 'Test' : capitalized(wordsOfType(one.type))}</strong>{' '}
              <Badge tone={isAccepted(one) ? 'good' : 'danger'}>{outcomeOf(one)}</Badge>
              <div className="soft">
                {formatDateTime(one.at)} · <code>{one.type}</code>
              </div>
              {one.answer !== '' && (
                <div className="soft clamp">
                  <bdi>{one.answer}</bdi>
                </div>
              )}
            </div>
            {one.event_id !== null && (
              <Button kind="quiet" label={`Send again: ${one.type}`} onPress={() => send.mutate(one.event_id)}>
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
      <DialogEnd
        onPress={onClose}
        main={
          <Button kind="primary" isBusy={send.isPending} onPress={() => send.mutate(null)}>
            Send a test
          </Button>
        }
      />
    </Dialog>
  );
}
