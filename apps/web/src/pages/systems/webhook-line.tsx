import type { Webhook } from '@strongroom/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { may } from '../../base/may.ts';
import { useMyself } from '../../base/me.ts';
import { service } from '../../base/service.ts';
import { Button } from '../../design/controls.tsx';
import { Badge, Failure } from '../../design/text.tsx';
import { heldSentence, hostOf, testSentence, waitingOf, webhookSummary } from './webhook-words.ts';
import { isFailing } from './webhooks-data.ts';

type Props = Readonly<{
  webhook: Webhook;
  canManage: boolean;
  onTried: () => Promise<void>;
  /** Further actions. */
  children: ReactNode;
}>;

/** A webhook in a list. *Try now* sends a signed test at once, and says what was answered and how long that took. */
export function WebhookLine({ webhook, canManage, onTried, children }: Props): ReactNode {
  const test = useMutation({
    mutationFn: async () => {
      const since = performance.now();
      const delivery = await service.webhooks.deliver(webhook.id, {});
      return testSentence(delivery, performance.now() - since);
    },
    onSettled: onTried,
  });
  return (
    <li className="row worded">
      <div className="grow">
        <strong>{hostOf(webhook)}</strong> <State webhook={webhook} />
        <div className="soft">{webhookSummary(webhook)}</div>
        <Held webhook={webhook} />
        <div role="status">{!test.isPending && test.data}</div>
        <Failure error={test.error} />
      </div>
      {canManage && (
        <>
          <Button label={`Try now: ${hostOf(webhook)}`} isBusy={test.isPending} onPress={test.mutate}>
            Try now
          </Button>
          {children}
        </>
      )}
    </li>
  );
}

const LATEST = 100;
const REFRESH_MS = 30_000;

/** Words about the events that wait for a receiver that takes none. */
function Held({ webhook }: Readonly<{ webhook: Webhook }>): ReactNode {
  const me = useMyself();
  const isHeld = isFailing(webhook);
  const latest = useQuery({
    queryKey: ['latest-events', LATEST],
    queryFn: async () => (await service.audit.events({ per_page: LATEST }).page()).data,
    enabled: isHeld && webhook.position !== null && may(me, 'audit.read'),
    refetchInterval: REFRESH_MS,
  });
  const sentence = heldSentence(webhook, latest.data && waitingOf(webhook, latest.data));
  return sentence !== '' && <div>{sentence}</div>;
}

function State({
  webhook: { disabled_at: disabled, failing_since: failing },
}: Readonly<{ webhook: Webhook }>): ReactNode {
  if (disabled !== null) return <Badge tone="danger">disabled</Badge>;
  return failing === null ? null : <Badge tone="danger">failing</Badge>;
}
