import type { AuditEvent, Webhook, WebhookDelivery } from '@strongroom/client';
import { formatNumber, formatTimeAgo, formatToMinute, plural, timeIn } from '../../base/format.ts';

type Result = Pick<WebhookDelivery, 'status' | 'fault'>;

const FAULTS: Readonly<Record<string, string>> = {
  address_refused: 'the operator allows no such address',
  unreachable: 'the receiver was not reached',
  too_late: 'the receiver took too long',
};

/** The receiver in a list. The path of its address may be a secret. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>): string => (URL.canParse(url) ? new URL(url).host : url);

const SCHEMES = ['https://', 'http://'] as const;

/** A sentence about an address that cannot be one of a receiver; undefined while it may become one. `isSent`: it must be one now. */
export function addressProblem(typed: string, isSent = false): string | undefined {
  const address = typed.trim().toLowerCase();
  if (!isSent && SCHEMES.some((scheme) => scheme.startsWith(address))) return undefined;
  const hasScheme = SCHEMES.some((scheme) => address.startsWith(scheme));
  return hasScheme && URL.canParse(address)
    ? undefined
    : 'The address must be like https://hooks.example.com/strongroom.';
}

export const isAccepted = ({ status }: Pick<Result, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300;

/** Outcome of a delivery. A later version of the service may name other faults. */
export function outcomeOf(result: Result): string {
  const { status, fault } = result;
  if (status === null) return FAULTS[fault ?? ''] ?? `failed: ${fault ?? 'no answer'}`;
  return isAccepted(result) ? `taken (${status})` : `answered ${status}`;
}

/** A sentence about a test that was sent, and about the time that its answer took. */
export const testSentence = (result: Result & Pick<WebhookDelivery, 'at'>, tookMs: number): string =>
  `The test ${isAccepted(result) ? 'arrived' : 'failed'}: ${outcomeOf(result)}, after ${formatSeconds(tookMs)}, at ${timeIn(result.at)}.`;

/** "0.4 seconds". */
const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} seconds`;

export const webhookSummary = ({ types, last_delivery: last }: Pick<Webhook, 'types' | 'last_delivery'>): string =>
  [
    types === null ? 'every event' : plural(types.length, 'type of event', 'types of events'),
    last === null ? 'nothing sent yet' : `${outcomeOf(last)}, ${formatTimeAgo(last.at)}`,
  ].join(' · ');

/** Events that a webhook still has to send. `isExact`: whether there are no more of them. */
export type Waiting = Readonly<{ count: number; isExact: boolean }>;

/** Counts the events that wait among the latest of the log; undefined for a webhook whose position is not shown. */
export function waitingOf(
  { position, types }: Pick<Webhook, 'position' | 'types'>,
  latest: readonly Pick<AuditEvent, 'seq' | 'type'>[],
): Waiting | undefined {
  if (position === null) return undefined;
  const later = latest.filter(({ seq }) => seq >= position);
  const wanted = types === null ? later : later.filter(({ type }) => types.some((one) => one === type));
  const first = latest.at(-1)?.seq ?? 0;
  return { count: wanted.length, isExact: first <= position };
}

type Held = Pick<Webhook, 'failing_since' | 'next_try_at' | 'disabled_at'>;

/** A sentence about the events that a receiver does not take; empty where it takes them. */
export function heldSentence(
  { failing_since: since, next_try_at: next, disabled_at: disabled }: Held,
  waiting?: Waiting,
): string {
  if (since === null && disabled === null) return '';
  const start =
    disabled === null
      ? `Takes nothing since ${formatToMinute(since ?? '')}`
      : `Disabled since ${formatToMinute(disabled)}`;
  const parts = [start, ...(waiting === undefined ? [] : [countOf(waiting)])];
  if (disabled !== null) parts.push('nothing is sent before it is enabled');
  else if (next !== null) parts.push(`next attempt at ${formatToMinute(next)}`);
  return `${parts.join(', ')}.`;
}

function countOf({ count, isExact }: Waiting): string {
  if (!isExact) return `at least ${formatNumber(count)} events wait`;
  return count === 0 ? 'no event waits' : plural(count, 'event waits', 'events wait');
}
