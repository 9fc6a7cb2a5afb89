import { earlier, type Instant, MAX_FILE_BYTES, PENDING_LIFE, plus, SECOND, SLOWEST_LINE } from '@strongroom/domain';
import { MAX_CLOCK_GAP_MS } from '@strongroom/ports';
import type { Deps } from '../../kernel/deps.ts';

type UploadLifeDeps = Pick<Deps, 'uploadUrlTtl'>;

/** Additional wait after the expiry of an address, for machines whose clocks differ. */
export const CLOCK_MARGIN = 60 * SECOND;

/** Milliseconds of the life of an upload address: at least as long as its bytes need on the slowest line. */
const lifeOf = ({ uploadUrlTtl }: UploadLifeDeps, bytes: number): number =>
  Math.min(Math.max(uploadUrlTtl, Math.ceil(bytes / SLOWEST_LINE)) * SECOND, PENDING_LIFE);

/** Expiry of an address for a file of `size` bytes, issued now: never later than the sweep of the pending file. */
export const uploadExpiry = (
  deps: UploadLifeDeps,
  { size, requestedAt, now }: Readonly<{ size: number; requestedAt: Instant; now: Instant }>,
): Instant => earlier(plus(now, lifeOf(deps, size)), plus(requestedAt, PENDING_LIFE));

/**
 * The moment of a deletion as sweeps count from it. A clock that ran ahead wrote one that is still to come; no address of a
 * clock that agrees is newer than now.
 */
export const happenedAt = (at: Instant, now: Instant): Instant => (at > now + MAX_CLOCK_GAP_MS ? now : at);

/** Time at which every upload address issued before that moment has expired, also one for the largest file. */
export const lastAddressAfter = (deps: UploadLifeDeps, at: Instant): Instant =>
  plus(at, lifeOf(deps, MAX_FILE_BYTES) + CLOCK_MARGIN);

/**
 * Time at which no upload through such an address can create an object: some stores check the address once, before the
 * body.
 */
export const lastUploadAfter = (deps: UploadLifeDeps & Pick<Deps, 'blobs'>, at: Instant): Instant =>
  plus(lastAddressAfter(deps, at), deps.blobs.uploadsOutlive * SECOND);
