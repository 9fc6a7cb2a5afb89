import { earlier, type Instant, PENDING_LIFE, plus, SECOND } from '@strongroom/domain';
import { MAX_CLOCK_GAP_MS } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';

type Needs = Pick<Deps, 'uploadUrlTtl'>;

/** Additional wait after the expiry of an address, for machines whose clocks differ. */
export const MARGIN = 60 * SECOND;

const lifeOf = ({ uploadUrlTtl }: Needs): number => Math.min(uploadUrlTtl * SECOND, PENDING_LIFE);

/** Expiry of an upload address issued now: never later than the sweep of the pending file. */
export const uploadExpiry = (deps: Needs, requestedAt: Instant, now: Instant): Instant =>
  earlier(plus(now, lifeOf(deps)), plus(requestedAt, PENDING_LIFE));

/**
 * The moment of a deletion as sweeps count from it. A clock that ran ahead wrote one that is still to come; no address of a
 * clock that agrees is newer than now.
 */
export const happenedAt = (at: Instant, now: Instant): Instant => (at > now + MAX_CLOCK_GAP_MS ? now : at);

/** Time at which every upload address issued before that moment has expired. */
export const lastAddressAfter = (deps: Needs, at: Instant): Instant => plus(at, lifeOf(deps) + MARGIN);

/**
 * Time at which no upload through such an address can create an object: some stores check the address once, before the
 * body.
 */
export const lastUploadAfter = (deps: Needs & Pick<Deps, 'blobs'>, at: Instant): Instant =>
  plus(lastAddressAfter(deps, at), deps.blobs.uploadsOutlive * SECOND);
