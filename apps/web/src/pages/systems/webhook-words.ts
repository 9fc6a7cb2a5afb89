import type { Webhook, WebhookDelivery } from '@strongroom/client';
import { formatTimeAgo, plural } from '../../base/format.ts';

type Result = Pick<WebhookDelivery, 'status' | 'fault'>;

const FAULTS: Readonly<Record<string, string>> = {
  address_refused: 'the operator allows no such address',
  unreachable: 'the receiver was not reached',
  too_late: 'the receiver took too long',
};

/** The receiver in a list. The path of its address may be a secret. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => (URL.canParse(url) ? new URL(url).host : url);

export const isAccepted = ({ status }: Pick<Result, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** Outcome of a delivery. A later version of the service may name other faults. */
export function outcomeOf(result: Result): string {
  const { status, fault } = result;
  if (status === null) return FAULTS[fault ?? ''] ?? `failed: ${fault ?? 'no answer'}`;
  return isAccepted(result) ? `taken (${status})` : `answered ${status}`;
}

export const webhookSummary = ({ types, last_delivery: last }: Pick<Webhook, 'types' | 'last_delivery'>): string =>
  [
    types === null ? 'every event' : plural(types.length, 'type of event', 'types of events'),
    last === null ? 'nothing sent yet' : `${outcomeOf(last)}, ${formatTimeAgo(last.at)}`,
  ].join(' · ');
