import { toBase64 } from '@strongroom/audit-proof';
import { type Instant, secretNumbers, type Webhook, type WebhookId } from '@strongroom/domain';
import type { OutgoingCall, Secrets } from '@strongroom/ports';

const PURPOSE = 'webhook';

const subjectOf = (id: WebhookId, number: number): string => `${id}:${number}`;

/** A secret as Standard Webhooks writes it. It follows from the secret of the service, so that the store holds none. */
export const webhookSecret = (secrets: Pick<Secrets, 'derive'>, { id, secretNumber }: Webhook): string =>
  `whsec_${toBase64(secrets.derive(PURPOSE, subjectOf(id, secretNumber)))}`;

type Message = Readonly<{ id: string; body: string; now: Instant }>;

/** A message to a receiver, signed by every secret of now (Standard Webhooks), also by those of an earlier secret of the service. */
export function signedMessage(
  secrets: Pick<Secrets, 'deriveEach' | 'mac'>,
  webhook: Webhook,
  { id, body, now }: Message,
): OutgoingCall {
  const timestamp = String(Math.floor(now / 1000));
  const keys = secretNumbers(webhook, now).flatMap((number) =>
    secrets.deriveEach(PURPOSE, subjectOf(webhook.id, number)),
  );
  const signatures = keys.map((key) => `v1,${toBase64(secrets.mac(key, `${id}.${timestamp}.${body}`))}`);
  return {
    url: webhook.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Strongroom',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
    body,
  };
}
