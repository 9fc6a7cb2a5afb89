import type { Webhook } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { capitalized, formatDateTime, plural } from '../../base/format.ts';
import { queries } from '../../base/queries.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { Dialog, DialogEnd } from '../../design/layers.tsx';
import { Badge, Failure, Loading } from '../../design/text.tsx';
import { wordsOfType } from '../activity/event-words.ts';
import { type DeliveredEvent, deliveredEvents } from './delivered-events.ts';
import { hostOf, outcomeOf } from './webhook-words.ts';

const REFRESH_MS = 5000;
const TONES = { taken: 'good', waiting: 'warn', failed: 'danger' } as const;

type Props = Readonly<{ webhook: Webhook; onChanged: () => Promise<void>; onClose: () => void }>;

/** The events of the last deliveries, each of which can be sent again, and a test. */
export function Deliveries({ webhook, onChanged, onClose }: Props): ReactNode {
  const key = ['deliveries', webhook.id];
  const found = useQuery({
    queryKey: key,
    queryFn: async () => {
      const [present, deliveries] = await Promise.all([
        service.webhooks.list(webhook.room_id === null ? {} : { room_id: webhook.room_id }).all(),
        service.webhooks.deliveries(webhook.id, {}).all(),
      ]);
      const receiver = present.find(({ id }) => id === webhook.id) ?? webhook;
      return { nextTry: receiver.next_try_at, events: deliveredEvents(deliveries, receiver) };
    },
    refetchInterval: REFRESH_MS,
  });
  const send = useMutation({
    mutationFn: (event: string | null) =>
      service.webhooks.deliver(webhook.id, event === null ? {} : { event_id: event }),
    onSettled: () => Promise.all([queries.invalidateQueries({ queryKey: key }), onChanged()]),
  });
  return (
    <Dialog title={`Deliveries to ${hostOf(webhook)}`} isOpen isWide onClose={onClose}>
      <Failure error={found.error ?? send.error} />
      {found.isPending && <Loading what="deliveries" rows={2} />}
      {found.data?.events.length === 0 && <p className="soft">Nothing was sent yet.</p>}
      <ul className="lines" aria-label="Deliveries">
        {found.data?.events.map((one) => (
          <li key={one.key} className="row">
            <EventLine of={one} nextTry={found.data.nextTry} />
            {one.latest.event_id !== null && (
              <Button
                kind="quiet"
                label={`Send again: ${one.latest.type}`}
                onPress={() => send.mutate(one.latest.event_id)}
              >
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

/** The event, how its latest attempt ended, and the others on demand. */
function EventLine({ of, nextTry }: Readonly<{ of: DeliveredEvent; nextTry: string | null }>): ReactNode {
  const { latest, attempts, state } = of;
  return (
    <div className="grow">
      <strong>{latest.event_id === null ? 'Test' : capitalized(wordsOfType(latest.type))}</strong>{' '}
      <Badge tone={TONES[state]}>{outcomeOf(latest)}</Badge>
      <div className="soft">
        {formatDateTime(latest.at)} · <code>{latest.type}</code>
      </div>
      {state === 'waiting' && (
        <div>
          It is sent again {nextTry === null ? 'soon' : `at ${formatDateTime(nextTry)}`}. Later events wait for it.
        </div>
      )}
      {latest.answer !== '' && (
        <div className="soft clamp">
          <bdi>{latest.answer}</bdi>
        </div>
      )}
      {attempts.length > 1 && (
        <details>
          <summary>{plural(attempts.length, 'attempt')}</summary>
          <ul className="plain soft">
            {attempts.map((one) => (
              <li key={one.id}>
                {formatDateTime(one.at)} · {outcomeOf(one)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
