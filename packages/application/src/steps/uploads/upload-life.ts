import { earlier, type Instant, PENDING_LIFE, plus, SECOND } from '@strongroom/domain';
import type { Deps } from '../../kernel/deps.ts';

type Needs = Pick<Deps, 'uploadUrlTtl'>;

/** How much longer is waited than an address lives, for machines whose clocks differ. */
export const MARGIN = 60 * SECOND;

const lifeOf = ({ uploadUrlTtl }: Needs): number => Math.min(uploadUrlTtl * SECOND, PENDING_LIFE);

/** When an upload address expires that is given out now: never later than the pending file is swept. */
export const uploadExpiry = (deps: Needs, requestedAt: Instant, now: Instant): Instant =>
  earlier(plus(now, lifeOf(deps)), plus(requestedAt, PENDING_LIFE));

/** When every upload address that was given out before that moment has expired. */
export const lastAddressAfter = (deps: Needs, at: Instant): Instant => plus(at, lifeOf(deps) + MARGIN);

/** When no upload through such an address can become an object any more: some stores look at the address once, before the body. */
export const lastUploadAfter = (deps: Needs & Pick<Deps, 'blobs'>, at: Instant): Instant =>
  plus(lastAddressAfter(deps, at), deps.blobs.uploadsOutlive * SECOND);
