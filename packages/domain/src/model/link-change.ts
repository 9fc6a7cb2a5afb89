import { DomainError } from '../values/errors.ts';
import { type DownloadCap, MAX_SHARE_SECONDS } from '../values/numbers.ts';
import { expiryAfter, type Instant } from '../values/time.ts';
import { type AnyLink, isRevoked, type LinkTexts } from './share-link.ts';

/** New values of a link; null removes a text or the cap, and an absent field stays. */
export type LinkChange = Readonly<
  { [T in keyof LinkTexts]?: LinkTexts[T] | null | undefined } & {
    expiresAt?: Instant | undefined;
    maxDownloads?: DownloadCap | null | undefined;
  }
>;

const TEXTS = ['name', 'recipient', 'message'] as const;

/**
 * Changes a link. Equal values change nothing. A link that expired or is used up works again within its new bounds; a cap that
 * equals the number of downloads ends it. Throws SHARE_REVOKED, VALIDATION_ERROR for an end that is past or more than a year
 * away, and SHARE_ALREADY_USED for a cap below the number of downloads.
 */
export function changeLink<L extends AnyLink>(link: L, change: LinkChange, now: Instant): L {
  if (isRevoked(link)) throw new DomainError('SHARE_REVOKED');
  const { expiresAt = link.expiresAt, maxDownloads = link.maxDownloads } = change;
  if (expiresAt !== link.expiresAt) checkEnd(expiresAt, now);
  if (maxDownloads !== link.maxDownloads && maxDownloads !== null && maxDownloads < link.downloads)
    throw new DomainError('SHARE_ALREADY_USED');
  const { name: _, recipient: __, message: ___, ...rest } = link;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the texts, which may be absent, are the only parts left out
  const next = { ...rest, ...withTexts(link, change), expiresAt, maxDownloads } as L;
  return changedFields(link, next).length === 0 ? link : next;
}

/** The fields that differ between two states of a link. */
export const changedFields = (before: AnyLink, after: AnyLink) =>
  ([...TEXTS, 'expiresAt', 'maxDownloads'] as const).filter((field) => before[field] !== after[field]);

function checkEnd(expiresAt: Instant, now: Instant): void {
  if (expiresAt <= now || expiresAt > expiryAfter(now, MAX_SHARE_SECONDS))
    throw new DomainError('VALIDATION_ERROR', {
      details: [{ field: 'expires_at', rule: 'moment', message: 'must be in the future, at most one year from now' }],
    });
}

function withTexts(link: Partial<LinkTexts>, { name, recipient, message }: LinkChange): Partial<LinkTexts> {
  const { name: oldName, recipient: oldRecipient, message: oldMessage } = link;
  return {
    ...text('name', name, oldName),
    ...text('recipient', recipient, oldRecipient),
    ...text('message', message, oldMessage),
  };
}

/** `sent`: null removes the text, and undefined keeps it. */
function text<F extends keyof LinkTexts>(
  field: F,
  sent: LinkTexts[F] | null | undefined,
  present: LinkTexts[F] | undefined,
): Partial<LinkTexts> {
  const next = sent === undefined ? present : sent;
  return next === undefined || next === null ? {} : { [field]: next };
}
