import { expect, test } from '@jest/globals';
import { createSecrets } from '@strongroom/adapter-local';
import { DAY, instant, newWebhook, rotateSecret, type UserId, type WebhookId } from '@strongroom/domain';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { signedMessage, webhookSecret } from '../../src/steps/webhooks/signed-message.ts';

const ID = '3f2b8c1e-9d4a-4c57-8a1b-2f6e0d9c7b35';
const SECRETS = createSecrets('the secret of a service under test');
const NOW = instant(Date.now());
const webhook = newWebhook({
  id: ID as WebhookId,
  url: 'https://hooks.example/x',
  types: null,
  createdBy: ID as UserId,
  createdAt: NOW,
  position: 0,
});
const body = JSON.stringify({ type: 'room.created', data: { text: 'ä€😀' } });
const message = (of = webhook, now = NOW, secrets = SECRETS) => signedMessage(secrets, of, { id: ID, body, now });
const verified = (secret: string, { headers, body: text }: ReturnType<typeof message>) =>
  new Webhook(secret).verify(text, { ...headers });

test('a message is verified by the library of Standard Webhooks', () => {
  const secret = webhookSecret(SECRETS, webhook);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(verified(secret, message())).toEqual(JSON.parse(body));
  expect(message().headers['webhook-signature']).toBe(new Webhook(secret).sign(ID, new Date(NOW), body));
});

test('a message is refused with another body, id, time or secret', () => {
  const secret = webhookSecret(SECRETS, webhook);
  const { headers, ...rest } = message();
  const other = webhookSecret(SECRETS, { ...webhook, id: ID.replace('3', '4') as WebhookId });
  for (const [key, wrong] of [
    [secret, { ...rest, headers, body: `${body} ` }],
    [secret, { ...rest, headers: { ...headers, 'webhook-id': 'x' } }],
    [
      secret,
      { ...rest, headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) } },
    ],
    [secret, message(webhook, instant(NOW - DAY))],
    [other, message()],
  ] as const)
    expect(() => verified(key, wrong)).toThrow(WebhookVerificationError);
});

test('a message has a signature by each secret for a day after a rotation', () => {
  const [before, rotated] = [webhookSecret(SECRETS, webhook), rotateSecret(webhook, instant(NOW - DAY + 1))];
  const after = webhookSecret(SECRETS, rotated);
  expect(after).not.toBe(before);
  for (const secret of [before, after]) expect(verified(secret, message(rotated))).toEqual(JSON.parse(body));
  const later = message(rotateSecret(webhook, instant(NOW - DAY)));
  expect(verified(after, later)).toEqual(JSON.parse(body));
  expect(() => verified(before, later)).toThrow(WebhookVerificationError);
});

test('a message has a signature by each secret of the service while it changes', () => {
  const changing = createSecrets(['another secret of the service', 'the secret of a service under test']);
  for (const secrets of [SECRETS, changing])
    expect(verified(webhookSecret(secrets, webhook), message(webhook, NOW, changing))).toEqual(JSON.parse(body));
});
